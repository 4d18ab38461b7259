import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Draws the same pages with less CPU than the full browser, which is measured by the bench. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const BROWSER_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium of this machine; undefined makes Playwright use its own. */
export function findBrowser({ prefersShell = false } = {}): string | undefined {
  const paths = prefersShell ? [HEADLESS_SHELL, ...BROWSER_PATHS] : [...BROWSER_PATHS, HEADLESS_SHELL];
  return process.env.CHROMIUM_PATH || paths.find((path) => existsSync(path));
}

/** Installs Debian's browser where possible, else Playwright's. */
function installBrowser(): void {
  if (findBrowser()) return;
  const canUseApt = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (canUseApt) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const options = ['install', '-y', '-qq', '--no-install-recommends'];
    const { status } = spawnSync('apt-get', [...options, 'chromium-headless-shell'], { stdio: 'inherit' });
    // Older releases have only the full browser.
    if (status !== 0) execFileSync('apt-get', [...options, 'chromium'], { stdio: 'inherit' });
  } else execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
}

if (process.argv.includes('--install')) installBrowser();
