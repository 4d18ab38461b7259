import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { slotView } from './slot-view.ts';
import { findMySlot, sellOut, setQuantity } from './week.queries.ts';

/**
 * How many packs there are today, up or down. All of them, not the difference: a tap that is sent twice counts once,
 * and a sale in between takes nothing from it.
 */
export async function changeQuantity(
  { db, clock }: Context,
  { actor, params: { id }, body: { quantity } }: Call<typeof endpoints.setSlotQuantity>,
) {
  return db.transaction().execute(async (trx) => {
    if (!(await findMySlot(trx, actor.id, id))) throw new AppError('notFound');
    const done = await setQuantity(trx, id, quantity, clock.now());
    const slot = (await findMySlot(trx, actor.id, id))!;
    if (done) return { data: slotView(slot) };
    expectOpen(slot, clock.now());
    const taken = slot.quantity - slot.left;
    throw new AppError('conflict', { message: 'packs.taken', values: { count: taken } });
  });
}

/** 'Sold out' said by the seller. */
export async function markSoldOut(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.sellOut>,
) {
  return db.transaction().execute(async (trx) => {
    if (!(await findMySlot(trx, actor.id, id))) throw new AppError('notFound');
    const done = await sellOut(trx, id, clock.now());
    const slot = (await findMySlot(trx, actor.id, id))!;
    if (!done) expectOpen(slot, clock.now());
    return { data: slotView(slot) };
  });
}

function expectOpen({ ends_at, closed }: { ends_at: Date; closed: boolean }, now: Date): void {
  if (ends_at <= now) throw new AppError('conflict', { message: 'packs.windowOver' });
  if (closed) throw new AppError('conflict', { message: 'packs.dayClosed' });
}
