import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBuildReader, insertPrerenderedPage } from './prerendered-pages.ts';

const html = `<head><script type="module" src="/a.js"></script><link rel="modulepreload" href="/v.js"></head><body><div id="root"></div></body>`;
const buildTranslations = (text: string) => ({ en: text, pt: `${text} (pt)`, ru: `${text} (ru)` });
const pages = [
  {
    at: '^/auth$',
    scripts: 'later' as const,
    head: buildTranslations('<link auth>'),
    body: buildTranslations('<p>Sign in'),
  },
  {
    at: '^/offers/[1-9]\\d{0,8}$',
    scripts: 'later' as const,
    head: buildTranslations('<link offer>'),
    body: buildTranslations(
      '<a href="/auth?next=%2Foffers%2F999999999">In</a><!-- photo --><i>bone</i><!-- /photo --><!-- name --><i>bone</i><!-- /name -->',
    ),
  },
];

test('an address of which nothing is known beforehand is served as it was built', () => {
  expect(insertPrerenderedPage(html, pages, '/auth/email', 'en')).toBe(html);
});

test('what is known is there in the language asked for, and the script waits for it', () => {
  const page = insertPrerenderedPage(html, pages, '/auth', 'pt');
  expect(page).toContain('<link auth> (pt)\n  </head>');
  expect(page).toContain('<div id="root"><p>Sign in (pt)</div>');
  expect(page).toContain('<script type="later" src="/a.js"></script><link rel="later" href="/v.js">');
});

test('where what is known is only bones, the script comes along', () => {
  const skeletonPage = { ...pages[0]!, at: '^/offers$', scripts: 'along' as const };
  const page = insertPrerenderedPage(html, [skeletonPage], '/offers', 'en');
  expect(page).toContain(
    '<script type="module" src="/a.js"></script><link rel="modulepreload" href="/v.js">',
  );
});

test('a pack begins with its photo and its name, as text', () => {
  const photo = { path: '/media/a"b.webp', srcset: '/media/a"b.webp 1280w' };
  const page = insertPrerenderedPage(html, pages, '/offers/7', 'en', { name: '<script>$&', photo });
  expect(page).toContain('src="/media/a&quot;b.webp" srcset="/media/a&quot;b.webp 1280w"');
  expect(page).toContain('imagesrcset="/media/a&quot;b.webp 1280w"');
  expect(page).toContain('<p class="h1">&lt;script&gt;$&amp;</p>');
  expect(page).toContain('next=%2Foffers%2F7"');
  expect(page).not.toContain('bone');
});

test('without the pack, or without a photo of it, the bones stay', () => {
  expect(insertPrerenderedPage(html, pages, '/offers/7', 'en').match(/bone/g)).toHaveLength(2);
  const page = insertPrerenderedPage(html, pages, '/offers/7', 'en', { name: 'Bag', photo: null });
  expect(page.match(/bone/g)).toHaveLength(1);
  expect(page).not.toContain('imagesrcset');
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-first-'));
  await writeFile(join(folder, 'index.html'), html);
});
afterEach(() => rm(folder, { recursive: true }));

test('another build is noticed; one without first pages is served as it is', async () => {
  const readBuild = createBuildReader(folder);
  expect(await readBuild()).toMatchObject({ html, pages: [] });
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/prerendered-pages.json'), JSON.stringify(pages));
  await writeFile(join(folder, 'index.html'), 'another');
  await utimes(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
  expect(await readBuild()).toMatchObject({ html: 'another', pages });
});
