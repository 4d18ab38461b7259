import type { endpoints } from '@wopack/contract';
import { type Month, monthOf } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { narrowScope } from '../../sale-places/index.ts';
import { type ImpactScope, listImpactMonths, listImpactProducts } from './impact.queries.ts';
import { calculateCo2, EASTERNMOST, fillMonths, listMonths, sumFigures } from './impact.rules.ts';

type BuyerCall = Call<typeof endpoints.getImpact>;
type BusinessCall = Call<typeof endpoints.getBusinessImpact>;

/** A month that has not begun has no figures. */
export const validateMonth = (
  { clock }: Pick<Context, 'clock'>,
  { query }: Pick<PartiallyValidCall<typeof endpoints.getImpact>, 'query'>,
) => ({
  month:
    query.month !== undefined && query.month > monthOf(clock.now(), EASTERNMOST) && 'orders.monthNotBegun',
});

/** Figures of a buyer or of a business, whose present month is that of a time zone. */
async function loadImpact(
  { db, clock, config }: Context,
  of: ImpactScope,
  { month: requested, timeZone }: { month: string | undefined; timeZone: string },
) {
  const present = monthOf(clock.now(), timeZone);
  const month = (requested ?? present) as Month;
  const [rows, products] = await Promise.all([
    listImpactMonths(db, of, { from: listMonths(month)[0]!, to: month }),
    listImpactProducts(db, of, month),
  ]);
  const months = fillMonths(month, rows);
  return {
    month,
    is_present: month >= present,
    months,
    sum: sumFigures(months),
    co2: calculateCo2(months.at(-1)!, config.impactCo2),
    products,
  };
}

export type Impact = Awaited<ReturnType<typeof loadImpact>>;

export const getImpact = (context: Context, { actor, query }: Pick<BuyerCall, 'actor' | 'query'>) =>
  loadImpact(
    context,
    { userId: actor.id },
    { month: query.month, timeZone: context.config.operatorTimeZone },
  );

/** Covers all sale places that the member has, or the one that is asked for. */
export async function getBusinessImpact(
  context: Context,
  { actor, query }: Pick<BusinessCall, 'actor' | 'query'>,
) {
  const { salePlaces } = await narrowScope(context.db, actor.member, query);
  return loadImpact(
    context,
    { scope: actor.member, salePlaceId: query.sale_place_id ?? null },
    { month: query.month, timeZone: salePlaces[0]?.time_zone ?? context.config.operatorTimeZone },
  );
}
