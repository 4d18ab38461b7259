import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '@wopack/domain';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import {
  listRoutePatterns,
  listTexts,
  placeholders,
  prerender,
  prerenderedPages,
} from '../app/entry.prerender.tsx';
import { calculateShareCents, UNITS_BY_MONTH } from '../app/routes/public/landing/landing-tiles.tsx';
import { routes } from '../app/routes.ts';
import { buildHeadTags } from '../scripts/head-tags.ts';
import { getTranslations } from './render.tsx';

const pageModules = import.meta.glob<{ Component: unknown }>('../app/routes/{public,auth,buyer}/*.tsx');
const authPage = { sources: ['app/routes/auth/method.tsx'], texts: ['auth'] };
const manifest = {
  'index.html': {
    file: 'assets/index.js',
    imports: ['_preload.js'],
    assets: ['assets/onest-latin-wght-a.woff2'],
  },
  'app/start-app.tsx': { file: 'assets/start-app.js', imports: ['_vendor.js', '_preload.js'] },
  '_preload.js': { file: 'assets/preload.js' },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_shared.js': { file: 'assets/shared.js', imports: ['_vendor.js'] },
  'app/routes/auth/method.tsx': { file: 'assets/method.js', imports: ['_shared.js', 'index.html'] },
};

test('a page preloads what it needs, and nothing that index.html loads already', () => {
  const linkedFiles = buildHeadTags(authPage, 'en', manifest, '/assets/texts-1').matchAll(/href="([^"]+)"/g);
  expect([...linkedFiles].map(([, file]) => file)).toEqual([
    '/assets/onest-latin-wght-a.woff2',
    '/assets/start-app.js',
    '/assets/vendor.js',
    '/assets/method.js',
    '/assets/shared.js',
    '/assets/texts-1/en/shared.json',
    '/assets/texts-1/en/auth.json',
  ]);
});

test('Russian does not wait for Latin glyphs', () => {
  expect(buildHeadTags(authPage, 'ru', manifest, '/assets/texts-1')).not.toContain('latin');
});

test('a page without a source fails the build', () => {
  expect(() => buildHeadTags({ ...authPage, sources: ['app/routes/gone.tsx'] }, 'en', manifest, '')).toThrow(
    'gone.tsx',
  );
});

describe.each(prerenderedPages)('$path', (page) => {
  test('is the page of the route at its path', async () => {
    const { route } = matchRoutes(routes, page.path)!.at(-1)!;
    expect(route.id).not.toBe('notFound');
    expect(listRoutePatterns()).toContain(page.pattern);
    const module = await pageModules[`../${page.sources.at(-1)}`]!();
    expect(await (route.lazy as () => Promise<unknown>)()).toHaveProperty('Component', module.Component);
    expect(listTexts(page)).not.toEqual([]);
  });

  test('is rendered in each language: links work, everything else is inert', async () => {
    const bodies = await prerender(page);
    for (const language of languages) {
      const root = document.createElement('div');
      root.innerHTML = bodies.none![language];
      const shells = [...root.querySelectorAll('[data-prerendered]')];
      expect(shells.map((shell) => shell.getAttribute('data-prerendered'))).toEqual(page.sessions);
      for (const shell of shells) {
        expect(shell.querySelector('h1')?.textContent).not.toBe('');
        expect(shell.querySelectorAll('a[href^="/"]').length).toBeGreaterThan(0);
        expect(shell.querySelector('[role=alert]')).toBeNull();
        for (const control of shell.querySelectorAll('button, input, select, textarea'))
          expect(control).toBeDisabled();
      }
    }
  });
});

test('an offer is rendered with each kind of preview', async () => {
  const offerPage = prerenderedPages.find(({ previews }) => previews)!;
  const { none, name, photo } = (await prerender(offerPage)) as Record<string, Record<Language, string>>;
  expect(none!.en).not.toContain(placeholders.name);
  expect(name!.en).toContain(placeholders.name);
  expect(name!.en).not.toContain(placeholders.photoPath);
  for (const text of Object.values(placeholders)) expect(photo!.en).toContain(text);
});

test('every page has its path in the server’s list, whatever its parent; the catch-all has none', () => {
  const patterns = listRoutePatterns();
  expect(patterns).toEqual(
    expect.arrayContaining(['/', '/auth', '/offers/:id', '/policy/privacy', '/clients/:id']),
  );
  expect(patterns).toHaveLength(new Set(patterns).size);
  expect(patterns.join(' ')).not.toContain('*');
});

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; purpose?: string }[];
  shortcuts: { name: string; url: string; icons: { src: string }[] }[];
}

const publicDir = join(import.meta.dirname, '../public');

describe.each(languages)('the manifest in %s', (language) => {
  const manifest: Manifest = JSON.parse(
    readFileSync(join(publicDir, `manifest/${language}.webmanifest`), 'utf8'),
  );
  const texts = getTranslations(language).common as { slogan: string; nav: Record<string, string> };

  test('has the app’s texts', () => {
    expect(manifest.name).toBe(`WoPack · ${texts.slogan}`);
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
      texts.nav.offers,
      texts.nav.history,
      texts.nav.account,
    ]);
  });

  test('links to existing pages', () => {
    for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)])
      expect(matchRoutes(routes, path)?.at(-1)?.route.path, path).not.toBe('*');
  });

  test('has its icons', () => {
    const icons = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
    for (const { src } of icons) expect(existsSync(join(publicDir, src)), src).toBe(true);
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  });
});

test('the example of the landing page: 309 × 0.1935 = 59.79, rounded once', () => {
  expect(UNITS_BY_MONTH.at(-1)).toBe(309);
  expect(calculateShareCents(309)).toBe(5979);
});
