import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@wopack/domain';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createDraftProduct,
  createProductOnSale,
  createTestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { buildFastify } from '../../../platform/http/fastify.ts';
import { webRoutes } from '../../../platform/http/pages/web.routes.ts';
import { createLinkPreviews } from '../index.ts';

const api = useTestApp();
const publicUrl = 'https://wopack.example';
let webServer: FastifyInstance;
let buildDir: string;

beforeAll(async () => {
  buildDir = await mkdtemp(join(tmpdir(), 'wopack-web-'));
  // index.html before the build: the tests fail if it lacks a mark that the server replaces.
  await copyFile(join(import.meta.dirname, '../../../../../web/index.html'), join(buildDir, 'index.html'));
  await mkdir(join(buildDir, '.vite'));
  const routePatterns = ['/', '/offers/:id', '/sale-places/:id', '/offers/history', '/policy/privacy'];
  await writeFile(join(buildDir, '.vite/addresses.json'), JSON.stringify(routePatterns));
  webServer = await buildFastify(api.context.config);
  await webRoutes(webServer, { folder: buildDir, publicUrl, linkPreviews: createLinkPreviews(api.context) });
});
beforeEach(() => api.clock.set(FRIDAY_NOON));
afterAll(async () => {
  await webServer.close();
  await rm(buildDir, { recursive: true });
});

/** The page with its preview tags. */
async function loadPage(path: string, language: Language = 'en') {
  const reply = await webServer.inject({ url: path, headers: { 'accept-language': language } });
  const html = reply.payload;
  const getMetaContent = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];
  return { status: reply.statusCode, headers: reply.headers, html, getMetaContent };
}

test.each([
  ['en', '€3.99 (worth €12.00) · pickup Fri 20 Nov 17:30–19:00', 'en_GB'],
  ['pt', '3,99 € (vale 12,00 €) · recolha sexta, 20/11 17:30–19:00', 'pt_PT'],
  ['ru', '3,99 € (стоимость 12,00 €) · выдача пт, 20 нояб. 17:30–19:00', 'ru_RU'],
] as const)(
  'the preview of a product in %s has name, sale place, price and pickup time',
  async (language, expectedFacts, locale) => {
    const { productId } = await createProductOnSale(api);
    const { status, headers, html, getMetaContent } = await loadPage(`/offers/${productId}`, language);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ vary: 'accept-language', 'content-type': 'text/html; charset=utf-8' });
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('<title>Cesto de fim de tarde · Padaria Aurora</title>');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/offers/${productId}" />`);
    expect(getMetaContent('og:title')).toBe('Cesto de fim de tarde · Padaria Aurora');
    expect(getMetaContent('og:description')?.replace(/\s/g, ' ')).toBe(
      `${expectedFacts} · Padaria Aurora, Rua da Trindade 18, Lisboa. Pão de fermentação natural e croissants.`,
    );
    expect(getMetaContent('description')).toBe(getMetaContent('og:description'));
    expect(getMetaContent('og:url')).toBe(`${publicUrl}/offers/${productId}`);
    expect(getMetaContent('og:image')).toMatch(/^https:\/\/wopack\.example\/media\/photos\/.*-1280\.webp$/);
    expect(getMetaContent('og:locale')).toBe(locale);
    expect(getMetaContent('twitter:card')).toBe('summary_large_image');
  },
);

test('texts of users are escaped', async () => {
  const name = `</title><script>alert("1")</script> $& $\` 'é`;
  const { productId } = await createProductOnSale(api, {
    product: { name, description: '"><img src=x onerror=alert(1)>' },
    salePlace: { name: 'A & B <b>' },
  });
  const { html, getMetaContent } = await loadPage(`/offers/${productId}`);
  const escapedTitle =
    '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; $&amp; $` &#39;é · A &amp; B &lt;b&gt;';
  expect(html).toContain(`<title>${escapedTitle}</title>`);
  expect(getMetaContent('og:title')).toBe(escapedTitle);
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<img');
});

test('names that run from right to left do not change the order of the preview', async () => {
  const { productId } = await createProductOnSale(api, {
    product: { name: 'מאפייה', description: 'לחם' },
    salePlace: { name: 'מאפייה ירוקה', address: 'רחוב 5, חיפה' },
  });
  const { getMetaContent } = await loadPage(`/offers/${productId}`);
  expect(getMetaContent('og:title')).toBe('\u2068מאפייה\u2069 · \u2068מאפייה ירוקה\u2069');
  expect(getMetaContent('og:description')).toContain(
    ' · \u2068מאפייה ירוקה\u2069, \u2068רחוב 5, חיפה\u2069. \u2068לחם\u2069',
  );
});

