import type { endpoints } from '@wopack/contract';
import {
  type DateRange,
  type DayWindow,
  isInRange,
  localDate,
  neighboursInTheWay,
  type PickupCalendar,
  pickupHoursOn,
  type Schedule,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError, assertNoErrors, type FieldErrors } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { recordActivity } from '../../businesses/index.ts';
import { findMySalePlace, listPublicHolidays } from '../../sale-places/index.ts';
import { countLinkedProducts } from '../links/links.queries.ts';
import { findMyProductInZone, lockMyProduct } from '../my-products.queries.ts';
import { getCachedProductTypes } from '../products.queries.ts';
import { buildSlotView, buildUnchangedSlotsView, updateSlots } from '../slots/slots.ts';
import {
  deleteDateOverride,
  listHolidaysFrom,
  listScheduledProducts,
  listSlotsBetween,
  loadPickupCalendars,
  type ProductWithSchedule,
  upsertDateOverride,
} from './pickup-calendar.queries.ts';

const WEEK_DAYS = 7;

/** Seven days of a sale place from `from`, or from today if that is earlier. */
export async function getSellerWeek(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.getSellerWeek>,
) {
  const salePlace = await findMySalePlace(db, actor.member, query.sale_place_id);
  if (!salePlace) throw new AppError('notFound');
  const now = clock.now();
  const today = localDate(now, salePlace.time_zone).toString();
  const from = query.from && query.from > today ? query.from : today;
  const firstDate = Temporal.PlainDate.from(from);
  const dates = Array.from({ length: WEEK_DAYS }, (_, dayIndex) =>
    firstDate.add({ days: dayIndex }).toString(),
  );
  const products = await listScheduledProducts(db, salePlace.id);
  // Its window may run past midnight.
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  const linkIds = products.flatMap(({ link_id: linkId }) => linkId ?? []);
  const [calendars, slots, holidays, publicHolidays, types, linkCounts] = await Promise.all([
    loadPickupCalendars(db, products, yesterday),
    listSlotsBetween(
      db,
      products.map(({ id }) => id),
      from === today ? yesterday : from,
      dates.at(-1)!,
    ),
    listHolidaysFrom(db, salePlace.id, from),
    listPublicHolidays(salePlace, from, language),
    getCachedProductTypes(db),
    countLinkedProducts(db, actor.member, linkIds),
  ]);
  const slotByProductAndDate = new Map(
    slots.map((slot) => [`${slot.product_id} ${slot.date}`, buildSlotView(slot)]),
  );
  const buildDay = (id: number, date: string) => {
    const { window, by } = pickupHoursOn(date, calendars.get(id)!);
    const { time_start = null, time_end = null } = window ?? {};
    return { date, time_start, time_end, by, slot: slotByProductAndDate.get(`${id} ${date}`) ?? null };
  };
  const isRunning = ({ slot }: ReturnType<typeof buildDay>) =>
    slot !== null && !slot.closed && new Date(slot.ends_at) > now;
  return {
    data: {
      today,
      time_zone: salePlace.time_zone,
      dates: dates.map((date) => ({
        date,
        holiday: findNameOn(holidays, date),
        public_holiday: findNameOn(publicHolidays, date),
      })),
      packs: products.map(({ id, name, state, photos, type_ids, daily_quantity, schedule, link_id }) => ({
        id,
        name,
        state,
        quantity: daily_quantity!,
        schedule: schedule as Schedule,
        photo: photos[0] ?? null,
        linked_count: (linkCounts.get(link_id ?? 0) ?? 1) - 1,
        type: types.find((type) => type.id === type_ids[0])?.slug ?? null,
        running: [buildDay(id, yesterday)].find(isRunning) ?? null,
        days: dates.map((date) => buildDay(id, date)),
      })),
    },
  };
}

const findNameOn = (holidays: readonly (DateRange & { name: string })[], date: string): string | null =>
  holidays.find((holiday) => isInRange(date, holiday))?.name ?? null;

type Body = PartiallyValidCall<typeof endpoints.updateDateOverride>['body'];

/** Allows planning closing days for about a year. */
const MAX_DAYS_AHEAD = 400;

const closed = { time_start: null, time_end: null };

export async function validateDate(
  { db, clock }: Context,
  { actor, params: { id, date }, body }: PartiallyValidCall<typeof endpoints.updateDateOverride>,
): Promise<FieldErrors> {
  const product = id ? await findMyProductInZone(db, actor.member, id) : undefined;
  const errors =
    product && date ? await dateErrors(db, { product, date, hours: parseHours(body) }, clock.now()) : {};
  const { plan, time_start, time_end } = body;
  if (plan !== 'hours') return errors;
  return {
    ...errors,
    time_start: time_start ? errors.time_start : 'field.required',
    time_end: !time_end
      ? 'field.required'
      : time_start === time_end
        ? 'products.equal_times'
        : errors.time_end,
  };
}

/** Closes a product on one date, sets other hours, or returns to its schedule. */
export async function updateDateOverride(
  { db, clock }: Context,
  { actor, params: { id, date }, body, language }: Call<typeof endpoints.updateDateOverride>,
) {
  const hours = parseHours(body);
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.member, id);
    if (!product) throw new AppError('notFound');
    if (!product.schedule) throw new AppError('conflict', { message: 'products.noSchedule' });
    assertNoErrors(await dateErrors(trx, { product, date, hours }, now));
    if (body.plan === 'usual') await deleteDateOverride(trx, id, date);
    else await upsertDateOverride(trx, { product_id: id, date, ...(hours ?? closed) });
    await recordActivity(trx, actor, {
      kind: 'date_changed',
      salePlaceId: product.sale_place_id,
      productId: id,
      after: { date, plan: body.plan, ...hours },
      now,
    });
    const unchangedSlots = (await updateSlots(trx, product, now)).unchanged.filter(
      (slot) => slot.date === date,
    );
    return {
      data: {
        kept: await buildUnchangedSlotsView(trx, unchangedSlots, {
          timeZone: product.time_zone,
          language,
        }),
      },
    };
  });
}

/** The window of an 'hours' override; null for other plans or missing times. */
const parseHours = ({ plan, time_start, time_end }: Body): DayWindow | null =>
  plan === 'hours' && time_start && time_end ? { time_start, time_end } : null;

interface Change {
  product: Omit<ProductWithSchedule, 'daily_quantity'>;
  date: string;
  hours: DayWindow | null;
}

async function dateErrors(db: DbOrTrx, { product, date, hours }: Change, now: Date): Promise<FieldErrors> {
  const today = localDate(now, product.time_zone);
  const isFar = date > today.add({ days: MAX_DAYS_AHEAD }).toString();
  const yesterday = today.subtract({ days: 1 }).toString();
  const calendar = (await loadPickupCalendars(db, [product], yesterday)).get(product.id);
  const overlappingDates = calendar && hours ? neighboursOf(date, hours, calendar) : [];
  return {
    date: date < today.toString() ? 'products.datePast' : isFar && 'products.dateTooFar',
    time_start: overlappingDates.some((other) => other < date) && 'products.overlapsPreviousDate',
    time_end: overlappingDates.some((other) => other > date) && 'products.overlap',
  };
}

function neighboursOf(date: string, hours: DayWindow, calendar: PickupCalendar): string[] {
  const dates = new Map([...calendar.dates, [date, hours] as const]);
  return neighboursInTheWay(date, { ...calendar, dates });
}
