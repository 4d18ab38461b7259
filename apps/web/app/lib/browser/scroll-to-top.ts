import { abortOnUserInput } from './use-has-interacted.ts';

/** Source: docs/specification.md, Pages. */
const SCROLL_DELAY_MS = 100;

/**
 * Scrolls smoothly to the top 100 ms after a page or step appeared, unless `cancelSignal` is aborted. User input
 * aborts it: a button that moves between press and release is not pressed.
 */
export function scrollToTop(cancelSignal: AbortSignal): void {
  if (cancelSignal.aborted) return;
  const abortController = abortOnUserInput();
  const { signal } = abortController;
  cancelSignal.addEventListener('abort', () => abortController.abort(), { signal });
  const timer = setTimeout(() => {
    // The section that the address names has been scrolled to meanwhile.
    if (location.hash && document.activeElement?.id === location.hash.slice(1)) return;
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrollTo({ top: 0, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
    const stop = () => scrollTo({ top: scrollY, behavior: 'instant' });
    signal.addEventListener('abort', stop);
    addEventListener('scrollend', () => signal.removeEventListener('abort', stop), { signal });
  }, SCROLL_DELAY_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
