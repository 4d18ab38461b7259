import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors } from '../../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../../platform/http/route.ts';
import { findMySalePlace, lockMySalePlace, publicHolidays } from '../../sale-places/index.ts';
import { planWeek } from '../plan-week.ts';
import type { Slot } from '../slots.rules.ts';
import { deleteHoliday, findHoliday, holidaysFrom, insertHoliday } from './holidays.queries.ts';
import { keptView } from './kept-view.ts';
import { lockPacksAt } from './week.queries.ts';

const LONGEST_DAYS = 366;
const FARTHEST_DAYS = 800;

export async function showHolidays(
  { db, clock }: Context,
  { actor, params, language }: Call<typeof endpoints.holidays>,
) {
  const place = await findMySalePlace(db, actor.id, params.id);
  if (!place) throw new AppError('notFound');
  const today = localDate(clock.now(), place.time_zone).toString();
  const own = await holidaysFrom(db, place.id, today);
  const known = await publicHolidays(place, today, language);
  return {
    data: own,
    suggestions: known.filter(
      (day) => !own.some((one) => one.date_from <= day.date_from && day.date_to <= one.date_to),
    ),
  };
}

export async function validateHoliday(
  { db, clock }: Context,
  { actor, params, body: { date_from: from, date_to: to } }: AcceptedCall<typeof endpoints.saveHoliday>,
): Promise<FieldErrors> {
  const place = params.id ? await findMySalePlace(db, actor.id, params.id) : undefined;
  return place ? rangeErrors(from, to, localDate(clock.now(), place.time_zone)) : {};
}

export async function saveHoliday(
  { db, clock }: Context,
  { actor, params, body, language }: Call<typeof endpoints.saveHoliday>,
) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const place = await lockMySalePlace(trx, actor.id, params.id, 'alone');
    if (!place) throw new AppError('notFound');
    const { date_from: from, date_to: to } = body;
    const { id } = await insertHoliday(trx, {
      sale_place_id: place.id,
      name: body.name.trim(),
      date_from: from,
      date_to: to,
    });
    const kept = (await planWeeksAt(trx, place.id, now)).filter(({ date }) => from <= date && date <= to);
    return { data: { id, kept: await keptView(trx, kept, { timeZone: place.time_zone, language }) } };
  });
}

export async function removeHoliday(
  { db, clock }: Context,
  { actor, params }: Call<typeof endpoints.removeHoliday>,
) {
  await db.transaction().execute(async (trx) => {
    const holiday = await findHoliday(trx, params.id);
    const place = holiday && (await lockMySalePlace(trx, actor.id, holiday.sale_place_id, 'alone'));
    if (!place) throw new AppError('notFound');
    await deleteHoliday(trx, params.id);
    await planWeeksAt(trx, place.id, clock.now());
  });
  return { data: { id: params.id } };
}

/** Either date may be missing. */
function rangeErrors(
  from: string | undefined,
  to: string | undefined,
  today: Temporal.PlainDate,
): FieldErrors {
  const farthest = today.add({ days: FARTHEST_DAYS }).toString();
  const longest = from && Temporal.PlainDate.from(from).add({ days: LONGEST_DAYS }).toString();
  return {
    date_from: from && from < today.toString() && 'packs.datePast',
    date_to:
      to &&
      ((from && to < from && 'packs.dateOrder') ||
        (to > farthest && 'packs.dateFar') ||
        (longest && to > longest && 'packs.dateLong')),
  };
}

async function planWeeksAt(trx: Trx, placeId: number, now: Date): Promise<Slot[]> {
  const kept: Slot[] = [];
  for (const pack of await lockPacksAt(trx, placeId)) kept.push(...(await planWeek(trx, pack, now)));
  return kept;
}
