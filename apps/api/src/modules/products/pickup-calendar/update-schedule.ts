import type { endpoints } from '@wopack/contract';
import {
  type DayPlan,
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
import {
  AppError,
  assertNoErrors,
  createValidationError,
  type FieldError,
  type FieldErrors,
  parseId,
} from '../../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../../platform/http/route.ts';
import { enqueueTranslation } from '../../../platform/translator.ts';
import { recordActivity } from '../../businesses/index.ts';
import { lockLinked } from '../links/links.queries.ts';
import { getLinkedError, listOthers, requireLinked } from '../links/links.ts';
import { findMyProductInZone, lockMyProduct } from '../my-products.queries.ts';
import { updateProduct } from '../products.queries.ts';
import { stateWhenOpened } from '../products.rules.ts';
import { updateSlots } from '../slots/slots.ts';
import { loadPickupCalendars, type ProductWithSchedule } from './pickup-calendar.queries.ts';

/** Who acts: the caller, or the member of an import. */
type ActivityMember = Pick<MemberActor, 'id' | 'member' | 'device'>;

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
  const changedProduct = body.product_id
    ? await findMyProductInZone(db, actor.member, body.product_id)
    : undefined;
  const linkedError = await getLinkedError(db, actor.member, changedProduct, body.same_schedule_for);
  if (!body.schedule) return { same_schedule_for: linkedError };
  const schedule = wholeDays(body.schedule);
  return {
    same_schedule_for: linkedError,
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
  { actor, body }: Pick<Call<typeof endpoints.updateSchedule>, 'body'> & { actor: ActivityMember },
) {
  const id = parseId(body.product_id);
  const quantity = Number(body.quantity);
  const now = context.clock.now();
  const { schedule, same_schedule_for: sameScheduleFor = [] } = body;
  const link = sameScheduleFor.length > 0 ? await lockLinked(trx, actor.member, { id }) : null;
  const product = await lockMyProduct(trx, actor.member, id);
  if (!product) throw new AppError('notFound');
  const linked = link
    ? requireLinked(actor.member, listOthers(link, product), 'same_schedule_for', sameScheduleFor)
    : [];
  const changedProduct = { ...product, schedule, daily_quantity: quantity };
  assertNoErrors(await roomErrorsOf(trx, changedProduct, now));
  const state = product.state === 'paused' ? 'paused' : stateWhenOpened(product);
  const { unchanged, firstWindow } = await saveSchedule(context, trx, actor, {
    product,
    changedProduct,
    state,
  });
  const keptDates = unchanged.map(({ date }) => date);
  for (const { id: linkedId } of linked)
    keptDates.push(...(await copySchedule(context, trx, actor, { id: linkedId, schedule, quantity })));
  return {
    id,
    kept_dates: keptDates,
    first_pickup: state === 'active' && firstWindow ? toPickup(firstWindow, product.time_zone) : null,
  };
}

type LockedProduct = NonNullable<Awaited<ReturnType<typeof lockMyProduct>>>;

/** Saves schedule, quantity and state of a locked product, and its slots unless it is a draft. */
export async function saveSchedule(
  context: Context,
  trx: Trx,
  actor: ActivityMember,
  {
    product,
    changedProduct,
    state,
  }: {
    product: LockedProduct;
    changedProduct: LockedProduct & { schedule: Schedule; daily_quantity: number };
    state: LockedProduct['state'];
  },
) {
  const now = context.clock.now();
  const { id, schedule, daily_quantity: quantity } = changedProduct;
  await updateProduct(trx, id, { schedule: JSON.stringify(schedule), daily_quantity: quantity, state });
  await recordActivity(trx, actor, {
    kind: product.state === 'draft' && state !== 'draft' ? 'product_published' : 'schedule_changed',
    salePlaceId: product.sale_place_id,
    productId: id,
    ...(product.schedule && {
      before: buildScheduleValues(product.schedule, product.daily_quantity, schedule),
    }),
    after: buildScheduleValues(schedule, quantity, product.schedule),
    now,
  });
  if (state === 'active' && product.state !== 'active')
    await enqueueTranslation(context, trx, 'products.translate', { productId: id });
  return state === 'draft' ? { unchanged: [], firstWindow: null } : updateSlots(trx, changedProduct, now);
}

/** Gives a linked product another one's schedule and quantity; it stays on sale or not. Returns dates that keep theirs. */
async function copySchedule(
  context: Context,
  trx: Trx,
  actor: ActivityMember,
  { id, schedule, quantity }: { id: number; schedule: Schedule; quantity: number },
): Promise<string[]> {
  const product = await lockMyProduct(trx, actor.member, id);
  if (!product) throw createValidationError('same_schedule_for', 'products.notLinked');
  const changedProduct = { ...product, schedule, daily_quantity: quantity };
  const [error] = Object.values(await roomErrorsOf(trx, changedProduct, context.clock.now()));
  if (error)
    throw createValidationError('same_schedule_for', 'products.linkedOverlap', {
      place: product.sale_place_name,
      date: (error as FieldError).values.date!,
    });
  const { state } = product;
  const { unchanged } = await saveSchedule(context, trx, actor, { product, changedProduct, state });
  return unchanged.map(({ date }) => date);
}

/** With the weekdays whose hours are others in the schedule before or after, and those hours if they have the same. */
function buildScheduleValues(schedule: Schedule, quantity: number | null, other: Schedule | null) {
  const changed = weekdays.filter((day) => describeHours(schedule[day]) !== describeHours(other?.[day]));
  const [plan, ...otherPlans] = new Map(
    changed.map((day) => [describeHours(schedule[day]), schedule[day]]),
  ).values();
  return {
    days: Object.keys(schedule).length,
    ...(quantity !== null && { quantity }),
    ...(other && changed.length > 0 && { weekdays: changed.join(',') }),
    ...(other && plan && otherPlans.length === 0 && { time_start: plan.time_start, time_end: plan.time_end }),
  };
}

const describeHours = (plan: DayPlan | undefined): string =>
  plan ? `${plan.time_start}-${plan.time_end}` : '';

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
