import { formatCents, formatLocalTime, type Language, pickupDateText, publicSaleAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Queues } from '../../platform/queues.ts';
import { generateToken, listBlockedUsers, lockUser } from '../identity/index.ts';
import { notifyUser } from '../notifications/index.ts';
import { insertPayment, listHoldsOfUsers, type PaymentProvider } from '../payments/index.ts';
import {
  type AllocatedSlot,
  changeSlotAllocation,
  findAllocatedSlot,
  listAllocatedSlots,
  takeUnits,
} from '../products/index.ts';
import {
  endEntries,
  findEntry,
  leaveLine,
  listLine,
  listSlotsToNotifyOf,
  lockLine,
  markNotifiedOffSale,
  markOffered,
} from './allocation.queries.ts';
import { agreedPrice, canOffer, listTakers, offerEndsAt } from './allocation.rules.ts';
import { findDrawOfSlot } from './draws.queries.ts';

/**
 * Gives the units left of a slot to the first in line, and puts the rest on public sale when nobody waits any more or
 * the window is about to end. Safe to run at any time and in several processes: the line is locked, and each unit is
 * taken by the conditional update of stock.
 */
export async function offerUnits(context: Context, provider: PaymentProvider, slotId: number): Promise<void> {
  let hasOffered = true;
  while (hasOffered)
    hasOffered = await context.db
      .transaction()
      .execute((trx) => offerNextUnit(context, provider, trx, slotId))
      .catch((error: unknown) => {
        if (error instanceof UnitNotTakenError) return false;
        throw error;
      });
}

/** Rolls the offer back: the product is off sale at the moment, or the last unit has just gone. */
class UnitNotTakenError extends Error {}

/** Returns whether a unit was offered, so that there may be another. */
async function offerNextUnit(
  context: Context,
  provider: PaymentProvider,
  trx: Trx,
  slotId: number,
): Promise<boolean> {
  const now = context.clock.now();
  await lockLine(trx, slotId);
  const slot = await findAllocatedSlot(trx, slotId);
  if (slot?.allocation !== 'line') return false;
  const goPublic = () => changeSlotAllocation(trx, slotId, { from: 'line', to: 'public' });
  if (!canOffer(slot, now)) {
    await goPublic();
    const ended = await endEntries(trx, slotId, ['waiting'], now);
    const template = slot.closed || !slot.is_on_sale ? 'waitlistCancelled' : 'waitlistEnded';
    await notifyEntrants(context, trx, ended, template);
    return false;
  }
  if (slot.units_left === 0) return false;
  const line = await listLine(trx, slotId);
  if (line.length === 0) {
    await goPublic();
    return false;
  }
  const [next] = listTakers(line, await listHoldsOfUsers(trx, listUserIds(line)), slotId);
  if (!next) return false;
  const { user_id: userId } = next;
  const user = await lockUser(trx, userId);
  if (!user || user.blocked_at) {
    // Nobody can pay from a deleted or blocked account.
    await leaveLine(trx, slotId, userId, now);
    return true;
  }
  // Read again under the lock of the user, who may have started a payment meanwhile.
  if (listTakers([next], await listHoldsOfUsers(trx, [userId]), slotId).length === 0) return true;
  await offerUnit(context, provider, trx, { slot, entry: next, now });
  return true;
}

const listUserIds = (line: readonly { user_id: number | null }[]): number[] =>
  line.flatMap(({ user_id }) => user_id ?? []);

/** Whether somebody in line could take one more unit of the slot than are left, at once. */
export async function isLineShortOfUnits(db: DbOrTrx, slotId: number): Promise<boolean> {
  const slot = await findAllocatedSlot(db, slotId);
  if (slot?.allocation !== 'line') return false;
  const line = await listLine(db, slotId);
  const userIds = listUserIds(line);
  const blockedIds = new Set(await listBlockedUsers(db, userIds));
  const takers = listTakers(line, await listHoldsOfUsers(db, userIds), slotId);
  return takers.filter(({ user_id }) => !blockedIds.has(user_id)).length > slot.units_left;
}

type LineNotice = Queues['allocation.notify-entrant'];

