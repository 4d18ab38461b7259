import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';

/** Paints a demo picture of a file name; null for a name that is none of its own. */
export type PaintDemo = (fileName: string) => Promise<Buffer | null>;

/** Serves what is kept under mediaDir; names never change their content, so browsers may keep it for good. */
export async function mediaRoutes({ config, storage }: Context, { app }: Http, paintDemo: PaintDemo | null) {
  await app.register(fastifyStatic, {
    root: config.mediaDir,
    prefix: '/media/',
    index: false,
    immutable: true,
    maxAge: '365d',
    decorateReply: true,
  });
  if (!paintDemo) return;
  // Demo pictures are painted at first look: a start with hundreds of packs stays quick.
  app.get<{ Params: { name: string } }>(
    '/media/demo/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      const key = join('demo', name);
      const known = await access(join(config.mediaDir, key)).then(
        () => true,
        () => false,
      );
      if (!known) {
        const picture = await paintDemo(name);
        if (!picture) throw new AppError('notFound');
        await storage.put(key, picture);
      }
      return reply.sendFile(key, config.mediaDir, { immutable: true, maxAge: '365d' });
    },
  );
}
