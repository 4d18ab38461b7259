import { serveWork } from '../../../platform/work-process/serve-work.ts';
import { buildStatementPdf } from './statement-pdf.ts';

serveWork({ build: buildStatementPdf }, { maxMemoryMb: 600 });
