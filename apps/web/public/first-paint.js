// Runs before the first paint, so that a chosen theme never flashes, nor a page for somebody else. Not inline: the
// content policy forbids it.
try {
  const { dataset, lang } = document.documentElement;
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  // What the server drew beforehand is in the language the browser asks for, for a guest or for a member.
  const fits = [lang, null].includes(localStorage.getItem('language'));
  dataset.session = fits ? (localStorage.getItem('token') === null ? 'guest' : 'member') : 'unlike';
} catch {
  // Storage is blocked: the system's theme applies, and whoever comes is a guest.
  document.documentElement.dataset.session = 'guest';
}

// The script of such a page comes once its picture has been painted, photos and all; at once where there is none for
// this visitor, or where nobody looks.
addEventListener('DOMContentLoaded', () => {
  const later = document.querySelectorAll('link[rel="later"], script[type="later"]');
  const come = () => {
    for (const waiting of later) {
      const one = document.createElement(waiting.localName);
      for (const { name, value } of waiting.attributes) one.setAttribute(name, value);
      if (one.localName === 'link') one.rel = 'modulepreload';
      else one.type = 'module';
      waiting.replaceWith(one);
    }
  };
  const picture = document.querySelector(`[data-frame="${document.documentElement.dataset.session}"]`);
  const shown = picture && (picture.className === '' || matchMedia('(max-width: 575px)').matches);
  if (!shown || document.hidden) return come();
  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  });
  // With the photos that first-list.js may have asked for.
  const loaded = new Promise((resolve) => addEventListener('load', resolve)).then(
    () => window.askedEarly?.shown,
  );
  // Two frames: in the first what has come is drawn, with the second it is seen.
  const seen = () => requestAnimationFrame(() => requestAnimationFrame(come));
  void Promise.all([painted, loaded]).then(seen);
  // A photo that hangs, or a person who looks away, holds nothing up; what has come already does not come twice.
  setTimeout(come, 3000);
});
