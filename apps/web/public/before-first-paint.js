// Runs before the first paint, so that neither another theme nor a page of another session is visible for a moment.
// Not inline: the content security policy forbids it.
try {
  const { dataset, lang } = document.documentElement;
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  // What the server drew beforehand is in the language the browser asks for, for a guest or for a member.
  const isSameLanguage = [lang, null].includes(localStorage.getItem('language'));
  dataset.session = isSameLanguage
    ? localStorage.getItem('token') === null
      ? 'guest'
      : 'member'
    : 'mismatch';
} catch {
  // Storage is blocked: the system's theme applies, and whoever comes is a guest.
  document.documentElement.dataset.session = 'guest';
}

// The script of such a page comes once its picture has been painted, photos and all; at once where there is none for
// this visitor, or where nobody looks.
addEventListener('DOMContentLoaded', () => {
  const deferredElements = document.querySelectorAll('link[rel="later"], script[type="later"]');
  const loadDeferred = () => {
    for (const deferred of deferredElements) {
      const element = document.createElement(deferred.localName);
      for (const { name, value } of deferred.attributes) element.setAttribute(name, value);
      if (element.localName === 'link') element.rel = 'modulepreload';
      else element.type = 'module';
      deferred.replaceWith(element);
    }
  };
  const shell = document.querySelector(`[data-prerendered="${document.documentElement.dataset.session}"]`);
  const shown = shell && (shell.className === '' || matchMedia('(max-width: 575px)').matches);
  if (!shown || document.hidden) return loadDeferred();
  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  });
  // With the photos that prefetch-offers.js may have asked for.
  const loaded = new Promise((resolve) => addEventListener('load', resolve)).then(
    () => window.prefetched?.shown,
  );
  // Two frames: in the first what has come is drawn, with the second it is seen.
  const seen = () => requestAnimationFrame(() => requestAnimationFrame(loadDeferred));
  void Promise.all([painted, loaded]).then(seen);
  // A photo that hangs, or a person who looks away, holds nothing up; what has come already does not come twice.
  setTimeout(loadDeferred, 3000);
});
