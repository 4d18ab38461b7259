import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { recordActivity } from '../../businesses/index.ts';
import { findMySalePlace, listPublicHolidays, lockMySalePlace } from '../../sale-places/index.ts';
import type { Slot } from '../products.rules.ts';
import { buildUnchangedSlotsView, updateSlots } from '../slots/slots.ts';
import {
  deleteHoliday,
  findHoliday,
  insertHoliday,
  listHolidaysFrom,
  lockScheduledProducts,
} from './pickup-calendar.queries.ts';

const MAX_HOLIDAY_DAYS = 366;
const MAX_DAYS_AHEAD = 800;

export async function listHolidays(
  { db, clock }: Context,
  { actor, params, language }: Call<typeof endpoints.listHolidays>,
) {
  const salePlace = await findMySalePlace(db, actor.member, params.id);
  if (!salePlace) throw new AppError('notFound');
  const today = localDate(clock.now(), salePlace.time_zone).toString();
  const ownHolidays = await listHolidaysFrom(db, salePlace.id, today);
  const suggestions = await listPublicHolidays(salePlace, today, language);
  return {
    data: ownHolidays,
    suggestions: suggestions.filter(
      (day) =>
        !ownHolidays.some((holiday) => holiday.date_from <= day.date_from && day.date_to <= holiday.date_to),
    ),
  };
}

export async function validateHoliday(
  { db, clock }: Context,
  { actor, params, body: { date_from: from, date_to: to } }: PartiallyValidCall<typeof endpoints.saveHoliday>,
): Promise<FieldErrors> {
  const salePlace = params.id ? await findMySalePlace(db, actor.member, params.id) : undefined;
  return salePlace ? rangeErrors(from, to, localDate(clock.now(), salePlace.time_zone)) : {};
}

export async function saveHoliday(
  { db, clock }: Context,
  { actor, params, body, language }: Call<typeof endpoints.saveHoliday>,
) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const salePlace = await lockMySalePlace(trx, actor.member, params.id, 'alone');
    if (!salePlace) throw new AppError('notFound');
    const { date_from: from, date_to: to } = body;
    const { id } = await insertHoliday(trx, {
      sale_place_id: salePlace.id,
      name: body.name.trim(),
      date_from: from,
      date_to: to,
    });
    await recordActivity(trx, actor, {
      kind: 'holiday_added',
      salePlaceId: salePlace.id,
      after: { date: from, date_to: to },
      now,
    });
    const unchangedSlots = (await updateSlotsOfSalePlace(trx, salePlace.id, now)).filter(
      ({ date }) => from <= date && date <= to,
    );
    return {
      data: {
        id,
        kept: await buildUnchangedSlotsView(trx, unchangedSlots, {
          timeZone: salePlace.time_zone,
          language,
        }),
      },
    };
  });
}

export async function deleteHolidayOfSeller(
  { db, clock }: Context,
  { actor, params }: Call<typeof endpoints.deleteHoliday>,
) {
  await db.transaction().execute(async (trx) => {
    const holiday = await findHoliday(trx, params.id);
    const salePlace = holiday && (await lockMySalePlace(trx, actor.member, holiday.sale_place_id, 'alone'));
    if (!salePlace) throw new AppError('notFound');
    await deleteHoliday(trx, params.id);
    await recordActivity(trx, actor, {
      kind: 'holiday_removed',
      salePlaceId: salePlace.id,
      before: { date: holiday.date_from, date_to: holiday.date_to },
      now: clock.now(),
    });
    await updateSlotsOfSalePlace(trx, salePlace.id, clock.now());
  });
  return { data: { id: params.id } };
}

/** Checks each date on its own if the other is missing. */
function rangeErrors(
  from: string | undefined,
  to: string | undefined,
  today: Temporal.PlainDate,
): FieldErrors {
  const farthest = today.add({ days: MAX_DAYS_AHEAD }).toString();
  const latestEnd = from && Temporal.PlainDate.from(from).add({ days: MAX_HOLIDAY_DAYS }).toString();
  return {
    date_from: from && from < today.toString() && 'products.datePast',
    date_to:
      to &&
      ((from && to < from && 'products.rangeBackwards') ||
        (to > farthest && 'products.dateTooFar') ||
        (latestEnd && to > latestEnd && 'products.rangeTooLong')),
  };
}

async function updateSlotsOfSalePlace(trx: Trx, salePlaceId: number, now: Date): Promise<Slot[]> {
  const unchangedSlots: Slot[] = [];
  for (const product of await lockScheduledProducts(trx, salePlaceId))
    unchangedSlots.push(...(await updateSlots(trx, product, now)).unchanged);
  return unchangedSlots;
}
