import './styles/app.css';

/** Not longer, should the browser report no paint, as in a tab that is hidden meanwhile. */
const MAX_PAINT_WAIT_MS = 2000;

const waitForPaint = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, MAX_PAINT_WAIT_MS);
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });

// A prerendered page is shown before the app takes the line and the processor.
if (document.querySelector('#root [data-prerendered]') && document.visibilityState === 'visible')
  await waitForPaint();
// Written by `buildHeadTags`: without them, files are discovered one after another.
const preloads = document.querySelector<HTMLTemplateElement>('template#app-preloads');
if (preloads) document.head.append(preloads.content);
await import('./start-app.tsx');
