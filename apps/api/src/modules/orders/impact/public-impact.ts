import type { endpoints } from '@wopack/contract';
import { type Month, monthOf } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db, DbOrTrx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { findSellerOfSalePlace, findTown, findTownOfSalePlace } from '../../sale-places/index.ts';
import {
  calculateCo2,
  fillPublicMonths,
  listMonths,
  MIN_PUBLIC_BUYERS,
  type MonthFigures,
  sumFigures,
} from './impact.rules.ts';
import { listMonthsOfSalePlace, listMonthsOfTown, listTownsWithImpact } from './public-impact.queries.ts';

type PublicContext = Pick<Context, 'clock' | 'config'>;

const getPresent = ({ clock, config }: PublicContext): Month => monthOf(clock.now(), config.operatorTimeZone);

/** The month that is asked for, else the last one of which there is something to show. */
function buildPublicImpact(
  context: PublicContext,
  rows: readonly MonthFigures[],
  requested: string | undefined,
) {
  const present = getPresent(context);
  const shown = rows.findLast(({ month }) => month <= present && month >= listMonths(present)[0]!);
  const month = (requested ?? shown?.month ?? present) as Month;
  const months = fillPublicMonths(month, rows);
  return {
    month,
    is_present: month >= present,
    months,
    sum: sumFigures(months),
    co2: calculateCo2(months.at(-1)!, context.config.impactCo2),
  };
}

export type PublicImpact = ReturnType<typeof buildPublicImpact>;

/** Figures of a town for everybody, as they were counted last night. */
export async function getTownImpact(
  context: PublicContext,
  db: DbOrTrx,
  { params, query, language }: Pick<Call<typeof endpoints.getTownImpact>, 'params' | 'query' | 'language'>,
) {
  const town = await findTown(db, params.key);
  if (!town) throw new AppError('notFound');
  const rows = await listMonthsOfTown(db, town.key, MIN_PUBLIC_BUYERS);
  return {
    key: town.key,
    name: town.name[language]!,
    ...buildPublicImpact(context, rows, query.month),
  };
}

/** The same of a sale place. */
export async function getPublicImpactOfSalePlace(
  context: PublicContext,
  db: DbOrTrx,
  { id, month }: { id: number; month: string | undefined },
): Promise<PublicImpact> {
  if ((await findSellerOfSalePlace(db, id)) === undefined) throw new AppError('notFound');
  return buildPublicImpact(context, await listMonthsOfSalePlace(db, id, MIN_PUBLIC_BUYERS), month);
}

/** Months of a sale place and their sum, with its town where that has a page to show. */
export async function getSalePlaceImpact(
  context: PublicContext,
  db: Db,
  { params: { id }, language }: Call<typeof endpoints.getSalePlaceImpact>,
) {
  const [{ months, sum }, town] = await Promise.all([
    getPublicImpactOfSalePlace(context, db, { id, month: getPresent(context) }),
    findTownOfSalePlace(db, id),
  ]);
  const range = listMonths(getPresent(context));
  const monthsOfTown = town ? await listMonthsOfTown(db, town.key, MIN_PUBLIC_BUYERS) : [];
  return {
    data: {
      months: months.filter(({ is_hidden }) => !is_hidden).map(({ is_hidden: _, ...figures }) => figures),
      sum,
      town:
        town && monthsOfTown.some(({ month }) => month >= range[0]!)
          ? { key: town.key, name: town.name[language]! }
          : null,
    },
  };
}

/** Towns with something to show of the last twelve months. */
export async function listTowns(
  context: PublicContext,
  db: DbOrTrx,
  { language }: Pick<Call<typeof endpoints.listTowns>, 'language'>,
) {
  const towns = await listTownsWithImpact(db, {
    from: listMonths(getPresent(context))[0]!,
    minBuyers: MIN_PUBLIC_BUYERS,
  });
  return {
    data: towns.map(({ key, name, packs: units }) => ({ key, name: name[language]!, packs: Number(units) })),
  };
}
