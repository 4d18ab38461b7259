import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { i18nReady } from './lib/i18n.ts';
import { applyTheme, getStoredTheme } from './lib/preferences.ts';

applyTheme(getStoredTheme());

addEventListener('vite:preloadError', (event) => {
  // A new version was installed meanwhile. Reloading once is enough, and never loops.
  if (sessionStorage.getItem('adminReloaded')) return;
  sessionStorage.setItem('adminReloaded', '1');
  event.preventDefault();
  location.reload();
});

await i18nReady;
createRoot(document.getElementById('root')!).render(<App />);
