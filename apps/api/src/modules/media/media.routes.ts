import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Context, Http } from '../../platform/context.ts';
import { createFolderStorage, type Storage } from '../../platform/files/storage.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** Renders the demo picture of a file name; null for an unknown name. */
export type PaintDemoPhoto = (fileName: string) => Promise<Buffer | null>;

/** The content behind a file name never changes, so browsers may cache it for good. */
const IMMUTABLE_CACHE = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** Evidence is in no cache: its address is known to those who may see it, until it is erased. */
const EVIDENCE_HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
const EVIDENCE_PREFIX = 'evidence/';

/** Serves files from mediaDir, and redirects to the external storage if there is one. */
export async function mediaRoutes(
  { config, storage }: Context,
  { app }: Http,
  paintDemoPhoto: PaintDemoPhoto | null,
) {
  const localStorage = createFolderStorage(config.mediaDir);
  if (storage.external) redirectToStorage(app, localStorage, storage.external);
  else {
    await app.register(fastifyStatic, {
      root: config.mediaDir,
      prefix: '/media/',
      index: false,
      immutable: true,
      maxAge: '365d',
      setHeaders: (reply, path) => {
        if (!relative(config.mediaDir, path).startsWith(EVIDENCE_PREFIX)) return;
        reply.headers(EVIDENCE_HEADERS);
      },
    });
  }
  if (!paintDemoPhoto) return;
  // Demo pictures are rendered on first request, which keeps the start fast with hundreds of products. They
  // are always cached in mediaDir, even with an external storage, because they can be rendered again.
  app.get<{ Params: { name: string } }>(
    '/media/demo/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      // The pattern excludes path traversal; the renderer accepts only names it knows.
      const key = join('demo', name);
      const stored = /^\w[\w.-]*$/.test(name) ? await localStorage.get(key) : null;
      const picture = stored ?? (await paintDemoPhoto(name));
      if (!picture) throw new AppError('notFound');
      if (!stored) await localStorage.put(key, picture);
      return reply.headers(IMMUTABLE_CACHE).send(picture);
    },
  );
}

function redirectToStorage(
  app: Http['app'],
  localStorage: Storage,
  { getUrl: storageUrlOf }: NonNullable<Storage['external']>,
): void {
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const key = request.params['*'];
    if (!/^(photos|avatars|evidence)\/[\w-]+\.webp$/.test(key)) throw new AppError('notFound');
    // Files not yet moved to the external storage are still served from here.
    const content = await localStorage.get(key);
    const isEvidence = key.startsWith(EVIDENCE_PREFIX);
    if (content)
      return reply.headers({ ...IMMUTABLE_CACHE, ...(isEvidence && EVIDENCE_HEADERS) }).send(content);
    const { url, maxAgeSeconds, isPublic } = await storageUrlOf(key);
    if (isEvidence) return reply.headers(EVIDENCE_HEADERS).redirect(url);
    return reply
      .header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=${maxAgeSeconds}`)
      .redirect(url);
  });
}
