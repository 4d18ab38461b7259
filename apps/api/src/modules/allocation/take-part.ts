import { randomUUID } from 'node:crypto';
import type { endpoints } from '@wopack/contract';
import { centsFromEuros, DAY_MS, type Language, publicSaleAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Actor, type Call, SUCCESS } from '../../platform/http/route.ts';
import { assertMayBuyFrom } from '../businesses/index.ts';
import { lockUser } from '../identity/index.ts';
import { takeFirstPlace } from '../orders/index.ts';
import { buildWaitError, countUnpaidHolds, getWaitEnd } from '../payments/index.ts';
import { findAllocatedSlot, listAllocatedSlots, reserveForLine } from '../products/index.ts';
import {
  countLines,
  deleteEnteredEntry,
  type Entry,
  findActiveEntry,
  insertEntry,
  leaveLine,
  listEntriesOfDraw,
  listEntriesOfUser,
  lockLine,
} from './allocation.queries.ts';
import { agreedPrice, computeDrawKey, computeEntryHmac } from './allocation.rules.ts';
import { type Draw, findDraw, listDrawsOfSlots, lockDraw } from './draws.queries.ts';
import { chooseProductName } from './offer-units.ts';

const RANDOM_BYTES = 16;

/** Enters an open draw. A second call finds the entry that exists. */
export async function enterDraw(
  { db, clock }: Context,
  { actor, params, body, language }: Call<typeof endpoints.enterDraw>,
) {
  const draw = await findDraw(db, params.id);
  if (!draw) throw new AppError('notFound');
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // Entries of one moment do not wait for each other; closing waits for them, and they see its state.
    const { state, closes_at } = (await lockDraw(trx, draw.id, 'share'))!;
    const slot = await assertMayTakePart(trx, actor, draw.slot_id);
    if (await findActiveEntry(trx, draw.slot_id, actor.id)) return;
    assertShownPrice(body.amount, slot.price_cents);
    if (slot.state !== 'active' || slot.closed || state !== 'open' || now >= closes_at)
      throw new AppError('conflict', { message: 'allocation.drawClosed' });
    await insertEntry(trx, {
      id: randomUUID(),
      slot_id: draw.slot_id,
      product_id: draw.product_id,
      draw_id: draw.id,
      user_id: actor.id,
      random: Buffer.from(body.random, 'hex').subarray(0, RANDOM_BYTES),
      state: 'entered',
      price_cents: slot.price_cents,
      created_at: now,
    });
  });
  return getMyEntry({ db, clock }, { userId: actor.id, slotId: draw.slot_id, language });
}

/** Takes back an entry while the draw is open; nothing of it remains. */
export async function withdrawFromDraw(
  { db, clock }: Context,
  { actor, params }: Call<typeof endpoints.withdrawFromDraw>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const draw = await lockDraw(trx, params.id, 'share');
    if (!draw) throw new AppError('notFound');
    if (draw.state === 'open' && now < draw.closes_at) await deleteEnteredEntry(trx, draw.id, actor.id);
    else if (await findActiveEntry(trx, draw.slot_id, actor.id))
      throw new AppError('conflict', { message: 'allocation.drawClosed' });
  });
  return SUCCESS;
}

