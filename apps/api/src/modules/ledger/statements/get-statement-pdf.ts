import { join } from 'node:path';
import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { createPdfs, type PdfComposer } from '../../../platform/pdf/create-pdfs.ts';
import { findStatementNumber, getStatement } from './get-statements.ts';
import type { StatementPdfInput } from './statement-pdf.ts';

const statementProcess: PdfComposer<StatementPdfInput> = {
  script: join(import.meta.dirname, 'statement-process.ts'),
  // A statement of 4,000 lines needs 200 MB.
  maxHeapMb: 384,
  timeoutMs: 120_000,
};

/** An issued statement never changes, so that its PDF depends on number and language alone. */
export function createStatementPdfs(context: Context, composer = statementProcess) {
  const getPdf = createPdfs(composer);
  return async (call: Call<typeof endpoints.exportStatementPdf>) => {
    const { actor, params, language } = call;
    const name = `${await findStatementNumber(context.db, actor, params.id)}.pdf`;
    const content = await getPdf(call, `${params.id} ${language}`, async () => ({
      statement: await getStatement(context, actor, params.id),
      language,
      timeZone: context.config.operatorTimeZone,
    }));
    return { name, content };
  };
}
