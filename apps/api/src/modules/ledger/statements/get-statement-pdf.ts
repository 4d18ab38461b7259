import { join } from 'node:path';
import type { endpoints } from '@wopack/contract';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { whileConnected } from '../../../platform/http/route.ts';
import { createConcurrencyLimiter } from '../../../platform/http/stream-route.ts';
import { createWorkProcess, WorkEndedError } from '../../../platform/work-process/work-process.ts';
import { findStatementNumber, getStatement } from './get-statements.ts';
import type { PdfTasks } from './pdf-process.ts';
import type { StatementPdfInput } from './statement-pdf.ts';

type BuildPdf = (input: StatementPdfInput, signal: AbortSignal) => Promise<Uint8Array>;

const pdfs = createWorkProcess<PdfTasks>({
  script: join(import.meta.dirname, 'pdf-process.ts'),
  // A statement of 4,000 lines needs 200 MB.
  maxHeapMb: 384,
  timeoutMs: 120_000,
  maxWaiting: 20,
});

const buildInWorkProcess: BuildPdf = (input, signal) => pdfs.run('buildStatementPdf', input, signal);

/** A browser that repeats a download begins the second before it gives up the first. */
const MAX_PDFS_PER_USER = 2;
/** 80 statements of 400 lines. */
const MAX_CACHED_BYTES = 8_000_000;
const CACHE_TTL_MS = 3_600_000;

/**
 * Statements as PDF, composed outside of the server. An issued statement never changes, so a PDF is kept for an hour in
 * the memory of the process, by statement and language.
 */
export function createStatementPdfs({ db, config }: Context, buildPdf: BuildPdf = buildInWorkProcess) {
  const cache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: CACHE_TTL_MS,
  });
  const countOfUser = createConcurrencyLimiter(MAX_PDFS_PER_USER);
  return async ({ actor, params, language, request }: Call<typeof endpoints.exportStatementPdf>) => {
    const name = `${await findStatementNumber(db, actor.id, params.id)}.pdf`;
    const key = `${params.id} ${language}`;
    const cached = cache.get(key);
    if (cached) return { name, content: cached };
    const release = countOfUser(actor.id);
    try {
      const statement = await getStatement(db, actor.id, params.id);
      const input = { statement, language, timeZone: config.operatorTimeZone };
      const bytes = await whileConnected(request, (signal) => buildPdf(input, signal));
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      cache.set(key, content);
      return { name, content };
    } catch (error) {
      if (!(error instanceof WorkEndedError)) throw error;
      throw new AppError('serviceDown', { retryAfter: 30 }, error.reason === 'cancelled' ? undefined : error);
    } finally {
      release();
    }
  };
}
