import { remove, write } from './storage.ts';

export type Theme = 'light' | 'dark' | 'system';

/** Applies and remembers a theme; 'system' follows the device. At start `/first-paint.js` applies it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    remove('theme');
  } else {
    document.documentElement.dataset.theme = theme;
    write('theme', theme);
  }
}
