import { removeStored, writeStored } from '../storage/storage.ts';

export type Theme = 'light' | 'dark' | 'system';

/** Applies and stores a theme; 'system' follows the device. At start entry.first-paint.ts applies it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    removeStored('theme');
  } else {
    document.documentElement.dataset.theme = theme;
    writeStored('theme', theme);
  }
}

/**
 * The value of a colour token in the current theme, for canvases and iframes that style sheets do not reach. Read
 * from an element: the token itself holds the colours of both themes.
 */
export function resolveColour(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.documentElement.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
