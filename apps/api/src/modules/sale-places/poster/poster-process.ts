import { serveWork } from '../../../platform/work-process/serve-work.ts';
import { buildPosterPdf } from './poster-pdf.ts';

const tasks = {
  buildPosterPdf: (input: Parameters<typeof buildPosterPdf>[0]) => buildPosterPdf(input),
};

export type PosterTasks = typeof tasks;

serveWork(tasks, { maxMemoryMb: 400 });
