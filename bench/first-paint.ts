/**
 * node bench/first-paint.ts [--rounds 5] [--page offers] [--url http://localhost:3000] Measures first paint, largest
 * paint, first photo of an offer and app start on a slow phone, with each optimisation of apps/web/app/performance on and off in turn. Without a
 * URL a server with demo data is started.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { median, startServer } from './servers.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, page: { type: 'string' }, url: { type: 'string' } },
});
const VIEWPORT = { width: 390, height: 844 };
/** Lighthouse's mobile profile. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const CPU_SLOWDOWN = 4;
const TIMEOUT_MS = 60_000;

interface MeasuredPage {
  path: string;
  isSignedIn: boolean;
  /** Selector of an element that only the app renders. */
  ready: string;
  /** Shows photos of offers. */
  hasPhoto: boolean;
}
const measuredPages: Record<string, MeasuredPage> = {
  landing: { path: '/', isSignedIn: false, ready: '#root > :not([data-prerendered]) h1', hasPhoto: false },
  auth: { path: '/auth', isSignedIn: false, ready: '#root > :not([data-prerendered]) h1', hasPhoto: false },
  offers: { path: '/offers', isSignedIn: true, ready: 'article', hasPhoto: true },
  offer: {
    path: '/offers/1',
    isSignedIn: true,
    ready: '#root > :not([data-prerendered]) h1:not(.sr-only)',
    hasPhoto: true,
  },
};

/** Optimisations to disable, by changing the page or its requests. */
const variants: Record<string, (page: Page) => Promise<unknown>> = {
  'as built': async () => undefined,
  // On a wide screen nothing is requested early.
  'no early request': (page) =>
    page.addInitScript(() => Object.defineProperty(globalThis.screen, 'width', { value: 1440 })),
  'no prerendered page': (page) =>
    editDocument(page, (html) =>
      html.replace(/<fieldset [^>]*data-prerendered=.*<\/fieldset>(?=<\/div>\s*<\/body>)/s, ''),
    ),
};

async function editDocument(page: Page, edit: (html: string) => string): Promise<void> {
  await page.route(
    ({ pathname }) => !pathname.includes('.') && !pathname.startsWith('/api'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, body: edit(await response.text()) });
    },
  );
}

interface Paints {
  first: number;
  largest: number;
  /** 0 on pages without one. */
  photo: number;
  app: number;
}

async function measurePage(
  browser: Browser,
  url: string,
  token: string,
  name: string,
  variant: string,
): Promise<Paints> {
  const { path, isSignedIn, ready, hasPhoto } = measuredPages[name]!;
  const context = await browser.newContext({
    viewport: VIEWPORT,
    isMobile: true,
    hasTouch: true,
    locale: 'pt-PT',
    serviceWorkers: 'block',
  });
  await context.addInitScript(
    ({ storage, selector }) => {
      for (const [key, value] of Object.entries(storage)) if (value) localStorage.setItem(key, value);
      const paints = { largest: 0, photo: 0, app: 0 };
      Object.assign(globalThis, { paints });
      new PerformanceObserver((list) => {
        if (!paints.app) paints.largest = list.getEntries().at(-1)!.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      const check = () => {
        if (!paints.app && document.querySelector(selector)) paints.app = performance.now();
        const photos = document.querySelectorAll<HTMLImageElement>('img[src^="/media/"]');
        if (!paints.photo && [...photos].some((photo) => photo.complete && photo.checkVisibility()))
          paints.photo = performance.now();
        if (!paints.app || !paints.photo) requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    },
    { storage: { cookieChoice: 'essential', token: isSignedIn ? token : '' }, selector: ready },
  );
  const page = await context.newPage();
  await variants[variant]!(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url + path, { waitUntil: 'commit' });
  await page.waitForFunction(
    (hasPhoto) => {
      const { app, photo } = Reflect.get(globalThis, 'paints') as { app: number; photo: number };
      return app > 0 && (photo > 0 || !hasPhoto);
    },
    hasPhoto,
    { timeout: TIMEOUT_MS },
  );
  const paints = await page.evaluate(() => ({
    ...(Reflect.get(globalThis, 'paints') as { largest: number; photo: number; app: number }),
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await context.close();
  return paints;
}

const dataDir = await mkdtemp(join(tmpdir(), 'wopack-bench-'));
const server = values.url
  ? { url: values.url, stop: async () => undefined }
  : await startServer('apps/api/src/start.ts', 3902, { DATA_DIR: dataDir, ENABLE_SANDBOX: '1' }, '/health');
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const login = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'buyer@wopack.example', password: 'sobras1', device_name: 'bench' }),
  });
  const { token } = (await login.json()) as { token: string };
  process.stdout.write(
    'page     variant               first paint   largest     photo       app (ms, medians)\n',
  );
  for (const name of values.page ? values.page.split(',') : Object.keys(measuredPages)) {
    const results: Record<string, Paints[]> = Object.fromEntries(
      Object.keys(variants).map((variant) => [variant, []]),
    );
    for (let round = 0; round < Number(values.rounds); round++)
      for (const variant of Object.keys(variants))
        results[variant]!.push(await measurePage(browser, server.url, token, name, variant));
    for (const [variant, runs] of Object.entries(results)) {
      const figures = (['first', 'largest', 'photo', 'app'] as const).map((key) =>
        median(runs.map((run) => run[key]))
          .toFixed(0)
          .padStart(10),
      );
      process.stdout.write(`${name.padEnd(8)} ${variant.padEnd(20)} ${figures.join('')}\n`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
