import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { workInBatches } from '../../platform/db/batches.ts';
import type { Trx } from '../../platform/db/database.ts';
import { runSequentially } from '../../platform/jobs.ts';
import type { PaymentProvider } from '../payments/index.ts';
import {
  deleteSlotsIfUnused,
  findAllocatedSlot,
  listLineSlotsToMove,
  UNUSED_SLOT_DAYS,
} from '../products/index.ts';
import { deleteOldDraws, deleteOldWaiting, forgetCards } from './allocation.queries.ts';
import { BEACON_DEADLINE_MS, canOffer } from './allocation.rules.ts';
import { listOverdueDraws, listUnfinishedDraws } from './draws.queries.ts';
import { notifyEntrant, notifyOffSale, offerUnits } from './offer-units.ts';
import { announceDraw, cancelDraw, closeDraw, notifySellersOfDraw, openDraws, runDraw } from './run-draw.ts';
import { planProduct } from './seller-allocation.ts';

const WAITING_DAYS = 90;
/** As long anybody can check a draw. */
const DRAW_DAYS = 365;
const DRAWS_AT_ONCE = 10;
/** Until the window is over and no offer can be paid any more. */
const CARD_RETENTION_MS = 15 * DAY_MS;

export async function allocationJobs(context: Context, provider: PaymentProvider): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work('allocation.close-draw', ({ drawId }) => closeDraw(context, drawId));
  await jobs.work('allocation.run-draw', ({ drawId }) => runDraw(context, drawId));
  await jobs.work('allocation.announce-draw', ({ drawId }) => announceDraw(context, drawId));
  await jobs.work('allocation.notify-seller', (job) => notifySellersOfDraw(context, job));
  await jobs.work('allocation.offer-units', ({ slotId }) => offerUnits(context, provider, slotId));
  await jobs.work('allocation.notify-entrant', (notice) => notifyEntrant(context, notice));
  await jobs.work('allocation.plan-product', ({ productId }) => planProduct(context, productId));
  // What the jobs above do at once; the sweep catches up on a calendar that changed, and on anything that was lost.
  await jobs.schedule('* * * * *', 'allocation.sweep', () => sweep(context, provider));
  await jobs.schedule('41 3 * * *', 'allocation.forget-cards', async () => {
    await forgetCards(db, new Date(clock.now().getTime() - CARD_RETENTION_MS));
  });
  await jobs.schedule('33 2 * * *', 'allocation.delete-expired-data', async () => {
    const now = clock.now().getTime();
    const slotsBefore = new Date(now - UNUSED_SLOT_DAYS * DAY_MS);
    const deleteBatch = (deleteRows: (trx: Trx) => Promise<number[]>) =>
      db.transaction().execute(async (trx) => {
        const slotIds = await deleteRows(trx);
        await deleteSlotsIfUnused(trx, slotIds, slotsBefore);
        return slotIds.length;
      });
    const [waitedBefore, drawnBefore] = [WAITING_DAYS, DRAW_DAYS].map(
      (days) => new Date(now - days * DAY_MS),
    );
    await workInBatches((limit) => deleteBatch((trx) => deleteOldWaiting(trx, waitedBefore!, limit)));
    // A draw may have thousands of entries.
    await workInBatches(
      (limit) => deleteBatch((trx) => deleteOldDraws(trx, drawnBefore!, limit)),
      DRAWS_AT_ONCE,
    );
  });
  // Also at startup, to catch up on missed runs; closing twice does nothing.
  await db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'allocation.sweep', {});
    const draws = await listUnfinishedDraws(trx);
    await jobs.enqueueAll(
      trx,
      'allocation.close-draw',
      draws.map(({ id, closes_at }) => ({ data: { drawId: id }, startAfter: closes_at })),
    );
  });
}

/** Opens, closes and draws what is due, cancels draws of slots off sale, and moves lines on. */
export async function sweep(context: Context, provider: PaymentProvider): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  const tasks: (() => Promise<void>)[] = [() => openDraws(context)];
  for (const { id, slot_id } of await listUnfinishedDraws(db)) {
    const slot = (await findAllocatedSlot(db, slot_id))!;
    if (!canOffer(slot, now) || slot.state === 'removed') tasks.push(() => cancelDraw(context, id));
  }
  for (const { id, state, closes_at } of await listOverdueDraws(db, now)) {
    // The job of a closed draw is repeated while it waits for the beacon.
    const waitsForBeacon =
      config.drandUrl !== null && now.getTime() < closes_at.getTime() + BEACON_DEADLINE_MS;
    if (state === 'open') tasks.push(() => closeDraw(context, id));
    if (state === 'open' || !waitsForBeacon) tasks.push(() => runDraw(context, id));
  }
  for (const { id } of await listLineSlotsToMove(db, now))
    tasks.push(() => offerUnits(context, provider, id));
  tasks.push(() => notifyOffSale(context));
  await runSequentially(tasks);
}
