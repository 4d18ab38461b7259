import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Language, pickLanguage } from '@wopack/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './error.ts';
import { builtPage, withFirstPage } from './first-pages.ts';
import { homePreview, type Preview, withPreview } from './preview.ts';

interface Web {
  /** The built web app. */
  folder: string;
  publicUrl: string;
  /** Null when there is no such pack. */
  offerPreview: (id: number, language: Language) => Promise<Preview | null>;
}

/** Serves the built web app; any path that is no file and no call is the app's own, which shows its page, or that it has none. */
export async function webRoutes(
  app: FastifyInstance,
  { folder, publicUrl, offerPreview }: Web,
): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    // '/' is a page with a preview, not a file.
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const built = builtPage(folder);
  const page = async (request: FastifyRequest, reply: FastifyReply, preview: Preview) => {
    const language = pickLanguage(request.headers['accept-language']);
    const { html, pages } = await built();
    const first = withFirstPage(html, pages, request.url.split('?')[0]!, language, preview.pack);
    const page = withPreview(first, preview, language, publicUrl);
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('text/html; charset=utf-8')
      .send(page);
  };

  app.get<{ Params: { id: string } }>(
    '/offers/:id(^[1-9]\\d{0,8}$)',
    { schema: { hide: true } },
    async (request, reply) => {
      const language = pickLanguage(request.headers['accept-language']);
      const preview = await offerPreview(Number(request.params.id), language).catch((error: unknown) => {
        // The page itself can still say what is the matter.
        request.log.error({ err: error }, 'no preview');
        return homePreview(language);
      });
      return page(request, preview ? reply : reply.code(404), preview ?? homePreview(language));
    },
  );

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|google|apple|facebook|media|sandbox|stripe|assets|dev)\//.test(request.url))
      throw new AppError('notFound');
    const path = request.url.split('?')[0]!;
    const preview = homePreview(pickLanguage(request.headers['accept-language']));
    const { has } = await built();
    // The words of the first page, but an address of its own: a search engine would take it for the first page.
    return page(request, has(path) ? reply : reply.code(404), { ...preview, path });
  });
}
