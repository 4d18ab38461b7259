import { join } from 'node:path';
import type { Endpoint, endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { createPdfs } from '../../../platform/pdf/create-pdfs.ts';
import { requireMySalePlaces } from '../../sale-places/index.ts';
import { getBusinessImpact, getImpact, type Impact } from './impact.ts';
import type { ImpactFileInput } from './impact-texts.ts';

/** More sale places are a number. */
const MAX_NAMES = 3;

type Format = ImpactFileInput['format'];

/** What PDF and picture have in common. */
type CallFor<E extends Endpoint> = Pick<Call<E>, 'actor' | 'query' | 'language' | 'request'>;

interface Caller {
  actor: { id: number };
  language: Language;
  request: FastifyRequest;
}

/** The figures as PDF and as picture, made outside of the server. */
export function createImpactFiles(context: Context) {
  const getFile = createPdfs<ImpactFileInput>({ script: join(import.meta.dirname, 'impact-process.ts') });
  const compose = async (call: Caller, format: Format, subject: string | null, impact: Impact) => {
    const input: ImpactFileInput = { format, language: call.language, subject, impact };
    const content = await getFile(call, JSON.stringify(input), async () => input);
    return { name: `wopack-${impact.month}.${format}`, content };
  };
  return {
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
