import type { endpoints } from '@wopack/contract';
import { centsFromEuros, holdEndsAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  AppError,
  assertNoErrors,
  type FieldErrors,
  isPossibleId,
  parseId,
} from '../../platform/http/app-error.ts';
import { isLoopback, networkOf } from '../../platform/http/rate-limits.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { preparedStatementHint } from '../../platform/performance/prepared-statements.ts';
import { releaseCard } from '../allocation/index.ts';
import { assertMayBuyFrom } from '../businesses/index.ts';
import { generateToken, lockUserAndKey } from '../identity/index.ts';
import {
  findInvoiceErrors,
  hasInvoiceFields,
  hasOrders,
  keepInvoiceDetails,
  readInvoice,
} from '../orders/index.ts';
import {
  assignSavedCards,
  buildWaitError,
  changeHoldQuantity,
  endPassedOnHold,
  findHoldRefusal,
  getMaxHolds,
  getSecondsUntil,
  type Hold,
  insertHold,
  joinIntentRequest,
  leaveIntentRequest,
  lowerHoldPrice,
  type PaymentProvider,
  saveHoldInvoice,
  selectHolds,
} from '../payments/index.ts';
import {
  countUnitsForSale,
  findProductForSale,
  findProductWithSlotForSale,
  findProductWithSlotOnHold,
  getSlotMode,
  lockUnitToPassOn,
  mayPassUnitOn,
  putUnitsBack,
  type SlotMode,
  takeUnits,
} from '../products/index.ts';
import { hasUnprovenHolds, isProvenBuyer } from './checkout.queries.ts';
import { releaseUnopenedHold, scheduleEarlyExpiry } from './expire-holds.ts';
import { leaveIntent } from './mb-way.ts';
import { findHoldsToPassOn, type HoldToPassOn, runWithoutIntent } from './pass-holds-on.ts';

/** First key of the advisory lock on the holds that a network has of a slot; the second is a hash of both. */
const NETWORK_LOCK = 4901;
/** So many bytes of the keyed hash tell networks apart. */
const NETWORK_HASH_BYTES = 16;

/** Reports a wrong amount together with other errors; on its own it is refused by `initiatePayment`. */
export async function validatePayment(
  { db }: Context,
  {
    actor,
    body: { amount, quantity = 1, productId, ...invoice },
    refused,
  }: PartiallyValidCall<typeof endpoints.initiatePayment>,
) {
  const needsProduct = refused.size > 0 || hasInvoiceFields(invoice);
  if (!needsProduct || !productId || !isPossibleId(productId)) return {};
  const product = await findProductForSale(db, Number(productId));
  const invoiceErrors = product ? await findInvoiceErrors(db, product.seller_id, invoice) : {};
  const isRefused = refused.size > 0 || Object.values(invoiceErrors).some(Boolean);
  if (!isRefused || !product || product.seller_id === actor.id || refused.has('quantity'))
    return invoiceErrors;
  const holds = (await selectHolds(db, actor.id).execute()).filter((hold) => hold.product_id === product.id);
  const amountCents = amount === undefined ? undefined : centsFromEuros(amount);
  return {
    ...invoiceErrors,
    ...findPurchaseErrors({ quantity, amountCents, product, holds }),
  };
}

/** Of quantity and amount; `holds`: those of the buyer, which cost what was shown when they were taken. */
function findPurchaseErrors({
  quantity,
  amountCents,
  product,
  holds,
}: {
  quantity: number;
  /** Undefined: not to be looked at. */
  amountCents: number | null | undefined;
  product: { price_cents: number; max_per_order: number };
  holds: readonly Hold[];
}): FieldErrors {
  const isBeyondLimit = quantity > product.max_per_order && !holds.some((hold) => hold.quantity >= quantity);
  const isWrong =
    amountCents !== undefined &&
    amountCents !== product.price_cents * quantity &&
    !holds.some((hold) => isAmountOfHold(hold, quantity, amountCents));
  return {
    quantity: isBeyondLimit && { key: 'payments.quantityLimit', values: { count: product.max_per_order } },
    amount: isWrong && 'payments.amount',
  };
}