/** Joins the line of a sold-out slot, at its end; once at its head after a late cancellation by the seller. */
export async function joinWaitlist(
  { db, clock, jobs }: Context,
  { actor, params: { id: slotId }, body, language }: Call<typeof endpoints.joinWaitlist>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockLine(trx, slotId);
    const slot = await assertMayTakePart(trx, actor, slotId);
    if (await findActiveEntry(trx, slotId, actor.id)) return;
    assertShownPrice(body?.amount, slot.price_cents);
    if (slot.closed || slot.state !== 'active' || now >= publicSaleAt(slot.ends_at))
      throw new AppError('conflict', { message: 'allocation.tooLateToWait' });
    if (slot.allocation === 'planned' || slot.allocation === 'draw')
      throw new AppError('conflict', { message: 'allocation.enterDrawInstead' });
    // Otherwise the line would be a way around the wait after an unpaid hold, and offers could be let lapse in turns.
    const waitsUntil = getWaitEnd(await countUnpaidHolds(trx, actor.id, slotId));
    if (waitsUntil > now.getTime())
      throw new AppError(
        'tooMany',
        buildWaitError('payments.waitAfterHold', new Date(waitsUntil), slot.time_zone, now),
      );
    if (!(await reserveForLine(trx, slotId, now)))
      throw new AppError('conflict', { message: 'allocation.onSaleNow' });
    // A line after a draw goes by its ranks: one person, one chance.
    const hasDraw = (await listDrawsOfSlots(trx, [slotId])).length > 0;
    const isFirst =
      !hasDraw && (await takeFirstPlace(trx, { userId: actor.id, productId: slot.product_id, now }));
    await insertEntry(trx, {
      id: randomUUID(),
      slot_id: slotId,
      product_id: slot.product_id,
      is_first: isFirst,
      draw_id: null,
      user_id: actor.id,
      random: null,
      state: 'waiting',
      price_cents: slot.price_cents,
      created_at: now,
    });
    // The job belongs to the module `checkout`, which this one may not import.
    await jobs.enqueue(trx, 'checkout.pass-holds-on', { slotId }, { urgent: true });
  });
  return getMyEntry({ db, clock }, { userId: actor.id, slotId, language });
}

/** Ends the hold of an offered unit, which then goes to the next. Passed in: holds belong to checkout. */
export type GiveUpOffer = (paymentId: number) => Promise<void>;

/** Leaves the line of a slot, or gives an offered unit up. */
export async function leaveWaitlist(
  { db, clock, jobs }: Context,
  { actor, params: { id: slotId } }: Call<typeof endpoints.leaveWaitlist>,
  giveUpOffer: GiveUpOffer,
) {
  if (!(await findAllocatedSlot(db, slotId))) throw new AppError('notFound');
  await db.transaction().execute(async (trx) => {
    await lockLine(trx, slotId);
    await leaveLine(trx, slotId, actor.id, clock.now());
    // The line may be empty now.
    await jobs.enqueue(trx, 'allocation.offer-units', { slotId });
  });
  const entry = await findActiveEntry(db, slotId, actor.id);
  if (entry?.state === 'entered') throw new AppError('conflict', { message: 'allocation.withdrawInstead' });
  if (entry?.payment_id) await giveUpOffer(entry.payment_id);
  return SUCCESS;
}

/** The price that the page showed is what a unit will be offered for at most. */
function assertShownPrice(amount: number | string | undefined, priceCents: number): void {
  if (amount !== undefined && centsFromEuros(amount) !== priceCents)
    throw new AppError('conflict', { message: 'payments.amount', values: { amount: priceCents } });
}

async function assertMayTakePart(trx: Trx, actor: Actor, slotId: number) {
  const user = await lockUser(trx, actor.id);
  if (!user) throw new AppError('notSignedIn');
  const slot = await findAllocatedSlot(trx, slotId);
  if (!slot || slot.state === 'draft' || slot.state === 'removed') throw new AppError('notFound');
  await assertMayBuyFrom(trx, actor, slot.seller_id);
  if (!user.email_verified_at) throw new AppError('notAllowed', { message: 'allocation.verifyEmail' });
  return slot;
}

async function getMyEntry(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { userId, slotId, language }: { userId: number; slotId: number; language: Language },
) {
  const entry = await findActiveEntry(db, slotId, userId);
  // It was withdrawn or lapsed by a call at the same moment.
  if (!entry) throw new AppError('conflict');
  return { data: (await buildMyEntries(db, [entry], clock.now(), language))[0]! };
}

const RECENT_MS = 30 * DAY_MS;

export async function listMyEntries(
  { db, clock }: Context,
  { actor, language }: Call<typeof endpoints.listMyEntries>,
) {
  const now = clock.now();
  const entries = await listEntriesOfUser(db, actor.id, new Date(now.getTime() - RECENT_MS));
  return { data: await buildMyEntries(db, entries, now, language) };
}

