import { join } from 'node:path';
import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { createPdfs } from '../../../platform/pdf/create-pdfs.ts';
import { findMySalePlace } from '../sale-places.queries.ts';
import type { PosterPdfInput } from './poster-pdf.ts';

/** Posters of sale places as PDF, for their sellers. */
export function createPosterPdfs({ db, config }: Context) {
  const getPdf = createPdfs<PosterPdfInput>({ script: join(import.meta.dirname, 'poster-process.ts') });
  return async (call: Call<typeof endpoints.exportPosterPdf>) => {
    const { actor, params, query } = call;
    const salePlace = await findMySalePlace(db, actor.member, params.id);
    if (!salePlace) throw new AppError('notFound');
    const input: PosterPdfInput = {
      language: query.language ?? call.language,
      size: query.size ?? 'a4',
      name: salePlace.name,
      url: `${config.publicUrl}/sale-places/${salePlace.id}`,
    };
    const content = await getPdf(call, JSON.stringify(input), async () => input);
    return { name: `wopack-${input.size}-${salePlace.id}.pdf`, content };
  };
}
