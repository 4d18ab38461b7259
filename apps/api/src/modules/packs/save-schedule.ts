import type { endpoints } from '@wopack/contract';
import { localDate, type Schedule, scheduleProblems, weekdays } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import { AppError, assertNoErrors, type FieldErrors } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { toId } from '../../platform/loose-id.ts';
import { calendarsOf, type WithWeek } from './calendar.queries.ts';
import { roomErrors } from './expect-room.ts';
import { findMyProductInZone, lockMyProduct } from './my-products.queries.ts';
import { updateProduct } from './packs.queries.ts';
import { planWeek } from './plan-week.ts';
import { openState } from './product-state.rules.ts';

/** Days that are there as a whole. */
const wholeDays = (schedule: AcceptedCall<typeof endpoints.saveSchedule>['body']['schedule']): Schedule =>
  Object.fromEntries(
    weekdays.flatMap((day) => {
      const { time_start, time_end } = schedule?.[day] ?? {};
      return time_start && time_end ? [[day, { time_start, time_end }]] : [];
    }),
  );

export async function validateSchedule(
  { db, clock }: Context,
  { actor, body }: AcceptedCall<typeof endpoints.saveSchedule>,
): Promise<FieldErrors> {
  if (!body.schedule) return {};
  const schedule = wholeDays(body.schedule);
  const pack = body.product_id ? await findMyProductInZone(db, actor.id, body.product_id) : undefined;
  return {
    ...(pack && (await roomErrorsOf(db, { ...pack, schedule }, clock.now()))),
    ...Object.fromEntries(
      scheduleProblems(schedule).map(({ day, problem }) => [
        day ? `schedule.${day}` : 'schedule',
        `packs.${problem}`,
      ]),
    ),
  };
}

async function roomErrorsOf(db: DbOrTrx, pack: WithWeek, now: Date): Promise<FieldErrors> {
  const today = localDate(now, pack.time_zone).toString();
  return roomErrors((await calendarsOf(db, [pack], today)).get(pack.id)!);
}

export async function saveSchedule(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.saveSchedule>,
) {
  const id = toId(body.product_id);
  const quantity = Number(body.quantity);
  const now = clock.now();
  const kept = await db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.id, id);
    if (!product) throw new AppError('notFound');
    const pack = { ...product, schedule: body.schedule, daily_quantity: quantity };
    assertNoErrors(await roomErrorsOf(trx, pack, now));
    const schedule = JSON.stringify(body.schedule);
    const state = product.state === 'paused' ? 'paused' : openState(product);
    await updateProduct(trx, id, { schedule, daily_quantity: quantity, state });
    return planWeek(trx, pack, now);
  });
  return { data: { id, kept_dates: kept.map(({ date }) => date) } };
}
