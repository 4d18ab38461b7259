import { serveWork } from '../../../platform/work-process/serve-work.ts';
import { buildPosterPdf } from './poster-pdf.ts';

serveWork({ build: buildPosterPdf }, { maxMemoryMb: 400 });