/** A job for each, in the transaction that changes their part. */
const notifyEntrants = (
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  entries: readonly { id: string; user_id: number | null }[],
  template: LineNotice['template'],
): Promise<void> =>
  jobs.enqueueAll(
    trx,
    'allocation.notify-entrant',
    entries
      .filter(({ user_id }) => user_id !== null)
      .map(({ id: entryId }) => ({ data: { entryId, template } })),
  );

/** Tells somebody what became of a line. */
export const notifyEntrant = (context: Context, { entryId, template }: LineNotice): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const entry = await findEntry(trx, entryId);
    const slot = entry && (await findAllocatedSlot(trx, entry.slot_id));
    if (!slot || entry.user_id === null) return;
    await notifyUser(context, trx, {
      userId: entry.user_id,
      isByEveryWay: true,
      template,
      values: (language) => buildNoticeValues(slot, language),
      url: `/offers/${slot.product_id}`,
      tag: `slot-${slot.id}`,
      until: slot.ends_at,
    });
  });

/** Tells those who wait for a unit that its product is off sale at present, once. */
export async function notifyOffSale(context: Context): Promise<void> {
  const { db, clock } = context;
  const slots = await listAllocatedSlots(db, await listSlotsToNotifyOf(db));
  for (const slot of slots) {
    if (slot.is_on_sale || !canOffer(slot, clock.now())) continue;
    await db
      .transaction()
      .execute(async (trx) =>
        notifyEntrants(context, trx, await markNotifiedOffSale(trx, slot.id, clock.now()), 'waitlistPaused'),
      );
  }
}

interface Offer {
  slot: AllocatedSlot;
  entry: {
    id: string;
    user_id: number;
    rank: number | null;
    draw_id: number | null;
    price_cents: number;
  };
  now: Date;
}

async function offerUnit(
  context: Context,
  provider: PaymentProvider,
  trx: Trx,
  { slot, entry, now }: Offer,
): Promise<void> {
  const units = entry.draw_id === null ? 0 : ((await findDrawOfSlot(trx, slot.id))?.units ?? 0);
  const isWinner = entry.rank !== null && entry.rank <= units;
  const expiresAt = offerEndsAt(now, slot.ends_at, isWinner);
  const priceCents = agreedPrice(entry.price_cents, slot.price_cents);
  const { id: paymentId } = await insertPayment(trx, {
    token: generateToken(),
    user_id: entry.user_id,
    product_id: slot.product_id,
    slot_id: slot.id,
    amount_cents: priceCents,
    provider: provider.name,
    provider_ref: null,
    client_secret: null,
    intent_requests: 0,
    is_offer: true,
    captures_later: entry.draw_id !== null,
    state: 'pending',
    expires_at: expiresAt,
    card_last4: null,
    failure_code: null,
    failure_description: null,
    created_at: now,
    settled_at: null,
  });
  await context.jobs.enqueue(trx, 'checkout.expire-hold', { paymentId }, { startAfter: expiresAt });
  await notifyUser(context, trx, {
    userId: entry.user_id,
    isByEveryWay: true,
    template: isWinner ? 'drawWon' : 'waitlistOffer',
    values: (language) => ({
      ...buildNoticeValues(slot, language),
      until: formatLocalTime(expiresAt, slot.time_zone),
      price: formatCents(priceCents, language),
    }),
    // Opens the payment of the unit at once.
    url: `/offers/${slot.product_id}?pay=${slot.id}`,
    tag: `slot-${slot.id}`,
    until: expiresAt,
  });
  // Late, because buyers of the slot wait from here to the commit; of the entry nobody else decides meanwhile.
  if (!(await takeUnits(trx, slot.id, { quantity: 1, now, isOffer: true }))) throw new UnitNotTakenError();
  await markOffered(trx, entry.id, {
    payment_id: paymentId,
    offer_expires_at: expiresAt,
    price_cents: priceCents,
  });
}

/** In the language of the reader, else the seller's own. */
export const chooseProductName = ({ name, product_names }: AllocatedSlot, language: Language): string =>
  product_names?.[language] ?? name;

export const buildNoticeValues = (slot: AllocatedSlot, language: Language) => ({
  name: chooseProductName(slot, language),
  place: slot.sale_place_name,
  pickup: pickupDateText(slot.starts_at, slot.ends_at, slot.time_zone, language),
  public_sale: formatLocalTime(publicSaleAt(slot.ends_at), slot.time_zone),
});
