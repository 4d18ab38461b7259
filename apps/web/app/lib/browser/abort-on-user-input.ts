/** Aborts when the user presses, types or scrolls: automatic changes of the page must stop then. */
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
