import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** Called by what takes long: throws when the session that it began in has ended, on whatever process. */
export async function assertStillAllowed({ isStillAllowed }: FastifyRequest): Promise<void> {
  if (isStillAllowed && !(await isStillAllowed())) throw new AppError('notSignedIn');
}

/**
 * The content of a download until the session ends that asked for it, on whatever process: each chunk is sent only if the
 * token still opens the endpoint. Then the connection breaks, as after any other error, or the answer is code 2 if nothing was sent yet.
 */
export function endWithSession(request: FastifyRequest, content: Readable): Readable {
  if (!request.isStillAllowed) return content;
  async function* copy() {
    for await (const chunk of content) {
      await assertStillAllowed(request);
      yield chunk as string | Buffer;
    }
  }
  return Readable.from(copy(), { objectMode: false });
}
