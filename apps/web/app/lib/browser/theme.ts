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
