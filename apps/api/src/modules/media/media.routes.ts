import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { createFolderStorage, type Storage } from '../../platform/storage.ts';

/** Paints a demo picture of a file name; null for a name that is none of its own. */
export type PaintDemoPhoto = (fileName: string) => Promise<Buffer | null>;

/** Names never change their content, so browsers may keep it for good. */
const IMMUTABLE_CACHE = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** Serves what is kept under mediaDir, and sends browsers on to what is kept elsewhere. */
export async function mediaRoutes(
  { config, storage }: Context,
  { app }: Http,
  paintDemoPhoto: PaintDemoPhoto | null,
) {
  const isServedLocally = createFolderStorage(config.mediaDir);
  if (storage.external) redirectToStorage(app, isServedLocally, storage.external);
  else {
    await app.register(fastifyStatic, {
      root: config.mediaDir,
      prefix: '/media/',
      index: false,
      immutable: true,
      maxAge: '365d',
    });
  }
  if (!paintDemoPhoto) return;
  // Demo pictures are painted at first look: a start with hundreds of packs stays quick. They stay in the folder
  // wherever photos are kept, as anybody can paint them again.
  app.get<{ Params: { name: string } }>(
    '/media/demo/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      // A name with a dot first or a slash leads elsewhere; the painter knows none of them.
      const key = join('demo', name);
      const stored = /^\w[\w.-]*$/.test(name) ? await isServedLocally.get(key) : null;
      const picture = stored ?? (await paintDemoPhoto(name));
      if (!picture) throw new AppError('notFound');
      if (!stored) await isServedLocally.put(key, picture);
      return reply.headers(IMMUTABLE_CACHE).send(picture);
    },
  );
}

function redirectToStorage(
  app: Http['app'],
  isServedLocally: Storage,
  { getUrl: storageUrlOf }: NonNullable<Storage['external']>,
): void {
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const key = request.params['*'];
    if (!/^(photos|avatars)\/[\w-]+\.webp$/.test(key)) throw new AppError('notFound');
    // What was not moved yet is still here.
    const content = await isServedLocally.get(key);
    if (content) return reply.headers(IMMUTABLE_CACHE).send(content);
    const { url, maxAgeSeconds: cacheControl, isPublic: publicUrl } = await storageUrlOf(key);
    return reply
      .header('cache-control', `${publicUrl ? 'public' : 'private'}, max-age=${cacheControl}`)
      .redirect(url);
  });
}
