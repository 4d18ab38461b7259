import { serveWork } from '../../../platform/work-process/serve-work.ts';
import { buildStatementPdf } from './statement-pdf.ts';

const tasks = {
  buildStatementPdf: (input: Parameters<typeof buildStatementPdf>[0]) => buildStatementPdf(input),
};

export type PdfTasks = typeof tasks;

serveWork(tasks, { maxMemoryMb: 600 });
