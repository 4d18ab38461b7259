import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { findMySlot, setSlotQuantity, setSlotSoldOut } from '../pickup-calendar/pickup-calendar.queries.ts';
import { buildSlotView } from './slot-view.ts';
import { returnUnit } from './slots.queries.ts';

/** Returns a unit to its slot: on public sale, or to the first of those who wait. */
export async function putUnitBack({ jobs }: Pick<Context, 'jobs'>, trx: Trx, slotId: number): Promise<void> {
  const { allocation } = await returnUnit(trx, slotId);
  if (allocation === 'line') await offerUnits(jobs, trx, slotId);
}

/** The job belongs to the module `allocation`, which products may not import. */
const offerUnits = (jobs: Context['jobs'], trx: Trx, slotId: number) =>
  jobs.enqueue(trx, 'allocation.offer-units', { slotId }, { urgent: true });

/**
 * Sets the total units of a slot. The total instead of a difference, so that a repeated request counts once
 * and a concurrent sale is not lost.
 */
export async function updateSlotQuantity(
  { db, clock, jobs }: Context,
  { actor, params: { id }, body: { quantity } }: Call<typeof endpoints.updateSlotQuantity>,
) {
  return db.transaction().execute(async (trx) => {
    if (!(await findMySlot(trx, actor.id, id))) throw new AppError('notFound');
    const isUpdated = await setSlotQuantity(trx, id, quantity, clock.now());
    const slot = (await findMySlot(trx, actor.id, id))!;
    if (isUpdated && slot.allocation === 'line') await offerUnits(jobs, trx, id);
    if (isUpdated) return { data: buildSlotView(slot) };
    assertSlotOpen(slot, clock.now());
    const takenUnits = slot.quantity - slot.left;
    throw new AppError('conflict', { message: 'products.quantityTooLow', values: { count: takenUnits } });
  });
}

export async function markSlotSoldOut(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.markSlotSoldOut>,
) {
  return db.transaction().execute(async (trx) => {
    if (!(await findMySlot(trx, actor.id, id))) throw new AppError('notFound');
    const isUpdated = await setSlotSoldOut(trx, id, clock.now());
    const slot = (await findMySlot(trx, actor.id, id))!;
    if (!isUpdated) assertSlotOpen(slot, clock.now());
    return { data: buildSlotView(slot) };
  });
}

function assertSlotOpen({ ends_at, closed }: { ends_at: Date; closed: boolean }, now: Date): void {
  if (ends_at <= now) throw new AppError('conflict', { message: 'products.slotEnded' });
  if (closed) throw new AppError('conflict', { message: 'products.dateClosed' });
}
