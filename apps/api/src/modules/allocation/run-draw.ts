import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { runSequentially } from '../../platform/jobs.ts';
import type { Queues } from '../../platform/queues.ts';
import { notifySellers, notifyUser } from '../notifications/index.ts';
import {
  type AllocatedSlot,
  changeSlotAllocation,
  findAllocatedSlot,
  listPlannedSlotsOnSale,
} from '../products/index.ts';
import {
  endEntries,
  listEntriesOfDraw,
  lockEntriesToAnnounce,
  lockLine,
  markAnnounced,
  rankEntriesInLine,
} from './allocation.queries.ts';
import {
  BEACON_DEADLINE_MS,
  canOffer,
  computeDrawKey,
  firstRoundAfter,
  getClosingTime,
  hashEntryList,
  hashSeed,
  rankEntries,
} from './allocation.rules.ts';
import {
  type Draw,
  findDraw,
  insertDraw,
  listDrawsOfSlots,
  lockDraw,
  saveBeacon,
  updateDraw,
} from './draws.queries.ts';
import { buildNoticeValues } from './offer-units.ts';

const SEED_BYTES = 32;
const BEACON_TIMEOUT_MS = 5_000;
const ANNOUNCE_BATCH_SIZE = 100;

/** Opens the draws of slots that have gone on sale; a slot that starts too soon is sold first come. */
export async function openDraws(context: Context): Promise<void> {
  const slots = await listPlannedSlotsOnSale(context.db, context.clock.now());
  await runSequentially(
    slots.map((slot) => () => context.db.transaction().execute((trx) => openDraw(context, trx, slot))),
  );
}

async function openDraw({ clock, jobs, secrets }: Context, trx: Trx, slot: AllocatedSlot): Promise<void> {
  const now = clock.now();
  const closesAt = getClosingTime(now, slot.starts_at, slot.entry_minutes);
  const to = closesAt ? 'draw' : 'public';
  // Another process may have been faster.
  if (!(await changeSlotAllocation(trx, slot.id, { from: 'planned', to }))) return;
  await jobs.enqueue(trx, 'allocation.plan-product', { productId: slot.product_id });
  if (!closesAt) return;
  const seed = randomBytes(SEED_BYTES);
  const draw = await insertDraw(trx, {
    slot_id: slot.id,
    product_id: slot.product_id,
    state: 'open',
    opened_at: now,
    closes_at: closesAt,
    seed_hash: hashSeed(seed),
    sealed_seed: secrets.encrypt('draw-seed', seed.toString('hex')),
  });
  if (draw) await jobs.enqueue(trx, 'allocation.close-draw', { drawId: draw.id }, { startAfter: closesAt });
  // A slot is drawn once: one that comes back after its draw was cancelled is sold first come.
  else await changeSlotAllocation(trx, slot.id, { from: 'draw', to: 'public' });
}

/**
 * Ends the time of entries and publishes their list. Waits for people who are entering now; those who come later are
 * refused by the state.
 */
export async function closeDraw({ db, clock, jobs }: Context, drawId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const draw = await lockDraw(trx, drawId, 'update');
    // After the entries that were under way, so that a beacon's round after it is made after the list is fixed.
    const now = clock.now();
    if (draw?.state !== 'open' || draw.closes_at > now) return;
    const entries = await listEntriesOfDraw(trx, drawId);
    await updateDraw(trx, drawId, { state: 'closed', closed_at: now, list_hash: hashEntryList(entries) });
    await jobs.enqueue(trx, 'allocation.run-draw', { drawId }, { urgent: true });
  });
}

/**
 * Draws a closed draw. The one transaction that ranks, publishes the seed and ends the state 'closed' makes it happen
 * once, whatever crashes or runs twice.
 */
export async function runDraw(context: Context, drawId: number): Promise<void> {
  const { db } = context;
  const draw = await findDraw(db, drawId);
  if (draw?.state !== 'closed') return;
  await addBeacon(context, draw);
  await db.transaction().execute((trx) => rankAndPublish(context, trx, draw));
}

async function rankAndPublish(
  { clock, jobs, secrets }: Context,
  trx: Trx,
  { id, slot_id: slotId, product_id: productId }: Draw,
): Promise<void> {
  const now = clock.now();
  await lockLine(trx, slotId);
  const draw = (await lockDraw(trx, id, 'update'))!;
  if (draw.state !== 'closed') return;
  const slot = (await findAllocatedSlot(trx, slotId))!;
  // Null with another SECRET_KEY than at opening: such a draw cannot be the one that was announced.
  const sealedSeed = secrets.decrypt('draw-seed', draw.sealed_seed);
  const units =
    sealedSeed && slot.is_on_sale && canOffer(slot, now)
      ? await changeSlotAllocation(trx, slotId, { from: 'draw', to: 'line' })
      : undefined;
  if (!sealedSeed || !units) return cancelLockedDraw({ jobs }, trx, draw, now);
  const seed = Buffer.from(sealedSeed, 'hex');
  const key = computeDrawKey(seed, draw.list_hash!, draw.beacon_value);
  const entries = await listEntriesOfDraw(trx, id);
  await rankEntriesInLine(
    trx,
    id,
    await rankEntries(
      key,
      entries.map((entry) => entry.id),
    ),
  );
  await updateDraw(trx, id, { state: 'drawn', drawn_at: now, seed, units: units.units_left });
  await jobs.enqueue(trx, 'allocation.offer-units', { slotId }, { urgent: true });
  await jobs.enqueue(trx, 'allocation.announce-draw', { drawId: id });
  await jobs.enqueue(trx, 'allocation.notify-seller', { drawId: id });
  await jobs.enqueue(trx, 'allocation.plan-product', { productId });
}