/** Whether so many of the units on hold cost the amount. */
const isAmountOfHold = (hold: Hold, quantity: number, amountCents: number | null): boolean =>
  quantity <= hold.quantity && (hold.amount_cents / hold.quantity) * quantity === amountCents;

export async function initiatePayment(
  context: Context,
  provider: PaymentProvider,
  { actor, body, request }: Call<typeof endpoints.initiatePayment>,
) {
  const { db, clock } = context;
  const now = clock.now();
  const productId = parseId(body.productId);
  const slotId = body.slot_id === undefined ? null : parseId(body.slot_id, Number.MAX_SAFE_INTEGER);
  const productOnSale = await findProductWithSlotForSale(db, productId, now);
  // A page left open overnight shows another slot than the one on sale.
  const slotOnSale = productOnSale?.slot_id ?? null;
  const isOnSale = slotOnSale !== null && (slotId === null || slotId === slotOnSale);
  // What is on hold for the buyer can be paid until its time, whatever has been taken off sale or put on sale since.
  const productOnHold = isOnSale
    ? undefined
    : await findProductWithSlotOnHold(db, { productId, slotId, userId: actor.id });
  const product = productOnHold ?? productOnSale;
  if (!product) throw new AppError('notFound');
  await assertMayBuyFrom(db, actor, product.seller_id);
  const { quantity = 1 } = body;
  const amountCents = centsFromEuros(body.amount);
  const isHoldPrice = amountCents !== product.price_cents * quantity;
  const isBeyondLimit = quantity > product.max_per_order;
  // Most buyers have no hold, and confirm the price of what they may take.
  const holds =
    isHoldPrice || isBeyondLimit
      ? (await selectHolds(db, actor.id).execute()).filter((hold) => hold.slot_id === product.slot_id)
      : [];
  assertNoErrors(findPurchaseErrors({ quantity, amountCents, product, holds }));

  const invoice = await readInvoice(db, product.seller_id, body);
  if (!isOnSale && !productOnHold) throw new AppError('conflict', { message: 'payments.slotEnded' });
  const { units_left: unitsLeft, allocation, ends_at: endsAt } = product;
  const mode = getSlotMode({ allocation: allocation!, units_left: unitsLeft!, ends_at: endsAt! }, now);
  const offer = {
    productId,
    priceCents: product.price_cents * quantity,
    units: quantity,
    slotId: product.slot_id!,
    endsAt: endsAt!,
    mode,
    quantity: product.quantity!,
    timeZone: product.time_zone,
    isSoldOut: unitsLeft === 0,
    isForAnybody: mode === 'sale' || allocation === 'public',
    isOnHold: productOnHold !== undefined || isHoldPrice,
    amountCents: amountCents!,
  };
  const holdRequest: HoldRequest = {
    userId: actor.id,
    network: hashNetwork(context, request.ip),
    offer,
    provider: provider.name,
    now,
  };
  const payment = await takeOrChangeHold(context, provider, holdRequest);
  if (invoice) {
    await saveHoldInvoice(db, payment.id, invoice);
    if (body.keep_invoice_details) await keepInvoiceDetails(db, actor.id, invoice, now);
  }
  const { ref, clientSecret } = await createProviderIntent(context, provider, payment);
  if (body.saved_card) await assignSavedCards(context, provider, actor.id, { ref, wish: body.saved_card });
  return {
    token: payment.token,
    client_secret: clientSecret,
    provider: provider.name,
    expires_at: payment.expires_at.toISOString(),
  };
}

/** This machine has none (null): behind a proxy that is not trusted, all buyers would come from it. */
const hashNetwork = ({ secrets }: Context, ip: string): Buffer | null =>
  isLoopback(ip) ? null : secrets.hash('network', networkOf(ip)).subarray(0, NETWORK_HASH_BYTES);

