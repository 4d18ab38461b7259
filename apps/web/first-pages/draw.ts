import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import { firstPages, type Session } from './pages.ts';
import { tidy } from './tidy.ts';

/**
 * Runs the built app as a telephone would, in one language, and says on its standard output what each of the first
 * pages shows before any answer of the server is there: `{"landing": {"guest": "<div …"}, …}`.
 */
const [folder = '', language = ''] = process.argv.slice(2);
const STEP_MS = 20;
/** Two minutes: a machine that does much else is no reason for a build to fail. */
const MOST_STEPS = 6000;
const STILL_STEPS = 10;

const page = readFileSync(join(folder, 'index.html'), 'utf8');
const { window } = new JSDOM(page, { url: 'https://wopack.example/', pretendToBeVisual: true });
const { document, localStorage, history } = window;

// What Node has too, and what works with jsdom's parts only when it is jsdom's own.
const both =
  'AbortController AbortSignal Event EventTarget CustomEvent navigator localStorage sessionStorage';
const inherited = 'addEventListener removeEventListener dispatchEvent';
const names = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis));
for (const name of [...names, ...`${both} ${inherited} window self`.split(' ')]) {
  const value: unknown = Reflect.get(window, name);
  const bound = typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value;
  Object.defineProperty(globalThis, name, { value: bound, configurable: true, writable: true });
}
const nothing = () => undefined;
const narrow = {
  scrollTo: nothing,
  matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  // Texts lie beside the app; the server is not there.
  fetch: (address: string | URL) =>
    String(address).startsWith('/assets/')
      ? Promise.resolve(new Response(readFileSync(join(folder, String(address)))))
      : new Promise(nothing),
};
for (const place of [window, globalThis]) Object.assign(place, narrow);
// Styles are not loaded here: whoever waits for them goes on.
new window.MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.nodeName === 'LINK') node.dispatchEvent(new window.Event('load'));
}).observe(document.head, { childList: true });

localStorage.setItem('language', language);
localStorage.setItem('cookieChoice', 'essential');
const root = document.getElementById('root')!;

// The app writes into it where it has arrived, once that page is up (use-arrival.ts).
const canonical = document.createElement('link');
Object.assign(canonical, { rel: 'canonical', href: firstPages[0]!.path });
document.head.append(canonical);

/** Until this page is the one on show, and stays as it is. */
async function settled(path: string): Promise<void> {
  for (let step = 0, same = 0, shown = ''; step < MOST_STEPS; step++) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const now = document.querySelector('main')?.innerHTML ?? '';
    const there = new URL(canonical.href).pathname === path && document.querySelector('main h1');
    same = there && now === shown ? same + 1 : 0;
    shown = now;
    if (same === STILL_STEPS) return;
  }
  throw new Error(`${path} shows nothing: ${root.innerHTML}`);
}

const drawn: Record<string, Partial<Record<Session, string>>> = {};
let started = false;
for (const session of ['guest', 'member'] as const) {
  if (session === 'member') localStorage.setItem('token', 'any');
  window.dispatchEvent(new window.Event('storage'));
  for (const { name, path, sessions } of firstPages) {
    if (!sessions.includes(session)) continue;
    history.pushState(null, '', path);
    window.dispatchEvent(new window.PopStateEvent('popstate'));
    if (!started)
      await import(
        pathToFileURL(join(folder, /<script type="module"[^>]* src="([^"]+)"/.exec(page)![1]!)).href
      );
    started = true;
    await settled(path);
    if (document.querySelector('[role=alert]')) throw new Error(`${path} fails: ${root.innerHTML}`);
    const copy = root.cloneNode(true) as Element;
    drawn[name] = { ...drawn[name], [session]: tidy(copy) };
  }
}
process.stdout.write(JSON.stringify(drawn), () => process.exit());
