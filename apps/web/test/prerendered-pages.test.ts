import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { deferredRoutes } from '../app/route-tables/deferred.ts';
import { buildRoutes } from '../app/router.tsx';
import { cleanPrerenderedHtml } from '../prerender/clean-prerendered-html.ts';
import { buildHeadTags } from '../prerender/head-tags.ts';
import { prerenderedPages } from '../prerender/prerendered-pages.ts';
import { listRoutePatterns } from '../prerender/route-patterns.ts';

const authPage = prerenderedPages.find(({ name }) => name === 'auth')!;
const manifest = {
  'index.html': {
    file: 'assets/index.js',
    imports: ['_vendor.js'],
    assets: ['assets/onest-latin-wght-a.woff2'],
  },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_shared.js': { file: 'assets/shared.js', imports: ['_vendor.js'] },
  'app/styles/pages.css': { file: 'assets/pages.css' },
  [authPage.source]: { file: 'assets/method.js', imports: ['_shared.js', 'index.html'] },
};

test('a page names what it needs, and nothing that index.html names already', () => {
  const linkedFiles = buildHeadTags(authPage, 'en', manifest, '/assets/texts-1').matchAll(/href="([^"]+)"/g);
  expect([...linkedFiles].map(([, file]) => file)).toEqual([
    '/assets/pages.css',
    '/assets/method.js',
    '/assets/shared.js',
    '/assets/texts-1/en/common.json',
    '/assets/texts-1/en/errors.json',
    '/assets/texts-1/en/auth.json',
    '/assets/onest-latin-wght-a.woff2',
  ]);
});

test('Russian does not wait for Latin letters', () => {
  expect(buildHeadTags(authPage, 'ru', manifest, '/assets/texts-1')).not.toContain('latin');
});

test('a page that is no longer built stops the build', () => {
  expect(() => buildHeadTags({ ...authPage, source: 'app/routes/gone.tsx' }, 'en', manifest, '')).toThrow(
    'gone.tsx',
  );
});

describe.each(prerenderedPages)('$name', ({ path, urlPattern, source, namespaces }) => {
  test('is the page the app has at its address', () => {
    expect(path).toMatch(new RegExp(urlPattern));
    const page = matchRoutes(buildRoutes({ bare: [], policies: [], session: [], sellerArea: [] }), path)!.at(
      -1,
    )!;
    expect(page.route.id).not.toBe('notFound');
    const routeTables = ['buyer', 'public'].map((area) =>
      readFileSync(join(import.meta.dirname, `../app/route-tables/${area}.ts`), 'utf8'),
    );
    const routeSource = routeTables
      .join('')
      .split("id: '")
      .find((routeEntry) => routeEntry.startsWith(`${page.route.id}'`))!;
    expect(routeSource).toContain(source.replace('app/', '../'));
    expect([...routeSource.split('import(')[1]!.matchAll(/, '(\w+)'/g)].map(([, name]) => name)).toEqual(
      namespaces,
    );
  });
});

test('a picture of the app: links lead on, nothing else can be used or comes in again', () => {
  const root = document.createElement('div');
  root.innerHTML = `<main class="page-in wide"><h1 tabindex="-1">Hi</h1><form class="grid"><label>Mail <input value=""></label>
    <button>Send</button></form><a href="/auth">In</a><div data-preview="photo"><b>bone</b></div></main>`;
  const html = cleanPrerenderedHtml(root);
  expect(
    html,
  ).toBe(`<main class="wide"><h1>Hi</h1><div class="grid"><label>Mail <input value="" inert="" readonly=""></label>
    <button inert="">Send</button></div><a href="/auth">In</a><!-- photo --><div><b>bone</b></div><!-- /photo --></main>`);
});

test('every page has its address in the list for the server, whatever it hangs below; the one for all others has not', () => {
  const patterns = listRoutePatterns(buildRoutes(deferredRoutes));
  expect(patterns).toEqual(
    expect.arrayContaining(['/', '/auth', '/offers/:id', '/policy/privacy', '/clients/:id']),
  );
  expect(patterns).toHaveLength(new Set(patterns).size);
  expect(patterns.join(' ')).not.toContain('*');
});