/** A hold of MB WAY is left, then its quantity changed, then its price lowered. */
const MAX_CHANGES = 4;

/** Takes a hold, or gives the buyer's own back as it is asked for now. */
async function takeOrChangeHold(
  context: Context,
  provider: PaymentProvider,
  request: HoldRequest,
): Promise<Hold> {
  const take = () => context.db.transaction().execute((trx) => takeHold(context, trx, request));
  let attempt = take;
  for (let changes = 0; ; changes += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (changes === MAX_CHANGES) throw error;
      attempt = take;
      if (error instanceof MbWayHoldError) await leaveIntent(context, provider, error.hold);
      else if (error instanceof OtherQuantityError)
        await changeQuantity(context, provider, request, error.hold);
      else if (error instanceof DearerHoldError)
        await lowerPrice(context, provider, error, request.offer.amountCents);
      else if (error instanceof SoldOutError && changes === 0)
        attempt = () => takeHoldOver(context, provider, request, error);
      else throw error;
    }
  }
}

interface HoldRequest {
  userId: number;
  /** Keyed hash. */
  network: Buffer | null;
  /** As read before the transaction. */
  offer: {
    productId: number;
    /** Of all units. */
    priceCents: number;
    /** That are asked for. */
    units: number;
    slotId: number;
    endsAt: Date;
    mode: SlotMode;
    /** Of the slot. */
    quantity: number;
    timeZone: string;
    isSoldOut: boolean;
    /** No draw is ahead, and nobody waits. */
    isForAnybody: boolean;
    /** The slot is not on sale, or not at this price: only a hold of the buyer counts. */
    isOnHold: boolean;
    /** What the buyer has been shown and confirms. */
    amountCents: number;
  };
  provider: string;
  now: Date;
}

/** The buyer's hold costs more than what the page shows, because the price has fallen since. */
class DearerHoldError extends AppError {
  readonly hold: Hold;

  constructor(hold: Hold) {
    super('validation', { fields: { amount: 'payments.amount' } });
    this.hold = hold;
  }
}

/** The buyer's hold is being paid by MB WAY, and is to be paid by card now. */
class MbWayHoldError extends Error {
  readonly hold: Hold;

  constructor(hold: Hold) {
    super('the hold has an intent of MB WAY');
    this.hold = hold;
  }
}

/** The buyer's hold has another quantity than what is asked for now. */
class OtherQuantityError extends Error {
  readonly hold: Hold;

  constructor(hold: Hold) {
    super('the hold has another quantity');
    this.hold = hold;
  }
}

/**
 * Takes or gives back the difference, with another intent, until the same time. Fewer units cost no more than before;
 * more cost what the buyer confirms. Refused once the payment has begun.
 */
async function changeQuantity(
  context: Context,
  provider: PaymentProvider,
  { offer, now }: HoldRequest,
  hold: Hold,
): Promise<void> {
  const { slotId, units } = offer;
  if (hold.is_offer) throw createQuantityConflict('payments.oneOffered');
  const formerCents = (hold.amount_cents / hold.quantity) * units;
  const amountCents = units < hold.quantity ? Math.min(offer.amountCents, formerCents) : offer.amountCents;
  const isChanged = await runWithoutIntent(context, provider, hold, () =>
    context.db.transaction().execute(async (trx) => {
      if (!(await changeHoldQuantity(trx, hold, { quantity: units, amountCents }))) return false;
      const added = units - hold.quantity;
      if (added < 0) await putUnitsBack(context, trx, slotId, -added);
      else if (!(await takeUnits(trx, slotId, { quantity: added, now })))
        throw createTooFewError(hold.quantity + (await countUnitsForSale(trx, slotId, now)), units);
      return true;
    }),
  );
  if (!isChanged) throw createQuantityConflict('payments.quantityBegun', hold.quantity);
}

