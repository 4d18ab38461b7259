import { serveWork } from '../../../platform/work-process/serve-work.ts';
import { buildImpactPdf } from './impact-pdf.ts';
import { buildImpactPicture } from './impact-picture.ts';
import type { ImpactFileInput } from './impact-texts.ts';

const build = (input: ImpactFileInput): Promise<Uint8Array> =>
  input.format === 'pdf' ? buildImpactPdf(input) : buildImpactPicture(input);

serveWork({ build }, { maxMemoryMb: 400 });
