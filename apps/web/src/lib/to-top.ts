import { untilMoved } from './until-moved.ts';

/** Source: docs/specification.md, Pages. */
const DELAY_MS = 100;
const WAY_MS = 400;

/**
 * Scrolls smoothly to the top, 100 ms after a page or a step has come up and unless it is `over` before. Whoever presses
 * or scrolls meanwhile ends it: a button that moves away between down and up is not pressed. Frame by frame, because a
 * scroll of the browser's own runs ahead of a busy page, which then takes a press for one on what was there before.
 */
export function toTop(over: AbortSignal): void {
  if (over.aborted) return;
  const end = untilMoved();
  const { signal } = end;
  over.addEventListener('abort', () => end.abort(), { signal });
  const timer = setTimeout(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const from = window.scrollY;
    const start = performance.now();
    const step = () => {
      if (signal.aborted) return;
      const left = calm ? 0 : Math.max(0, 1 - (performance.now() - start) / WAY_MS);
      window.scrollTo({ top: from * left ** 3, behavior: 'instant' });
      if (left > 0) requestAnimationFrame(step);
      else end.abort();
    };
    step();
  }, DELAY_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
