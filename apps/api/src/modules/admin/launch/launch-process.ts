import { serveWork } from '../../../platform/work-process/serve-work.ts';
import { buildLaunchPdf } from './launch-pdf.ts';

serveWork({ build: buildLaunchPdf }, { maxMemoryMb: 400 });