const createQuantityConflict = (message: string, count = 1) =>
  new AppError('conflict', {
    message,
    values: { count },
    fields: { quantity: { key: message, values: { count } } },
  });

/** Says how many there are; what came back at this moment is not counted. */
const createTooFewError = (left: number, units: number) =>
  createQuantityConflict('payments.unitsLeft', Math.min(left, units - 1));

/** Lowers the price of a hold, with another intent. Refused once its payment has begun. */
async function lowerPrice(
  context: Context,
  provider: PaymentProvider,
  dearer: DearerHoldError,
  amountCents: number,
): Promise<void> {
  const { hold } = dearer;
  const isLowered = await runWithoutIntent(context, provider, hold, () =>
    context.db.transaction().execute(async (trx) => {
      const isDone = await lowerHoldPrice(trx, hold, amountCents);
      if (isDone && hold.captures_later) await releaseCard(trx, hold.id);
      return isDone;
    }),
  );
  if (!isLowered) throw dearer;
}

class SoldOutError extends AppError {
  constructor() {
    super('conflict', { message: 'payments.soldOut' });
  }
}

async function takeHold({ jobs }: Context, trx: Trx, request: HoldRequest): Promise<Hold> {
  const { offer, now } = request;
  const isBuyable = offer.mode === 'sale' && !offer.isSoldOut && !offer.isOnHold;
  const { hold, isMine } = await insertOrJoinHold(trx, request, isBuyable);
  if (isMine) return hold;
  await scheduleEarlyExpiry(jobs, trx, hold, now);
  // Last but for the last unit, because other buyers of the slot wait from here to the commit.
  const taken = await takeUnits(trx, offer.slotId, { quantity: offer.units, now });
  if (!taken) {
    if (!(await findProductForSale(trx, offer.productId))) throw new AppError('notFound');
    const left = offer.units > 1 ? await countUnitsForSale(trx, offer.slotId, now) : 0;
    throw left > 0 ? createTooFewError(left, offer.units) : new SoldOutError();
  }
  // What is sold out fast is drawn the next time.
  if (taken.units_left === 0 && taken.choice === 'automatic')
    await jobs.enqueue(trx, 'allocation.plan-product', { productId: offer.productId });
  return hold;
}

/**
 * Of a slot whose last units are on hold for others: takes as many as are asked for over from an account that has neither a verified address
 * nor an earlier order and does not pay. Its intent is cancelled first, so that it cannot be paid any more; the units
 * pass on in one transaction, without being on sale in between; more of them go on sale.
 */
async function takeHoldOver(
  context: Context,
  provider: PaymentProvider,
  request: HoldRequest,
  soldOut: SoldOutError,
): Promise<Hold> {
  const { db, jobs } = context;
  const { userId, offer, now } = request;
  if (!offer.isForAnybody || offer.isOnHold) throw soldOut;
  if (!(await isProvenBuyer(db, userId))) {
    if (!(await hasUnprovenHolds(db, offer.slotId, now))) throw soldOut;
    throw new AppError('conflict', { message: 'payments.confirmToTake' });
  }
  const { idle, nextFrom } = await findHoldsToPassOn(context, offer.slotId, offer);
  if (idle.length === 0 && !nextFrom) throw soldOut;
  if (!(await mayPassUnitOn(db, offer.slotId, now))) throw soldOut;
  // Whoever has to wait takes nothing from anybody.
  await checkMayTakeHold(db, request);
  const takeOver = (idleHold: HoldToPassOn) =>
    db.transaction().execute(async (trx) => {
      const { hold, isMine } = await insertOrJoinHold(trx, request, true);
      if (isMine) return hold;
      await scheduleEarlyExpiry(jobs, trx, hold, now);
      if (!(await endPassedOnHold(trx, idleHold, now))) throw new HoldEndedError();
      if (!(await lockUnitToPassOn(trx, offer.slotId, now))) throw soldOut;
      const rest = idleHold.quantity - offer.units;
      if (rest > 0) await putUnitsBack(context, trx, offer.slotId, rest);
      return hold;
    });
  for (const idleHold of idle) {
    const hold = await runWithoutIntent(context, provider, idleHold, () => takeOver(idleHold)).catch(
      (error: unknown) => {
        if (error instanceof HoldEndedError) return undefined;
        throw error;
      },
    );
    if (hold) return hold;
  }
  if (!nextFrom) throw soldOut;
  throw new AppError('conflict', buildWaitError('payments.setAside', nextFrom, offer.timeZone, now));
}

