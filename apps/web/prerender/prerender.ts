import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import { cleanPrerenderedHtml } from './clean-prerendered-html.ts';
import { prerenderedPages, type Session } from './prerendered-pages.ts';

/**
 * Runs the built app as a telephone would, in one language, and says on its standard output what each of the first
 * pages shows before any answer of the server is there: `{"landing": {"guest": "<div …"}, …}`.
 */
const [outDir = '', language = ''] = process.argv.slice(2);
const STEP_MS = 20;
/** Two minutes: a machine that does much else is no reason for a build to fail. */
const MAX_STEPS = 6000;
const STABLE_STEPS = 10;

const indexHtml = readFileSync(join(outDir, 'index.html'), 'utf8');
const { window } = new JSDOM(indexHtml, { url: 'https://wopack.example/', pretendToBeVisual: true });
const { document, localStorage, history } = window;

// What Node has too, and what works with jsdom's parts only when it is jsdom's own.
const SHARED_GLOBALS =
  'AbortController AbortSignal Event EventTarget CustomEvent navigator localStorage sessionStorage';
const INHERITED_GLOBALS = 'addEventListener removeEventListener dispatchEvent';
const globalNames = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis));
for (const name of [...globalNames, ...`${SHARED_GLOBALS} ${INHERITED_GLOBALS} window self`.split(' ')]) {
  const value: unknown = Reflect.get(window, name);
  const boundValue = typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value;
  Object.defineProperty(globalThis, name, { value: boundValue, configurable: true, writable: true });
}
const noop = () => undefined;
const phoneStubs = {
  scrollTo: noop,
  matchMedia: () => ({ matches: false, addEventListener: noop, removeEventListener: noop }),
  // Texts lie beside the app; the server is not there.
  fetch: (url: string | URL) =>
    String(url).startsWith('/assets/')
      ? Promise.resolve(new Response(readFileSync(join(outDir, String(url)))))
      : new Promise(noop),
};
for (const target of [window, globalThis]) Object.assign(target, phoneStubs);
// Styles are not loaded here: whoever waits for them goes on.
new window.MutationObserver((mutations) => {
  for (const { addedNodes } of mutations)
    for (const node of addedNodes) if (node.nodeName === 'LINK') node.dispatchEvent(new window.Event('load'));
}).observe(document.head, { childList: true });

localStorage.setItem('language', language);
localStorage.setItem('cookieChoice', 'essential');
const root = document.getElementById('root')!;

// The app writes into it where it has arrived, once that page is up (use-arrival.ts).
const canonical = document.createElement('link');
Object.assign(canonical, { rel: 'canonical', href: prerenderedPages[0]!.path });
document.head.append(canonical);

/** Until this page is the one on show, and stays as it is. */
async function waitUntilStable(path: string): Promise<void> {
  for (let step = 0, stableSteps = 0, lastHtml = ''; step < MAX_STEPS; step++) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const html = document.querySelector('main')?.innerHTML ?? '';
    const isPageShown = new URL(canonical.href).pathname === path && document.querySelector('main h1');
    stableSteps = isPageShown && html === lastHtml ? stableSteps + 1 : 0;
    lastHtml = html;
    if (stableSteps === STABLE_STEPS) return;
  }
  throw new Error(`${path} shows nothing: ${root.innerHTML}`);
}

const htmlByPage: Record<string, Partial<Record<Session, string>>> = {};
let isAppLoaded = false;
for (const session of ['guest', 'member'] as const) {
  if (session === 'member') localStorage.setItem('token', 'any');
  window.dispatchEvent(new window.Event('storage'));
  for (const { name, path, sessions } of prerenderedPages) {
    if (!sessions.includes(session)) continue;
    history.pushState(null, '', path);
    window.dispatchEvent(new window.PopStateEvent('popstate'));
    if (!isAppLoaded)
      await import(
        pathToFileURL(join(outDir, /<script type="module"[^>]* src="([^"]+)"/.exec(indexHtml)![1]!)).href
      );
    isAppLoaded = true;
    await waitUntilStable(path);
    if (document.querySelector('[role=alert]')) throw new Error(`${path} fails: ${root.innerHTML}`);
    const rootCopy = root.cloneNode(true) as Element;
    htmlByPage[name] = { ...htmlByPage[name], [session]: cleanPrerenderedHtml(rootCopy) };
  }
}
process.stdout.write(JSON.stringify(htmlByPage), () => process.exit());
