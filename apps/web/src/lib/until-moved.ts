/** Aborted when somebody goes on by themselves: what is done to the page for them is then over. */
export function untilMoved(): AbortController {
  const over = new AbortController();
  for (const own of ['wheel', 'keydown', 'pointerdown']) {
    addEventListener(own, () => over.abort(), { signal: over.signal, passive: true });
  }
  return over;
}
