import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { abortOnUserInput } from './use-has-interacted.ts';

/**
 * Scrolls to and focuses the section that the address names by its hash, once what stands above and in it is loaded:
 * before that it would move. Whoever has begun to read stays where they are.
 */
export function useLinkedSection(id: string, isLoaded: boolean): void {
  const { hash, key } = useLocation();
  const input = useRef<AbortSignal>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` begins again when the link is followed again.
  useEffect(() => {
    if (hash !== `#${id}`) return;
    const abortController = abortOnUserInput();
    input.current = abortController.signal;
    return () => abortController.abort();
  }, [id, hash, key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (hash !== `#${id}` || !isLoaded || input.current?.aborted) return;
    // After the page's own effects, one of which focuses the heading.
    const frame = requestAnimationFrame(() => {
      const section = document.getElementById(id);
      if (!section) return;
      section.scrollIntoView?.({ behavior: 'instant' });
      section.tabIndex = -1;
      section.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, hash, key, isLoaded]);
}