test('a missing product and a draft are answered 404 with the app', async () => {
  const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  const { salePlaceId } = await createProductOnSale(api, { seller });
  const draftId = await createDraftProduct(api, seller, salePlaceId, { name: 'Segredo' });
  for (const id of [draftId, 999_999_999]) {
    const { status, html, getMetaContent } = await loadPage(`/offers/${id}`);
    expect(status).toBe(404);
    expect(html).toContain('<div id="root">');
    expect(html).not.toContain('Segredo');
    expect(getMetaContent('og:title')).toBe('WoPack · Left over? All yours.');
  }
});

test.each(['/offers/7x', '/offers/0', '/offers/1e3', '/offers/99999999999999', '/offers/-1'])(
  '%s is no offer: 404 with the app',
  async (path) => {
    const { status, html, getMetaContent } = await loadPage(path);
    expect(status).toBe(404);
    expect(html).toContain('<div id="root">');
    expect(getMetaContent('og:title')).toBe('WoPack · Left over? All yours.');
  },
);

test.each(['/offers/history', '/offers/history?page=2', '/policy/privacy/'])('%s is a page', async (path) => {
  const { status, getMetaContent } = await loadPage(path);
  expect(status).toBe(200);
  expect(getMetaContent('og:title')).toBe('WoPack · Left over? All yours.');
});

test.each(['/no-such-page', '/wp-login.php', '/policy', '/offers/history/1', '/nothing.png?of=/offers'])(
  '%s is no page: 404 with the app',
  async (path) => {
    const { status, headers, html } = await loadPage(path, 'pt');
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(html).toContain('<html lang="pt">');
    expect(html).toContain('<div id="root">');
  },
);

test('without route patterns in the build every path is a page', async () => {
  const olderBuildDir = await mkdtemp(join(tmpdir(), 'wopack-web-'));
  await copyFile(join(buildDir, 'index.html'), join(olderBuildDir, 'index.html'));
  const isolatedServer = await buildFastify(api.context.config);
  await webRoutes(isolatedServer, {
    folder: olderBuildDir,
    publicUrl,
    linkPreviews: createLinkPreviews(api.context),
  });
  const reply = await isolatedServer.inject('/no-such-page');
  await isolatedServer.close();
  await rm(olderBuildDir, { recursive: true });
  expect(reply.statusCode).toBe(200);
});

test.each([
  ['en', 'WoPack · Left over? All yours.'],
  ['pt', 'WoPack · Sobrou? É teu.'],
  ['ru', 'WoPack · Осталось? Забирай.'],
] as const)('the home page in %s', async (language, title) => {
  const { status, html, getMetaContent } = await loadPage('/', language);
  expect(status).toBe(200);
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain(`<link rel="canonical" href="${publicUrl}/" />`);
  expect(getMetaContent('og:image')).toBe(`${publicUrl}/preview.jpg`);
});

test('a page without a preview has its own canonical URL, without the query', async () => {
  const { html, getMetaContent } = await loadPage('/policy/privacy?ref=ABC');
  expect(html).toContain(`<link rel="canonical" href="${publicUrl}/policy/privacy" />`);
  expect(getMetaContent('og:url')).toBe(`${publicUrl}/policy/privacy`);
});

test('the preview of a sale place has its kinds, address and a photo', async () => {
  const { salePlaceId } = await createProductOnSale(api, {
    salePlace: { name: 'Forno <da> Sé', description: 'Pão  desde\n1932.' },
  });
  const { status, html, getMetaContent } = await loadPage(`/sale-places/${salePlaceId}`, 'pt');
  expect(status).toBe(200);
  expect(html).toContain('<title>Forno &lt;da&gt; Sé · WoPack</title>');
  expect(getMetaContent('og:description')).toMatch(/ · Rua da Trindade 18, Lisboa\. Pão desde 1932\.$/);
  expect(getMetaContent('og:url')).toBe(`${publicUrl}/sale-places/${salePlaceId}`);
  expect(getMetaContent('og:image')).toMatch(/\/media\/photos\//);
  expect((await loadPage('/sale-places/999999')).status).toBe(404);
});

test('without a database the page is served without a preview', async () => {
  const isolatedServer = await buildFastify(api.context.config);
  await webRoutes(isolatedServer, {
    folder: buildDir,
    publicUrl,
    linkPreviews: { '/offers': () => Promise.reject(new Error('away')) },
  });
  const reply = await isolatedServer.inject('/offers/7');
  await isolatedServer.close();
  expect(reply.statusCode).toBe(200);
  expect(reply.payload).toContain('<div id="root">');
});

test.each([
  '/decisions/0000beef-feedfacefeedfacefeedface',
  '/unsubscribe/sold/feedface-beef-4bee-8bee-feedfacebeef',
  '/auth/token?token=feedface',
  '/policy/privacy?payment_intent_client_secret=feedface',
])('%s: a page whose address has a key is not kept, indexed or passed on', async (path) => {
  const { headers, html } = await loadPage(path);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': expect.stringContaining('noindex'),
    'referrer-policy': 'no-referrer',
  });
  expect(html).not.toContain('feedface');
  expect((await loadPage('/policy/privacy')).headers).not.toHaveProperty('x-robots-tag');
});
