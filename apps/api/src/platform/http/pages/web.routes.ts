import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Language, pickLanguage } from '@wopack/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { createTtlCache } from '../../performance/caches.ts';
import { AppError } from '../app-error.ts';
import { rememberedCompression } from '../remembered-compression.ts';
import {
  buildHomePreview,
  createBuildReader,
  insertPrerenderedPage,
  insertPreview,
  type LinkPreview,
  type Preview,
  type WebBuild,
} from './prerendered-pages.ts';

interface WebAppOptions {
  /** The built web app. */
  folder: string;
  publicUrl: string;
  /** By the path before the id: '/offers'. */
  linkPreviews: Record<string, LinkPreview>;
}

/** A link that a messenger shows to many is opened by them at once. */
const PREVIEW_TTL_MS = 1000;
const MAX_CACHED_PREVIEWS = 500;

/**
 * Serves the built web app. A path that is neither a file nor an endpoint is answered with the app, with status 404
 * where the app has no page.
 */
export async function webRoutes(
  app: FastifyInstance,
  { folder, publicUrl, linkPreviews }: WebAppOptions,
): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  await serveFiles(app, folder, '/');

  const readBuild = createBuildReader(folder);
  const getPreview = createTtlCache<Preview | null>(PREVIEW_TTL_MS, MAX_CACHED_PREVIEWS, () => true);
  const renderPage = (
    { html, prerendered }: WebBuild,
    path: string,
    language: Language,
    preview: Preview,
  ): Buffer => {
    const page = insertPrerenderedPage(html, prerendered, path, language, preview.product);
    return Buffer.from(insertPreview(page, preview, language, publicUrl));
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, preview: Preview) => {
    const language = pickLanguage(request.headers['accept-language']);
    const build = await readBuild();
    const path = request.url.split('?')[0]!;
    // Replies share their bytes: thousands that are asked for at once take no more memory than one.
    const key = JSON.stringify([path, language, preview]);
    const document = build.documents.get(key) ?? renderPage(build, path, language, preview);
    build.documents.set(key, document);
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .headers(hasKey(request.url) ? KEY_HEADERS : {})
      .type('text/html; charset=utf-8')
      .send(document);
  };

  for (const [path, findPreview] of Object.entries(linkPreviews)) {
    app.get<{ Params: { id: string } }>(
      `${path}/:id(^[1-9]\\d{0,8}$)`,
      pageOptions,
      async (request, reply) => {
        const language = pickLanguage(request.headers['accept-language']);
        const id = Number(request.params.id);
        const preview = await getPreview(`${path}/${id} ${language}`, () => findPreview(id, language)).catch(
          (error: unknown) => {
            // The app loads without a preview and reports the error itself.
            request.log.error({ err: error }, 'link preview failed');
            return buildHomePreview(language);
          },
        );
        return sendPage(request, preview ? reply : reply.code(404), preview ?? buildHomePreview(language));
      },
    );
  }

  app.get('/*', pageOptions, async (request, reply) => {
    if (/^\/(api|google|apple|facebook|media|sandbox|stripe|assets|dev)\//.test(request.url))
      throw new AppError('notFound');
    const path = request.url.split('?')[0]!;
    const canonicalPath = path.replace(KEY_PAGE, '/$1');
    const preview = buildHomePreview(pickLanguage(request.headers['accept-language']));
    const { hasPage } = await readBuild();
    // Texts of the home page, but a canonical address of its own, or search engines would merge it with the home page.
    return sendPage(request, hasPage(path) ? reply : reply.code(404), { ...preview, path: canonicalPath });
  });
}

const pageOptions: RouteShorthandOptions = { schema: { hide: true }, compress: rememberedCompression };

/** Pages that a link with a key leads to, and queries that payment providers and sign-in add to an address. */
const KEY_PAGE = /^\/(decisions|unsubscribe|friend|auth\/token)(\/.*)?$/i;
const KEY_PARAMS = ['token', 'payment', 'payment_intent_client_secret', 'client_state'];

function hasKey(url: string): boolean {
  const [path, query] = url.split('?');
  const params = new URLSearchParams(query);
  return KEY_PAGE.test(path!) || KEY_PARAMS.some((name) => params.has(name));
}

const KEY_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

/** Serves the files of a build. '/' is a page, not a file. */
const serveFiles = (app: FastifyInstance, root: string, prefix: string, cacheOfPages = 'no-cache') =>
  app.register(fastifyStatic, {
    root,
    prefix,
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      const other = path.endsWith('.html') ? cacheOfPages : 'no-cache';
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : other);
    },
  });

/** Serves the built operator console under /admin; its pages are routes of the browser. */
export async function adminPageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  await serveFiles(app, folder, '/admin/', 'no-store');
  app.get('/admin', { schema: { hide: true } }, (_request, reply) => reply.redirect('/admin/'));
  app.get('/admin/*', pageOptions, async (request, reply) => {
    if (request.url.startsWith('/admin/assets/')) throw new AppError('notFound');
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await readFile(index, 'utf8'));
  });
}
