import type { endpoints } from '@wopack/contract';
import { scheduleProblems, upcomingWindows } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { toId } from '../../platform/loose-id.ts';
import { lockMyProduct, updateProduct } from './packs.queries.ts';
import { changeSlot, deleteSlots, futureSlots, insertSlots } from './slots.queries.ts';
import { planSlots } from './slots.rules.ts';

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
    const windows = upcomingWindows(body.schedule, product.time_zone, now);
    const plan = planSlots(await futureSlots(trx, id, now), windows);
    await deleteSlots(trx, plan.delete);
    for (const { id: slotId, window } of plan.change) await changeSlot(trx, slotId, { quantity, ...window });
    await insertSlots(
      trx,
      plan.insert.map((window) => ({ ...window, product_id: id, quantity })),
    );
    const schedule = JSON.stringify(body.schedule);
    await updateProduct(trx, id, { schedule, daily_quantity: quantity, state: 'active' });
    return plan.kept;
  });
  return { data: { id, kept_dates: kept } };
}
