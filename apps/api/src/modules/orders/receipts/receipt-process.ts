import { serveWork } from '../../../platform/work-process/serve-work.ts';
import { buildReceiptPdf } from './receipt-pdf.ts';

serveWork({ build: buildReceiptPdf }, { maxMemoryMb: 400 });