/** It was paid or let go, or another buyer has taken it over. */
class HoldEndedError extends Error {}

/** Throws what taking a hold would throw, and changes nothing. */
async function checkMayTakeHold(db: Context['db'], request: HoldRequest): Promise<void> {
  const trx = await db.startTransaction().execute();
  try {
    await insertOrJoinHold(trx, request, true);
  } finally {
    await trx.rollback().execute();
  }
}

/** Inserts a hold that may be taken, without its unit, or finds that of the buyer (`isMine`). */
async function insertOrJoinHold(
  trx: Trx,
  request: HoldRequest,
  isBuyable: boolean,
): Promise<{ hold: Hold; isMine: boolean }> {
  const { userId, network, offer } = request;
  // Serialises a buyer's requests, and those for the slot from one network, so that concurrent ones cannot exceed limits.
  const key = network && network.readInt32BE() ^ offer.slotId;
  const user = await lockUserAndKey(trx, userId, { kind: NETWORK_LOCK, key });
  if (!user) throw new AppError('notSignedIn');
  const isVerified = user.email_verified_at !== null;
  // Most buyers have no hold of the slot, so it is looked for only when the insert is refused.
  let hold = isBuyable ? await insertHold(trx, buildHold(request)) : undefined;
  if (!hold) {
    const existingHold = await joinHold(trx, request, isVerified);
    if (existingHold) return { hold: existingHold, isMine: true };
    hold = await insertHold(trx, buildHold(request));
  }
  if (!hold) throw new AppError('conflict', { message: 'payments.expired' });
  await assertMayTakeHold(trx, request, { ...hold, isVerified });
  return { hold, isMine: false };
}

/**
 * The buyer's hold of the slot, whose intent another request may still wait for. Undefined when it ended just now and
 * another may be taken. Throws when the buyer has no hold of the slot and cannot take one.
 */
async function joinHold(
  trx: Trx,
  { userId, offer, now }: HoldRequest,
  isVerified: boolean,
): Promise<Hold | undefined> {
  const liveHolds = await selectHolds(trx, userId).modifyEnd(preparedStatementHint).execute();
  const existingHold = liveHolds.find((payment) => payment.slot_id === offer.slotId);
  if (existingHold && existingHold.quantity !== offer.units)
    throw existingHold.mb_way_requested_at
      ? new MbWayHoldError(existingHold)
      : new OtherQuantityError(existingHold);
  if (existingHold && existingHold.amount_cents > offer.amountCents) throw new DearerHoldError(existingHold);
  if (existingHold?.mb_way_requested_at) throw new MbWayHoldError(existingHold);
  if (existingHold?.client_secret) return existingHold;
  const joined = existingHold && (await joinIntentRequest(trx, existingHold.id));
  if (joined) return joined;
  if (offer.isOnHold) throw new AppError('conflict', { message: 'payments.expired' });
  const otherHolds = liveHolds.filter((payment) => payment !== existingHold);
  if (otherHolds.length >= getMaxHolds(isVerified)) {
    const expiries = otherHolds.map(({ expires_at }) => expires_at.getTime());
    throw createHoldLimitError(isVerified, new Date(Math.min(...expiries)), now);
  }
  if (offer.mode === 'draw') throw new AppError('conflict', { message: 'allocation.enterDrawInstead' });
  // A hold that ended just now may have returned its unit.
  if ((offer.isSoldOut || offer.mode === 'waitlist') && !existingHold) throw new SoldOutError();
  return undefined;
}

