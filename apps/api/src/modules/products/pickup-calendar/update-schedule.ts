import type { endpoints } from '@wopack/contract';
import {
  localDate,
  neighboursInTheWay,
  type PickupCalendar,
  type Schedule,
  type SlotWindow,
  validateSchedule,
  weekdays,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError, assertNoErrors, type FieldErrors, parseId } from '../../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../../platform/http/route.ts';
import { enqueueTranslation } from '../../../platform/translator.ts';
import { recordActivity } from '../../businesses/index.ts';
import { findMyProductInZone, lockMyProduct } from '../my-products.queries.ts';
import { updateProduct } from '../products.queries.ts';
import { stateWhenOpened } from '../products.rules.ts';
import { updateSlots } from '../slots/slots.ts';
import { loadPickupCalendars, type ProductWithSchedule } from './pickup-calendar.queries.ts';

/** Weekdays with both times; incomplete ones have errors of their own. */
const wholeDays = (
  schedule: PartiallyValidCall<typeof endpoints.updateSchedule>['body']['schedule'],
): Schedule =>
  Object.fromEntries(
    weekdays.flatMap((day) => {
      const { time_start, time_end } = schedule?.[day] ?? {};
      return time_start && time_end ? [[day, { time_start, time_end }]] : [];
    }),
  );

export async function validateScheduleUpdate(
  { db, clock }: Context,
  { actor, body }: PartiallyValidCall<typeof endpoints.updateSchedule>,
): Promise<FieldErrors> {
  if (!body.schedule) return {};
  const schedule = wholeDays(body.schedule);
  const changedProduct = body.product_id
    ? await findMyProductInZone(db, actor.member, body.product_id)
    : undefined;
  return {
    ...(changedProduct && (await roomErrorsOf(db, { ...changedProduct, schedule }, clock.now()))),
    ...Object.fromEntries(
      validateSchedule(schedule).map(({ day, error }) => [
        day ? `schedule.${day}` : 'schedule',
        `products.${error}`,
      ]),
    ),
  };
}

async function roomErrorsOf(
  db: DbOrTrx,
  changedProduct: ProductWithSchedule,
  now: Date,
): Promise<FieldErrors> {
  const today = localDate(now, changedProduct.time_zone).toString();
  return roomErrors((await loadPickupCalendars(db, [changedProduct], today)).get(changedProduct.id)!);
}

export const updateSchedule = (context: Context, { actor, body }: Call<typeof endpoints.updateSchedule>) =>
  context.db.transaction().execute(async (trx) => ({
    data: await writeSchedule(context, trx, { actor, body }),
  }));

/** In the caller's transaction: of a form, or of a row of an import. */
export async function writeSchedule(
  context: Context,
  trx: Trx,
  {
    actor,
    body,
  }: {
    actor: Pick<MemberActor, 'id' | 'member' | 'device'>;
    body: Call<typeof endpoints.updateSchedule>['body'];
  },
) {
  const id = parseId(body.product_id);
  const quantity = Number(body.quantity);
  const now = context.clock.now();
  const product = await lockMyProduct(trx, actor.member, id);
  if (!product) throw new AppError('notFound');
  const changedProduct = { ...product, schedule: body.schedule, daily_quantity: quantity };
  assertNoErrors(await roomErrorsOf(trx, changedProduct, now));
  const schedule = JSON.stringify(body.schedule);
  const state = product.state === 'paused' ? 'paused' : stateWhenOpened(product);
  await updateProduct(trx, id, { schedule, daily_quantity: quantity, state });
  await recordActivity(trx, actor, {
    kind: product.state === 'draft' ? 'product_published' : 'schedule_changed',
    salePlaceId: product.sale_place_id,
    productId: id,
    ...(product.schedule && { before: buildScheduleValues(product.schedule, product.daily_quantity) }),
    after: buildScheduleValues(body.schedule, quantity),
    now,
  });
  if (state === 'active' && product.state !== 'active')
    await enqueueTranslation(context, trx, 'products.translate', { productId: id });
  const { unchanged, firstWindow } = await updateSlots(trx, changedProduct, now);
  return {
    id,
    kept_dates: unchanged.map(({ date }) => date),
    first_pickup: state === 'active' && firstWindow ? toPickup(firstWindow, product.time_zone) : null,
  };
}

const buildScheduleValues = (schedule: Schedule, quantity: number | null) => ({
  days: Object.keys(schedule).length,
  ...(quantity !== null && { quantity }),
});

const toPickup = ({ starts_at, ends_at }: SlotWindow, time_zone: string) => ({
  pickup_start: starts_at.toISOString(),
  pickup_end: ends_at.toISOString(),
  time_zone,
});

/** Errors by weekday of a schedule whose windows overlap date overrides of neighbouring days. */
export function roomErrors(calendar: PickupCalendar): FieldErrors {
  return Object.fromEntries(
    [...calendar.dates.keys()].toReversed().flatMap((date) =>
      neighboursInTheWay(date, calendar).map((overlappingDate) => {
        const weekday = weekdays[Temporal.PlainDate.from(overlappingDate).dayOfWeek - 1]!;
        return [`schedule.${weekday}`, { key: 'products.overlapsDateOverride', values: { date } }];
      }),
    ),
  );
}
