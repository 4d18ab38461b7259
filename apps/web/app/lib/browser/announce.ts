let region: HTMLElement | null = null;

/** Before the first announcement: text of a region that was added with it may not be read out. */
export function prepareAnnouncements(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = 'sr-only';
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  return region;
}

/** Two parts of a page may announce the same event at almost the same moment. */
const SAME_EVENT_MS = 2_000;
let announcedAt = 0;

/** Has assistive technology read a text when it is idle. Outlives the component that says it. */
export function announce(text: string): void {
  const current = prepareAnnouncements();
  const now = performance.now();
  if (current.textContent === text && now - announcedAt < SAME_EVENT_MS) return;
  announcedAt = now;
  current.textContent = text;
}
