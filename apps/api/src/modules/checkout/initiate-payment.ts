import type { endpoints } from '@wopack/contract';
import { centsFromEuros, holdEndsAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, createValidationError, isPossibleId, parseId } from '../../platform/http/app-error.ts';
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
  findProductForSale,
  findProductWithSlotForSale,
  findProductWithSlotOnHold,
  getSlotMode,
  lockUnitToPassOn,
  mayPassUnitOn,
  type SlotMode,
  takeUnit,
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
    body: { amount, productId, ...invoice },
    refused,
  }: PartiallyValidCall<typeof endpoints.initiatePayment>,
) {
  const needsProduct = refused.size > 0 || hasInvoiceFields(invoice);
  if (!needsProduct || !productId || !isPossibleId(productId)) return {};
  const product = await findProductForSale(db, Number(productId));
  const invoiceErrors = product ? await findInvoiceErrors(db, product.seller_id, invoice) : {};
  const isRefused = refused.size > 0 || Object.values(invoiceErrors).some(Boolean);
  if (!isRefused || amount === undefined) return invoiceErrors;
  const amountCents = centsFromEuros(amount);
  const isWrong =
    product &&
    product.seller_id !== actor.id &&
    amountCents !== product.price_cents &&
    !(await selectHolds(db, actor.id).execute()).some(
      (hold) => hold.product_id === product.id && hold.amount_cents === amountCents,
    );
  return { ...invoiceErrors, amount: isWrong && 'payments.amount' };
}

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
  const amountCents = centsFromEuros(body.amount);
  // What is on hold costs what was shown when it was taken.
  const isHoldPrice = amountCents !== product.price_cents;
  if (amountCents === null || (isHoldPrice && !(await hasHoldAt(db, actor.id, product.slot_id, amountCents))))
    throw createValidationError('amount', 'payments.amount');

  const invoice = await readInvoice(db, product.seller_id, body);
  if (!isOnSale && !productOnHold) throw new AppError('conflict', { message: 'payments.slotEnded' });
  const { units_left: unitsLeft, allocation, ends_at: endsAt } = product;
  const mode = getSlotMode({ allocation: allocation!, units_left: unitsLeft!, ends_at: endsAt! }, now);
  const offer = {
    productId,
    priceCents: product.price_cents,
    slotId: product.slot_id!,
    endsAt: endsAt!,
    mode,
    quantity: product.quantity!,
    timeZone: product.time_zone,
    isSoldOut: unitsLeft === 0,
    isForAnybody: mode === 'sale' || allocation === 'public',
    isOnHold: productOnHold !== undefined || isHoldPrice,
    amountCents,
  };
  const holdRequest: HoldRequest = {
    userId: actor.id,
    network: hashNetwork(context, request.ip),
    offer,
    provider: provider.name,
    now,
  };
  const take = () => db.transaction().execute((trx) => takeHold(context, trx, holdRequest));
  const payment = await take()
    .catch((error: unknown) => {
      if (error instanceof SoldOutError) return takeHoldOver(context, provider, holdRequest, error);
      throw error;
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof DearerHoldError)) throw error;
      await lowerPrice(context, provider, error, amountCents);
      return take();
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof MbWayHoldError)) throw error;
      await leaveIntent(context, provider, error.hold);
      return take();
    });
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

interface HoldRequest {
  userId: number;
  /** Keyed hash. */
  network: Buffer | null;
  /** As read before the transaction. */
  offer: {
    productId: number;
    priceCents: number;
    slotId: number;
    endsAt: Date;
    mode: SlotMode;
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

const hasHoldAt = async (
  db: Context['db'],
  userId: number,
  slotId: number | null,
  amountCents: number,
): Promise<boolean> =>
  (await selectHolds(db, userId).execute()).some(
    (hold) => hold.slot_id === slotId && hold.amount_cents === amountCents,
  );

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
  const taken = await takeUnit(trx, offer.slotId, now);
  if (!taken) {
    if (!(await findProductForSale(trx, offer.productId))) throw new AppError('notFound');
    throw new SoldOutError();
  }
  // What is sold out fast is drawn the next time.
  if (taken.units_left === 0 && taken.choice === 'automatic')
    await jobs.enqueue(trx, 'allocation.plan-product', { productId: offer.productId });
  return hold;
}

/**
 * Of a slot whose last units are on hold for others: takes one over from an account that has neither a verified address
 * nor an earlier order and does not pay. Its intent is cancelled first, so that it cannot be paid any more; the unit
 * passes on in one transaction, without being on sale in between.
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
  const { idle, nextFrom } = await findHoldsToPassOn(context, offer.slotId, offer.quantity);
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
  { userId, network, offer: { quantity, timeZone }, now }: HoldRequest,
  hold: NonNullable<Awaited<ReturnType<typeof insertHold>>> & { isVerified: boolean },
): Promise<void> {
  const { isVerified, other_expiries: otherExpiries, ended_of_account: account } = hold;
  const refusal = findHoldRefusal(
    {
      isVerified,
      otherExpiries,
      quantity,
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
