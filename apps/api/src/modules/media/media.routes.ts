import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import { folderStorage, type Storage } from '../../platform/storage.ts';

/** Paints a demo picture of a file name; null for a name that is none of its own. */
export type PaintDemo = (fileName: string) => Promise<Buffer | null>;

/** Names never change their content, so browsers may keep it for good. */
const FOR_GOOD = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' };

/** Serves what is kept under mediaDir, and sends browsers on to what is kept elsewhere. */
export async function mediaRoutes({ config, storage }: Context, { app }: Http, paintDemo: PaintDemo | null) {
  const here = folderStorage(config.mediaDir);
  if (storage.elsewhere) sendOn(app, here, storage.elsewhere);
  else {
    await app.register(fastifyStatic, {
      root: config.mediaDir,
      prefix: '/media/',
      index: false,
      immutable: true,
      maxAge: '365d',
    });
  }
  if (!paintDemo) return;
  // Demo pictures are painted at first look: a start with hundreds of packs stays quick. They stay in the folder
  // wherever photos are kept, as anybody can paint them again.
  app.get<{ Params: { name: string } }>(
    '/media/demo/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      // A name with a dot first or a slash leads elsewhere; the painter knows none of them.
      const key = join('demo', name);
      const kept = /^\w[\w.-]*$/.test(name) ? await here.get(key) : null;
      const picture = kept ?? (await paintDemo(name));
      if (!picture) throw new AppError('notFound');
      if (!kept) await here.put(key, picture);
      return reply.headers(FOR_GOOD).send(picture);
    },
  );
}

function sendOn(app: Http['app'], here: Storage, { addressOf }: NonNullable<Storage['elsewhere']>): void {
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const key = request.params['*'];
    if (!/^(photos|avatars)\/[\w-]+\.webp$/.test(key)) throw new AppError('notFound');
    // What was not moved yet is still here.
    const content = await here.get(key);
    if (content) return reply.headers(FOR_GOOD).send(content);
    const { url, keep, shared } = await addressOf(key);
    return reply.header('cache-control', `${shared ? 'public' : 'private'}, max-age=${keep}`).redirect(url);
  });
}
