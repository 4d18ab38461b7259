import type { endpoints } from '@wopack/contract';
import { localDate, scheduleProblems } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { toId } from '../../platform/loose-id.ts';
import { calendarsOf } from './calendar.queries.ts';
import { expectRoom } from './expect-room.ts';
import { lockMyProduct } from './my-products.queries.ts';
import { updateProduct } from './packs.queries.ts';
import { planWeek } from './plan-week.ts';
import { openState } from './product-state.rules.ts';

export async function saveSchedule(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.saveSchedule>,
) {
  const problems = scheduleProblems(body.schedule);
  if (problems.length) {
    throw new AppError('validation', {
      fields: Object.fromEntries(
        problems.map(({ day, problem }) => [day ? `schedule.${day}` : 'schedule', `packs.${problem}`]),
      ),
    });
  }
  const id = toId(body.product_id);
  const quantity = Number(body.quantity);
  const now = clock.now();
  const kept = await db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.id, id);
    if (!product) throw new AppError('notFound');
    const pack = { ...product, schedule: body.schedule, daily_quantity: quantity };
    const today = localDate(now, product.time_zone).toString();
    expectRoom((await calendarsOf(trx, [pack], today)).get(id)!);
    const schedule = JSON.stringify(body.schedule);
    const state = product.state === 'paused' ? 'paused' : openState(product);
    await updateProduct(trx, id, { schedule, daily_quantity: quantity, state });
    return planWeek(trx, pack, now);
  });
  return { data: { id, kept_dates: kept.map(({ date }) => date) } };
}
