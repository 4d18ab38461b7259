import { abortOnUserInput } from './use-has-interacted.ts';

/** Source: docs/specification.md, Pages. */
const SCROLL_DELAY_MS = 100;
const SCROLL_DURATION_MS = 400;

/**
 * Scrolls smoothly to the top 100 ms after a page or step appeared, unless `cancelSignal` is aborted. User input
 * aborts it: a button that moves between press and release is not pressed. Animated by frames, because native smooth
 * scrolling runs ahead of a busy page, and a press would hit what was there before.
 */
export function scrollToTop(cancelSignal: AbortSignal): void {
  if (cancelSignal.aborted) return;
  const abortController = abortOnUserInput();
  const { signal } = abortController;
  cancelSignal.addEventListener('abort', () => abortController.abort(), { signal });
  const timer = setTimeout(() => {
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const startY = window.scrollY;
    const startTime = performance.now();
    const animate = () => {
      if (signal.aborted) return;
      const remaining = prefersReducedMotion
        ? 0
        : Math.max(0, 1 - (performance.now() - startTime) / SCROLL_DURATION_MS);
      window.scrollTo({ top: startY * remaining ** 3, behavior: 'instant' });
      if (remaining > 0) requestAnimationFrame(animate);
      else abortController.abort();
    };
    animate();
  }, SCROLL_DELAY_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
