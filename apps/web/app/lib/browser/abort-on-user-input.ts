/** Aborted when somebody goes on by themselves: what is done to the page for them is then over. */
export function abortOnUserInput(): AbortController {
  const abortController = new AbortController();
  for (const eventName of ['wheel', 'keydown', 'pointerdown']) {
    addEventListener(eventName, () => abortController.abort(), {
      signal: abortController.signal,
      passive: true,
    });
  }
  return abortController;
}
