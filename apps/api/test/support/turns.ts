/** How often the event loop ran others while something was done: 0 for work in one piece. */
export async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(count);
  function count() {
    turns++;
    next = setImmediate(count);
  }
  await run();
  clearImmediate(next);
  return turns;
}
