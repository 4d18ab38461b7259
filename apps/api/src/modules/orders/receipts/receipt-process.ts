import { serveWork } from '../../../platform/work-process/serve-work.ts';
import { buildReceiptPdf } from './receipt-pdf.ts';

const tasks = {
  buildReceiptPdf: (input: Parameters<typeof buildReceiptPdf>[0]) => buildReceiptPdf(input),
};

export type ReceiptTasks = typeof tasks;

serveWork(tasks, { maxMemoryMb: 400 });
