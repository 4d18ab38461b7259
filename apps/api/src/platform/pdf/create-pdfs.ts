import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../http/app-error.ts';
import { wideNetworkOf } from '../http/rate-limits.ts';
import { whileConnected } from '../http/route.ts';
import { createConcurrencyLimiter } from '../http/stream-route.ts';
import { createTurns, createUsedTime, NoPlaceError } from '../work-process/turns.ts';
import { createWorkProcess, WorkEndedError } from '../work-process/work-process.ts';

type BuildPdf<Input> = (input: Input, signal: AbortSignal) => Promise<Uint8Array>;

/** A browser that repeats a download begins the second before it gives up the first. */
const MAX_PDFS_PER_USER = 2;
/** Beyond this number the newest one of the wide network that has most of them makes room. */
const MAX_WAITING_PDFS = 20;
/** 80 documents of 400 lines. */
const MAX_CACHED_BYTES = 8_000_000;
const CACHE_TTL_MS = 3_600_000;
/** Whoever is not signed in: those of a network are one. */
const NOBODY = 0;

interface PdfProcess {
  /** Path of a script that serves the function `build`. */
  script: string;
  maxHeapMb?: number;
  timeoutMs?: number;
}

function createBuild<Input>({ script, maxHeapMb = 128, timeoutMs = 60_000 }: PdfProcess): BuildPdf<Input> {
  const pdfs = createWorkProcess<{ build: (input: Input) => Promise<Uint8Array> }>({
    script,
    maxHeapMb,
    timeoutMs,
    // One turn at a time is taken.
    maxWaiting: 0,
  });
  return (input, signal) => pdfs.run('build', input, signal);
}

/** What composes documents: a work process, or a function. */
export type PdfComposer<Input> = PdfProcess | BuildPdf<Input>;

/**
 * Documents as PDF, composed outside of the server. One is kept for an hour in the memory of the process, by a key that
 * says all that it depends on.
 */
export function createPdfs<Input>(composer: PdfComposer<Input>) {
  const build = typeof composer === 'function' ? composer : createBuild<Input>(composer);
  const cache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: CACHE_TTL_MS,
  });
  const countOfUser = createConcurrencyLimiter(MAX_PDFS_PER_USER);
  const usedTime = createUsedTime();
  const takeTurn = createTurns(1, MAX_WAITING_PDFS, usedTime);
  return async function getPdf(
    { actor, request }: { actor: { id: number } | null; request: FastifyRequest },
    key: string,
    load: () => Promise<Input>,
  ): Promise<Buffer> {
    const cached = cache.get(key);
    if (cached) return cached;
    const network = wideNetworkOf(request.ip);
    const release = countOfUser(actor?.id ?? network);
    try {
      const input = await load();
      const owner = { userId: actor?.id ?? NOBODY, network };
      const compose = async (signal: AbortSignal) => {
        const startedAt = performance.now();
        return build(input, signal).finally(() => usedTime.note(owner, performance.now() - startedAt));
      };
      const bytes = await whileConnected(request, (signal) =>
        takeTurn(owner, () => compose(signal), { signal }),
      );
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      cache.set(key, content);
      return content;
    } catch (error) {
      if (error instanceof NoPlaceError) throw new AppError('serviceDown', { retryAfter: 5 });
      if (!(error instanceof WorkEndedError)) throw error;
      throw new AppError('serviceDown', { retryAfter: 30 }, error.reason === 'cancelled' ? undefined : error);
    } finally {
      release();
    }
  };
}