async function assertMayTakeHold(
  trx: Trx,
  { userId, network, offer: { quantity, units, timeZone }, now }: HoldRequest,
  hold: NonNullable<Awaited<ReturnType<typeof insertHold>>> & { isVerified: boolean },
): Promise<void> {
  const { isVerified, other_expiries: otherExpiries, ended_of_account: account } = hold;
  const refusal = findHoldRefusal(
    {
      isVerified,
      otherExpiries,
      quantity,
      units,
      account,
      card: hold.ended_of_card,
      network: network && { ended: hold.ended_of_network, live: hold.live_of_network },
    },
    now,
  );
  if (!refusal) return;
  const { reason, until } = refusal;
  if (reason === 'holds') throw createHoldLimitError(isVerified, until, now);
  // Whoever has bought before is not refused the first hold of a slot for what others in the network do.
  const isFirst = account.long === 0;
  if (reason === 'network' && isFirst && (await hasOrders(trx, userId))) return;
  const message = reason === 'network' ? 'payments.networkWaits' : 'payments.waitAfterHold';
  throw new AppError('tooMany', buildWaitError(message, until, timeZone, now));
}

const createHoldLimitError = (isVerified: boolean, until: Date, now: Date) =>
  new AppError('tooMany', {
    message: isVerified ? 'payments.tooManyHolds' : 'payments.oneHold',
    retryAfter: getSecondsUntil(until, now),
  });

const buildHold = ({ userId, network, offer, provider, now }: HoldRequest) => ({
  token: generateToken(),
  user_id: userId,
  product_id: offer.productId,
  slot_id: offer.slotId,
  amount_cents: offer.priceCents,
  quantity: offer.units,
  provider,
  provider_ref: null,
  client_secret: null,
  intent_requests: 1,
  network_hash: network,
  state: 'pending' as const,
  expires_at: holdEndsAt(now, offer.endsAt),
  card_last4: null,
  failure_code: null,
  failure_description: null,
  created_at: now,
  settled_at: null,
});

/**
 * Creates the intent outside any transaction, then stores it. Concurrent requests for one hold share an idempotency
 * key, so they get the same intent; the hold ends when the last of them has failed.
 */
async function createProviderIntent(
  context: Context,
  provider: PaymentProvider,
  hold: Hold,
): Promise<{ ref: string; clientSecret: string }> {
  const { id, token, amount_cents: amountCents, client_secret: existingSecret } = hold;
  if (existingSecret) return { ref: hold.provider_ref!, clientSecret: existingSecret };
  const { discarded_intents: discardedIntents, captures_later: capturesLater } = hold;
  const idempotencyKey = discardedIntents ? `${token}.${discardedIntents}` : token;
  const intent = await provider
    .createIntent({ amountCents, idempotencyKey, capturesLater })
    .catch((cause: Error) => cause);
  if (intent instanceof Error) {
    const hold = await releaseUnopenedHold(context, id, {
      state: 'failed',
      code: 'provider_down',
      isExcused: true,
    });
    if (hold.state === 'pending' && hold.client_secret)
      return { ref: hold.provider_ref!, clientSecret: hold.client_secret };
    throw new AppError('serviceDown', { message: 'payments.unavailable', retryAfter: 5 }, intent);
  }
  const { ref, clientSecret } = intent;
  const { state } = await leaveIntentRequest(context.db, id, {
    provider_ref: ref,
    client_secret: clientSecret,
  });
  if (state === 'failed' || state === 'expired') {
    // The hold ended while waiting for the provider. If cancelling fails, `syncMissedIntents` cancels it later.
    await provider.cancel(ref).catch(() => null);
    throw new AppError('conflict', { message: 'payments.expired' });
  }
  return { ref, clientSecret };
}
