import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBuildReader, createPageMatcher, insertPrerenderedPage } from './prerendered-pages.ts';

const html = `<head><script type="module" src="/a.js"></script><!--app-preloads--></head><body><div id="root"><!--app-html--></div></body>`;
const buildTranslations = (text: string) => ({ en: text, pt: `${text} (pt)`, ru: `${text} (ru)` });
const prerendered = {
  placeholders: { id: '999999999', name: '{{name}}', photoPath: '{{path}}', photoSrcset: '{{srcset}}' },
  pages: [
    {
      pattern: '/auth',
      head: buildTranslations('<link auth>'),
      bodies: { none: buildTranslations('<p>Sign in') },
    },
    {
      pattern: '/offers/:id',
      head: buildTranslations('<link offer>'),
      bodies: {
        none: buildTranslations('<a href="/auth?next=%2Foffers%2F999999999">In</a><i>bone</i><i>bone</i>'),
        name: buildTranslations('<i>bone</i><p class="h1">{{name}}</p>'),
        photo: buildTranslations(
          '<a href="/auth?next=%2Foffers%2F999999999">In</a><link imagesrcset="{{srcset}}"><img src="{{path}}" srcset="{{srcset}}"><p class="h1">{{name}}</p>',
        ),
      },
    },
  ],
};

test('a path without a prerendered page is served as built', () => {
  expect(insertPrerenderedPage(html, prerendered, '/auth/email', 'en')).toBe(html);
});

test('a prerendered page is served in the requested language', () => {
  const page = insertPrerenderedPage(html, prerendered, '/auth', 'pt');
  expect(page).toContain('<link auth> (pt)</head>');
  expect(page).toContain('<div id="root"><p>Sign in (pt)</div>');
});

test('an offer page has photo and name of the offer, escaped', () => {
  const photo = { path: '/media/a"b.webp', srcset: '/media/a"b.webp 1280w' };
  const page = insertPrerenderedPage(html, prerendered, '/offers/7', 'en', { name: '<script>$&', photo });
  expect(page).toContain('src="/media/a&quot;b.webp" srcset="/media/a&quot;b.webp 1280w"');
  expect(page).toContain('imagesrcset="/media/a&quot;b.webp 1280w"');
  expect(page).toContain('<p class="h1">&lt;script&gt;$&amp;</p>');
  expect(page).toContain('next=%2Foffers%2F7"');
  expect(page).not.toContain('bone');
});

test('a name that looks like a placeholder is not replaced', () => {
  const photo = { path: '/media/a.webp', srcset: '' };
  const page = insertPrerenderedPage(html, prerendered, '/offers/7', 'en', {
    name: '{{path}} 999999999',
    photo,
  });
  expect(page).toContain('<p class="h1">{{path}} 999999999</p>');
});

test('without the offer or its photo the skeleton stays', () => {
  expect(insertPrerenderedPage(html, prerendered, '/offers/7', 'en').match(/bone/g)).toHaveLength(2);
  const page = insertPrerenderedPage(html, prerendered, '/offers/7', 'en', { name: 'Bag', photo: null });
  expect(page.match(/bone/g)).toHaveLength(1);
  expect(page).not.toContain('imagesrcset');
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-first-'));
  await writeFile(join(folder, 'index.html'), html);
});
afterEach(() => rm(folder, { recursive: true }));

test('a new build is detected; one without prerendered pages is served as built', async () => {
  const readBuild = createBuildReader(folder);
  expect(await readBuild()).toMatchObject({ html, prerendered: null });
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/prerendered-pages.json'), JSON.stringify(prerendered));
  await writeFile(join(folder, 'index.html'), 'another');
  await utimes(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
  expect(await readBuild()).toMatchObject({ html: 'another', prerendered });
});

const isPagePath = createPageMatcher([
  '/',
  '/offers',
  '/offers/:id',
  '/offers/history',
  '/unsubscribe/:what',
  '/unsubscribe/:what/:key',
]);

test.each(['/', '/offers', '/offers/', '/Offers/History', '/offers/7', '/unsubscribe/favourites/0e2a-b'])(
  '%s is a page of the app',
  (path) => {
    expect(isPagePath(path)).toBe(true);
  },
);

test.each([
  '/offer',
  '/offers/7x',
  '/offers/0',
  '/offers/-1',
  '/offers/99999999999999',
  '/offers/7/8',
  '/unsubscribe',
  '/wp-login.php',
  '//offers',
])('%s is no page of the app', (path) => {
  expect(isPagePath(path)).toBe(false);
});