/** Ends a draw whose slot was taken off sale, or is about to end; whoever entered is told. */
export const cancelDraw = ({ db, clock, jobs }: Context, drawId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const draw = await lockDraw(trx, drawId, 'update');
    if (draw?.state === 'open' || draw?.state === 'closed')
      await cancelLockedDraw({ jobs }, trx, draw, clock.now());
  });

async function cancelLockedDraw(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  { id, slot_id: slotId, product_id: productId }: Draw,
  now: Date,
): Promise<void> {
  await updateDraw(trx, id, { state: 'cancelled' });
  await changeSlotAllocation(trx, slotId, { from: 'draw', to: 'public' });
  await endEntries(trx, slotId, ['entered'], now);
  await jobs.enqueue(trx, 'allocation.announce-draw', { drawId: id });
  await jobs.enqueue(trx, 'allocation.plan-product', { productId });
}

/**
 * Stores the first round of the public beacon after closing. Throws while it cannot be had, so that the job is repeated;
 * after some minutes the draw goes on without it.
 */
async function addBeacon({ db, clock, config, log }: Context, draw: Draw): Promise<void> {
  const { drandUrl } = config;
  if (!drandUrl || draw.beacon_value) return;
  try {
    await saveBeacon(db, draw.id, await fetchBeacon(drandUrl, draw.closed_at!));
  } catch (error) {
    if (clock.now().getTime() < draw.closed_at!.getTime() + BEACON_DEADLINE_MS) throw error;
    log.warn({ draw_id: draw.id, err: error }, 'draws without a beacon: it does not answer');
  }
}

async function fetchBeacon(baseUrl: string, after: Date) {
  const info = await fetchJson<{ genesis_time: number; period: number }>(`${baseUrl}/info`);
  const round = firstRoundAfter(info, after);
  const url = `${baseUrl}/public/${round}`;
  const beacon = await fetchJson<{ round: number; randomness: string; signature: string }>(url);
  const value = Buffer.from(beacon.randomness, 'hex');
  // Source: drand.love, HTTP API: the randomness is the SHA-256 of the signature.
  const expected = createHash('sha256').update(Buffer.from(beacon.signature, 'hex')).digest();
  if (beacon.round !== round || !value.equals(expected))
    throw new Error('the beacon answers another round, or a value that is not the hash of its signature');
  return { url, round, value };
}

async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(BEACON_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${new URL(url).host} answers ${response.status}`);
  return (await response.json()) as T;
}

/** Tells the members of the business that a draw was drawn; those in quiet hours when these are over. */
export const notifySellersOfDraw = (
  context: Context,
  { drawId, userId: onlyUserId }: Queues['allocation.notify-seller'],
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const draw = await findDraw(trx, drawId);
    const slot = draw && (await findAllocatedSlot(trx, draw.slot_id));
    if (!slot) return;
    const [{ entries, units } = { entries: 0, units: 0 }] = await listDrawsOfSlots(trx, [slot.id]);
    const deliveries = await notifySellers(context, trx, [
      {
        businessId: slot.seller_id,
        salePlaceId: slot.sale_place_id,
        types: ['draw'],
        userId: onlyUserId,
        values: (language) => ({ ...buildNoticeValues(slot, language), entries, units: units ?? 0 }),
        url: '/seller',
        tag: `slot-${slot.id}`,
        until: slot.ends_at,
        timeZone: slot.time_zone,
        deadline: slot.starts_at,
      },
    ]);
    await context.jobs.enqueueAll(
      trx,
      'allocation.notify-seller',
      deliveries.map(({ userId, startAfter }) => ({ data: { drawId, userId }, startAfter })),
    );
  });

/**
 * Tells everybody who got no unit at once their place in line, or that the draw was cancelled. Winners are told with
 * their unit. In batches: each is told once, in the transaction that notes it.
 */
export async function announceDraw(context: Context, drawId: number): Promise<void> {
  while ((await announceBatch(context, drawId)) === ANNOUNCE_BATCH_SIZE);
}

const announceBatch = (context: Context, drawId: number): Promise<number> =>
  context.db.transaction().execute(async (trx) => {
    const now = context.clock.now();
    const draw = (await findDraw(trx, drawId))!;
    const slot = (await findAllocatedSlot(trx, draw.slot_id))!;
    const entries = await lockEntriesToAnnounce(trx, drawId, ANNOUNCE_BATCH_SIZE);
    const isDrawn = draw.state === 'drawn';
    for (const { user_id: userId, state, rank } of entries) {
      const place = (rank ?? 0) - (draw.units ?? 0);
      const isNotified = isDrawn ? state === 'waiting' && place > 0 : state === 'ended';
      if (!isNotified || userId === null) continue;
      await notifyUser(context, trx, {
        userId,
        isByEveryWay: true,
        template: isDrawn ? 'drawLost' : 'drawCancelled',
        values: (language) => ({
          ...buildNoticeValues(slot, language),
          place_in_line: place,
          rank: rank ?? 0,
        }),
        url: isDrawn ? `/draws/${drawId}` : `/offers/${slot.product_id}`,
        tag: `slot-${slot.id}`,
        until: slot.ends_at,
      });
    }
    await markAnnounced(
      trx,
      entries.map(({ id }) => id),
      now,
    );
    return entries.length;
  });
