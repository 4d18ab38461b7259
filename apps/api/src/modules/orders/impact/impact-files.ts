import { join } from 'node:path';
import type { Endpoint, endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { createPdfs } from '../../../platform/pdf/create-pdfs.ts';
import { findSalePlaceName, requireMySalePlaces } from '../../sale-places/index.ts';
import { getBusinessImpact, getImpact } from './impact.ts';
import type { FileImpact, ImpactFileInput } from './impact-texts.ts';
import { getPublicImpactOfSalePlace, getTownImpact, type PublicImpact } from './public-impact.ts';

/** More sale places are a number. */
const MAX_NAMES = 3;

type Format = ImpactFileInput['format'];

/** What PDF and picture have in common. */
type CallFor<E extends Endpoint> = Pick<Call<E>, 'actor' | 'query' | 'language' | 'request'>;

type PublicCallFor<E extends Endpoint> = CallFor<E> & Pick<Call<E>, 'params'>;

interface Caller {
  actor: { id: number } | null;
  language: Language;
  request: FastifyRequest;
}

/** The figures as PDF and as picture, made outside of the server. */
export function createImpactFiles(context: Context) {
  const getFile = createPdfs<ImpactFileInput>({ script: join(import.meta.dirname, 'impact-process.ts') });
  const compose = async (call: Caller, format: Format, subject: string | null, impact: FileImpact) => {
    const input: ImpactFileInput = { format, language: call.language, subject, impact };
    const content = await getFile(call, JSON.stringify(input), async () => input);
    return { name: `wopack-${impact.month}.${format}`, content };
  };
  /** A month that is not shown has no file. */
  const composePublic = (call: Caller, format: Format, subject: string, impact: PublicImpact) => {
    if (impact.months.at(-1)!.is_hidden) throw new AppError('notFound');
    const { month, is_present, months, sum, co2 } = impact;
    return compose(call, format, subject, { month, is_present, months, sum, co2, products: [] });
  };
  return {
    town: (format: Format) => async (call: PublicCallFor<typeof endpoints.exportTownImpactPdf>) => {
      const impact = await getTownImpact(context, context.db, call);
      return composePublic(call, format, impact.name, impact);
    },
    salePlace: (format: Format) => async (call: PublicCallFor<typeof endpoints.exportSalePlaceImpactPdf>) => {
      const { id } = call.params;
      const of = { id, month: call.query.month };
      const impact = await getPublicImpactOfSalePlace(context, context.db, of);
      return composePublic(call, format, (await findSalePlaceName(context.db, id))!, impact);
    },
    mine: (format: Format) => async (call: CallFor<typeof endpoints.exportImpactPdf>) =>
      compose(call, format, null, await getImpact(context, call)),
    business: (format: Format) => async (call: CallFor<typeof endpoints.exportBusinessImpactPdf>) => {
      const { actor, query } = call;
      const salePlaces = await requireMySalePlaces(context.db, actor.member, query.sale_place_id);
      const subject =
        salePlaces.length > MAX_NAMES
          ? translate('orders.impact.places', call.language, { count: salePlaces.length })
          : salePlaces.map(({ name }) => name).join(', ');
      return compose(call, format, subject, await getBusinessImpact(context, call));
    },
  };
}
