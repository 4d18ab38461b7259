import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const BROWSER_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium of this machine; undefined makes Playwright use its own. */
export const findBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH || BROWSER_PATHS.find((path) => existsSync(path));

/** Installs Debian's browser where possible, else Playwright's. */
function installBrowser(): void {
  if (findBrowser()) return;
  const canUseApt = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (canUseApt) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
    });
  } else execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
}

if (process.argv.includes('--install')) installBrowser();
