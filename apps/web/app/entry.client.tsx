import './styles/app.css';

/** Not longer, should the browser report no paint, as in a tab that is hidden meanwhile, or a photo be late. */
const MAX_PAINT_WAIT_MS = 2000;

const waitForPaint = () =>
  new Promise<unknown>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve(undefined);
    }).observe({ type: 'paint', buffered: true });
  });

/** Resolves when the pictures on the screen are loaded; those below it are not waited for. */
const waitForPictures = (page: Element) =>
  Promise.allSettled(
    [...page.querySelectorAll('img')]
      .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
      .map((image) => image.decode()),
  );

// A prerendered page is shown, with its pictures, before the app takes the line and the processor.
const page = document.querySelector(`#root [data-prerendered="${document.documentElement.dataset.session}"]`);
if (page?.checkVisibility() && document.visibilityState === 'visible') {
  const isShown = waitForPaint()
    .then(() => window.prefetched?.shown)
    .then(() => waitForPictures(page));
  await Promise.race([isShown, new Promise((resolve) => setTimeout(resolve, MAX_PAINT_WAIT_MS))]);
}
// Written by `buildHeadTags`: without them, files are discovered one after another.
const preloads = document.querySelector<HTMLTemplateElement>('template#app-preloads');
for (const link of [...(preloads?.content.children ?? [])]) {
  document.head.append(link);
  // Each takes a phone some milliseconds.
  await window.scheduler?.yield?.();
}
await import('./start-app.tsx');
