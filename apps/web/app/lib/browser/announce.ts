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

/** Has assistive technology read a text when it is idle. Outlives the component that says it; the same text is read once. */
export function announce(text: string): void {
  const { firstChild } = prepareAnnouncements();
  if (firstChild?.textContent !== text) prepareAnnouncements().textContent = text;
}
