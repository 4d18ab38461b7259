import { join } from 'node:path';
import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { type BuildPdf, createPdfs } from '../../../platform/pdf/create-pdfs.ts';
import { createWorkProcess } from '../../../platform/work-process/work-process.ts';
import { findStatementNumber, getStatement } from './get-statements.ts';
import type { PdfTasks } from './pdf-process.ts';
import type { StatementPdfInput } from './statement-pdf.ts';

const pdfs = createWorkProcess<PdfTasks>({
  script: join(import.meta.dirname, 'pdf-process.ts'),
  // A statement of 4,000 lines needs 200 MB.
  maxHeapMb: 384,
  timeoutMs: 120_000,
  // `createPdfs` passes one at a time.
  maxWaiting: 0,
});

const buildInWorkProcess: BuildPdf<StatementPdfInput> = (input, signal) =>
  pdfs.run('buildStatementPdf', input, signal);

/** An issued statement never changes, so that its PDF depends on number and language alone. */
export function createStatementPdfs({ db, config }: Context, buildPdf = buildInWorkProcess) {
  const getPdf = createPdfs(buildPdf);
  return async (call: Call<typeof endpoints.exportStatementPdf>) => {
    const { actor, params, language } = call;
    const name = `${await findStatementNumber(db, actor.id, params.id)}.pdf`;
    const content = await getPdf(call, `${params.id} ${language}`, async () => ({
      statement: await getStatement(db, actor.id, params.id),
      language,
      timeZone: config.operatorTimeZone,
    }));
    return { name, content };
  };
}
