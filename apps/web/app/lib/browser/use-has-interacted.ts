import { useEffect, useState } from 'react';

const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/** Whether the user has interacted with the page: heavy optional parts wait for it. */
export function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(() => navigator.userActivation?.hasBeenActive ?? false);
  useEffect(() => {
    if (hasInteracted) return;
    const abortController = new AbortController();
    for (const eventName of INTERACTION_EVENTS)
      addEventListener(eventName, () => setHasInteracted(true), {
        signal: abortController.signal,
        capture: true,
        passive: true,
      });
    return () => abortController.abort();
  }, [hasInteracted]);
  return hasInteracted;
}

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