/** Entries as their user sees them. */
async function buildMyEntries(db: DbOrTrx, entries: readonly Entry[], now: Date, language: Language) {
  const slotIds = [...new Set(entries.map(({ slot_id }) => slot_id))];
  const [slots, draws, line] = await Promise.all([
    listAllocatedSlots(db, slotIds),
    listDrawsOfSlots(db, slotIds),
    countLines(db, slotIds),
  ]);
  return entries.map((entry) => {
    const slot = slots.find(({ id }) => id === entry.slot_id)!;
    const draw = draws.find(({ slot_id }) => slot_id === entry.slot_id);
    const isOver = entry.state === 'waiting' && now >= publicSaleAt(slot.ends_at);
    return {
      state: isOver ? ('ended' as const) : entry.state,
      entry_id: entry.draw_id === null ? null : entry.id,
      rank: entry.rank,
      place: isOver ? null : (line.find(({ id }) => id === entry.id)?.place ?? null),
      offer_expires_at: entry.state === 'offered' ? entry.offer_expires_at!.toISOString() : null,
      slot_id: entry.slot_id,
      draw_id: entry.draw_id,
      draw_state: entry.draw_id === null ? null : (draw?.state ?? null),
      closes_at: entry.draw_id === null ? null : (draw?.closes_at.toISOString() ?? null),
      entries: draw?.entries ?? 0,
      units: draw?.units ?? slot.quantity,
      waiting: line.filter(({ slot_id }) => slot_id === entry.slot_id).length,
      public_sale_at: publicSaleAt(slot.ends_at).toISOString(),
      price_cents:
        entry.state === 'offered' ? entry.price_cents : agreedPrice(entry.price_cents, slot.price_cents),
      pickup_start: slot.starts_at.toISOString(),
      pickup_end: slot.ends_at.toISOString(),
      created_at: entry.created_at.toISOString(),
      product: {
        id: slot.product_id,
        name: chooseProductName(slot, language),
        photo: slot.photos[0] ?? null,
      },
      sale_place: { id: slot.sale_place_id, name: slot.sale_place_name, time_zone: slot.time_zone },
    };
  });
}

/** A draw as anybody can check it: what is published at each of its states, and nothing before. */
export async function getDraw({ db }: Context, { params, language }: Call<typeof endpoints.getDraw>) {
  const draw = await findDraw(db, params.id);
  const slot = draw && (await findAllocatedSlot(db, draw.slot_id));
  if (!draw || !slot || slot.is_hidden) throw new AppError('notFound');
  const entries = await listEntriesOfDraw(db, draw.id);
  const key = draw.seed && computeDrawKey(draw.seed, draw.list_hash!, draw.beacon_value);
  return {
    data: {
      id: draw.id,
      state: draw.state,
      units: draw.units ?? slot.quantity,
      entries: entries.length,
      opened_at: draw.opened_at.toISOString(),
      closes_at: draw.closes_at.toISOString(),
      closed_at: draw.closed_at?.toISOString() ?? null,
      drawn_at: draw.drawn_at?.toISOString() ?? null,
      pickup_start: slot.starts_at.toISOString(),
      pickup_end: slot.ends_at.toISOString(),
      product: { id: slot.product_id, name: chooseProductName(slot, language) },
      sale_place: { id: slot.sale_place_id, name: slot.sale_place_name, time_zone: slot.time_zone },
      seed_hash: draw.seed_hash.toString('hex'),
      list: draw.list_hash
        ? entries.map(({ id, random, rank }) => ({
            id,
            random: random.toString('hex'),
            rank,
            hmac: key ? computeEntryHmac(key, id).toString('hex') : null,
          }))
        : null,
      list_hash: draw.list_hash?.toString('hex') ?? null,
      beacon: buildBeaconView(draw),
      seed: draw.seed?.toString('hex') ?? null,
      key: key?.toString('hex') ?? null,
    },
  };
}

const buildBeaconView = ({ beacon_url, beacon_round, beacon_value }: Draw) =>
  beacon_value
    ? { url: beacon_url!, round: Number(beacon_round), value: beacon_value.toString('hex') }
    : null;
