import type { endpoints, SavedCardWish, SlotMode } from '@wopack/contract';
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
import {
  type EnterCode,
  type FormerParts,
  getPrice,
  isGuess,
  lockCodesOf,
  lockParts,
  type PlannedParts,
  planPurchase,
  type RequestedParts,
  releaseParts,
  reserveParts,
  toPlannedParts,
  tryCode,
  wantsParts,
} from '../credit/index.ts';
import { generateToken, lockUser, lockUserAndKey } from '../identity/index.ts';
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
  changeHold,
  endPassedOnHold,
  findHoldRefusal,
  getMaxHolds,
  getSecondsUntil,
  type Hold,
  type HoldPrice,
  insertHold,
  joinIntentRequest,
  leaveIntentRequest,
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

/**
 * Reports quantity and amounts together with other errors; on their own they are refused by `initiatePayment`. A code is
 * tried only there, because tries count.
 */
export async function validatePayment(
  { db }: Context,
  {
    actor,
    body: { amount, quantity = 1, productId, card_amount: cardAmount, ...invoice },
    refused,
  }: PartiallyValidCall<typeof endpoints.initiatePayment>,
): Promise<FieldErrors> {
  const cardErrors = { card_amount: cardAmount !== undefined && findAmountError(cardAmount) };
  const hasErrors = refused.size > 0 || Boolean(cardErrors.card_amount);
  const needsProduct = hasErrors || hasInvoiceFields(invoice);
  if (!needsProduct || !productId || !isPossibleId(productId)) return cardErrors;
  const product = await findProductForSale(db, Number(productId));
  const errors: FieldErrors = {
    ...cardErrors,
    ...(product && (await findInvoiceErrors(db, product.seller_id, invoice))),
  };
  const isRefused = refused.size > 0 || Object.values(errors).some(Boolean);
  if (!isRefused || !product || product.seller_id === actor.id || refused.has('quantity')) return errors;
  const holds = (await selectHolds(db, actor.id).execute()).filter((hold) => hold.product_id === product.id);
  const amountCents = amount === undefined ? undefined : centsFromEuros(amount);
  return { ...errors, ...findPurchaseErrors({ quantity, amountCents, product, holds }) };
}

const findAmountError = (amount: Parameters<typeof centsFromEuros>[0]) =>
  centsFromEuros(amount) === null && 'field.type';

/** Checks quantity and amount. `holds`: those of the buyer, which cost what was shown when they were taken. */
export function findPurchaseErrors({
  quantity,
  amountCents,
  product,
  holds,
}: {
  quantity: number;
  /** Undefined: not to be looked at. */
  amountCents: number | null | undefined;
  product: { price_cents: number; max_per_order: number };
  holds: readonly HoldPrice[];
}): FieldErrors {
  const isBeyondLimit = quantity > product.max_per_order && !holds.some((hold) => hold.quantity >= quantity);
  const isWrong =
    amountCents !== undefined &&
    amountCents !== product.price_cents * quantity &&
    !holds.some((hold) => isAmountOfHold(hold, quantity, amountCents));
  return {
    quantity: isBeyondLimit && { key: 'payments.quantityLimit', values: { count: product.max_per_order } },
    amount:
      isWrong && (amountCents === null ? 'field.type' : createAmountError(product.price_cents * quantity)),
  };
}

const createAmountError = (cents: number) => ({ key: 'payments.amount', values: { amount: cents } });

/** Whether so many of the units on hold cost the amount. */
const isAmountOfHold = (hold: HoldPrice, quantity: number, amountCents: number | null): boolean =>
  quantity <= hold.quantity && (getPrice(hold) / hold.quantity) * quantity === amountCents;

/** The product and its slot, as it is on sale or on hold for the buyer, who may buy it. */
export async function findOffer(
  { db }: Pick<Context, 'db'>,
  actor: Parameters<typeof assertMayBuyFrom>[1],
  { productId: id, slot_id: slot }: { productId: number | string; slot_id?: number | string },
  now: Date,
) {
  const productId = parseId(id);
  const slotId = slot === undefined ? null : parseId(slot, Number.MAX_SAFE_INTEGER);
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
  return { product, isOnSale, isOnHold: productOnHold !== undefined };
}

export async function initiatePayment(
  context: Context,
  { provider, enterCode }: { provider: PaymentProvider; enterCode: EnterCode },
  call: Call<typeof endpoints.initiatePayment>,
) {
  const { actor, body, request } = call;
  const { db, clock } = context;
  const now = clock.now();
  const { product, isOnSale, isOnHold } = await findOffer(context, actor, body, now);
  const { quantity = 1 } = body;
  const amountCents = centsFromEuros(body.amount);
  const cardCents = body.card_amount === undefined ? undefined : centsFromEuros(body.card_amount);
  const priceCents = product.price_cents * quantity;
  const isHoldPrice = amountCents !== priceCents;
  const isBeyondLimit = quantity > product.max_per_order;
  // Most buyers have no hold, and confirm the price of what they may take.
  const holds =
    isHoldPrice || isBeyondLimit
      ? (await selectHolds(db, actor.id).execute()).filter((hold) => hold.slot_id === product.slot_id)
      : [];
  const wish = { code: body.code, usesCredit: body.use_credit ?? false };
  const tried =
    product.slot_id === null
      ? null
      : await tryCodeOnce(
          context,
          { enterCode, call },
          {
            ...wish,
            userId: actor.id,
            productId: product.id,
            slotId: product.slot_id,
            priceCents: amountCents ?? priceCents,
            quantity,
            now,
          },
        );
  assertNoErrors({
    ...findPurchaseErrors({ quantity, amountCents, product, holds }),
    code: tried?.refusal,
  });

  const invoice = await readInvoice(db, product.seller_id, body);
  if (!isOnSale && !isOnHold) throw new AppError('conflict', { message: 'payments.slotEnded' });
  const { units_left: unitsLeft, allocation, ends_at: endsAt } = product;
  const mode = getSlotMode({ allocation: allocation!, units_left: unitsLeft!, ends_at: endsAt! }, now);
  const offer = {
    productId: product.id,
    priceCents,
    units: quantity,
    slotId: product.slot_id!,
    endsAt: endsAt!,
    mode,
    quantity: product.quantity!,
    timeZone: product.time_zone,
    isSoldOut: unitsLeft === 0,
    isForAnybody: mode === 'sale' || allocation === 'public',
    isOnHold: isOnHold || isHoldPrice,
    amountCents: amountCents!,
  };
  const holdRequest: HoldRequest = {
    userId: actor.id,
    network: hashNetwork(context, request.ip),
    offer,
    wish: { ...wish, cardCents: cardCents ?? undefined },
    provider: provider.name,
    now,
  };
  const payment = await takeOrChangeHold(context, provider, holdRequest);
  if (invoice) {
    await saveHoldInvoice(db, payment.id, invoice);
    if (body.keep_invoice_details) await keepInvoiceDetails(db, actor.id, invoice, now);
  }
  const clientSecret =
    payment.amount_cents === 0
      ? ''
      : await openPayment(context, provider, payment, { userId: actor.id, savedCard: body.saved_card });
  return {
    token: payment.token,
    client_secret: clientSecret,
    provider: provider.name,
    expires_at: payment.expires_at.toISOString(),
    ...buildPartsView(payment),
  };
}

export const buildPartsView = (payment: Pick<Hold, 'amount_cents' | 'credit_cents' | 'discount_cents'>) => ({
  card_cents: payment.amount_cents,
  credit_cents: payment.credit_cents,
  discount_cents: payment.discount_cents,
});

/** Tries the code of a call, if it has one; those that nobody has count. */
export async function tryCodeOnce(
  context: Pick<Context, 'db' | 'secrets'>,
  { enterCode, call }: { enterCode: EnterCode; call: Parameters<EnterCode>[0] },
  wish: RequestedParts,
): ReturnType<typeof tryCode> {
  if (!wantsParts({ code: wish.code, usesCredit: false })) return null;
  const finish = await enterCode(call);
  try {
    const tried = await tryCode(context, context.db, wish);
    await finish(tried?.refusal ? (isGuess(tried.refusal) ? 'failure' : 'none') : 'success');
    return tried;
  } catch (error) {
    await finish('none');
    throw error;
  }
}

/** Returns the secret by which the browser pays. */
async function openPayment(
  context: Context,
  provider: PaymentProvider,
  payment: Hold,
  { userId, savedCard }: { userId: number; savedCard: SavedCardWish | undefined },
): Promise<string> {
  const { ref, clientSecret } = await createProviderIntent(context, provider, payment);
  if (savedCard) await assignSavedCards(context, provider, userId, { ref, wish: savedCard });
  return clientSecret;
}

/** This machine has none (null): behind a proxy that is not trusted, all buyers would come from it. */
const hashNetwork = ({ secrets }: Context, ip: string): Buffer | null =>
  isLoopback(ip) ? null : secrets.hash('network', networkOf(ip)).subarray(0, NETWORK_HASH_BYTES);

/** A hold of MB WAY is left, then changed. */
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
      const isOwnHold = error instanceof MbWayHoldError || error instanceof OtherHoldError;
      // Another device of the buyer changes it, again and again.
      if (changes === MAX_CHANGES)
        throw isOwnHold ? new AppError('conflict', { message: 'payments.changing' }) : error;
      attempt = take;
      if (error instanceof MbWayHoldError) {
        // What is refused leaves the request to the phone as it is.
        if (error.isOther) await checkChange(context, request, error.hold);
        await leaveIntent(context, provider, error.hold);
      } else if (error instanceof OtherHoldError) await changeOwnHold(context, provider, request, error.hold);
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
    /** Price of all units. */
    priceCents: number;
    /** That are asked for. */
    units: number;
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
  /** What of the price is paid by other means than the card. */
  wish: Pick<RequestedParts, 'code' | 'usesCredit'> & {
    /** What the buyer has been shown that is left for the card; undefined: whatever is. */
    cardCents: number | undefined;
  };
  provider: string;
  now: Date;
}

/** The buyer's hold is being paid by MB WAY, and is to be paid by card now, or to be another one (`isOther`). */
class MbWayHoldError extends Error {
  readonly hold: Hold;
  readonly isOther: boolean;

  constructor(hold: Hold, isOther: boolean) {
    super('the hold has an intent of MB WAY');
    this.hold = hold;
    this.isOther = isOther;
  }
}

/** The buyer's hold is not as it is asked for now: of another quantity or price, or with other parts of it. */
class OtherHoldError extends Error {
  readonly hold: Hold;

  constructor(hold: Hold) {
    super('the hold is not as it is asked for');
    this.hold = hold;
  }
}

/** What the units that are asked for cost: fewer or as many as are on hold no more than before, more what the buyer confirms. */
export function getRequestedPrice(
  hold: HoldPrice | undefined,
  { priceCents, amountCents, units }: Pick<HoldRequest['offer'], 'priceCents' | 'amountCents' | 'units'>,
): number {
  if (!hold) return priceCents;
  const formerCents = (getPrice(hold) / hold.quantity) * units;
  return units <= hold.quantity ? Math.min(amountCents, formerCents) : amountCents;
}

/** What pays the units that are asked for. Refused when the buyer was shown another sum for the card. */
async function planHold(
  context: Pick<Context, 'secrets'>,
  trx: Trx,
  { userId, offer, wish, now }: HoldRequest,
  hold?: Hold,
): Promise<PlannedParts> {
  const { productId, slotId, units: quantity } = offer;
  const priceCents = getRequestedPrice(hold, offer);
  const parts = wantsParts(wish)
    ? await planPurchase(context, trx, { userId, productId, slotId, priceCents, quantity, now, ...wish })
    : { cardCents: priceCents, creditCents: 0, discountCents: 0, codeId: null };
  if (wish.cardCents !== undefined && wish.cardCents !== parts.cardCents)
    throw createPartsConflict('card_amount', 'payments.cardAmount', parts.cardCents);
  return parts;
}

const createPartsConflict = (field: 'card_amount' | 'use_credit', message: string, cents = 0) => {
  const values = { amount: cents };
  return new AppError('conflict', { message, values, fields: { [field]: { key: message, values } } });
};

const hasOtherParts = (hold: Hold, parts: PlannedParts): boolean =>
  Object.entries(toPlannedParts(hold)).some(([name, part]) => part !== parts[name as keyof PlannedParts]);

/** Takes what is planned of credit and code for a hold that has none. */
async function takeParts(
  trx: Trx,
  { userId, now }: HoldRequest,
  reservation: { paymentId: number; parts: PlannedParts; former?: FormerParts },
): Promise<void> {
  const missing = await reserveParts(trx, { ...reservation, userId, now });
  if (missing === 'code') throw new AppError('validation', { fields: { code: 'credit.codeUsedUp' } });
  if (missing === 'credit') throw createPartsConflict('use_credit', 'payments.creditChanged');
}

/**
 * Changes the buyer's hold to what is asked for now, with another intent, until the same time. What is refused is refused
 * before its intent is cancelled, so that it can still be paid; so is all once the payment has begun. Returns also when
 * another request of the buyer was quicker, for whoever looks again.
 */
async function changeOwnHold(
  context: Context,
  provider: PaymentProvider,
  request: HoldRequest,
  hold: Hold,
): Promise<void> {
  const { db } = context;
  const { offer, userId } = request;
  if (!(await checkChange(context, request, hold))) return;
  const isChanged = await runWithoutIntent(
    context,
    provider,
    hold,
    () => db.transaction().execute((trx) => changeInTransaction(context, trx, request, hold)),
    { isAnswerNeeded: true },
  );
  if (isChanged) return;
  const current = (await selectHolds(db, userId).execute()).find(({ id }) => id === hold.id);
  // It has ended, was changed, or another request still waits for its intent.
  if (isChanged === false || !current || current.provider_ref !== hold.provider_ref) return;
  if (offer.units !== hold.quantity) throw createQuantityConflict('payments.quantityBegun', hold.quantity);
  if (getPrice(hold) > offer.amountCents)
    throw new AppError('validation', { fields: { amount: createAmountError(getPrice(hold)) } });
  throw new AppError('conflict', { message: 'payments.begun' });
}

/** Throws and returns what changing a hold would, and changes nothing. */
const checkChange = (context: Context, request: HoldRequest, hold: Hold): Promise<boolean> =>
  runAndRollBack(context, (trx) => changeInTransaction(context, trx, request, hold));

/** Takes or gives back units, credit and code. False when the hold is not as it was read, or waits for an intent. */
async function changeInTransaction(
  context: Context,
  trx: Trx,
  request: HoldRequest,
  hold: Hold,
): Promise<boolean> {
  const { offer, userId, now } = request;
  const { slotId, units } = offer;
  if (hold.is_offer && units !== hold.quantity) throw createQuantityConflict('payments.oneOffered');
  if (wantsParts(request.wish)) await lockUser(trx, userId);
  const parts = await planHold(context, trx, request, hold);
  if (!(await changeHold(trx, hold, { quantity: units, ...toColumns(parts, request) }))) return false;
  await lockCodesOf(trx, [hold.discount_code_id, parts.codeId]);
  const former = await releaseParts(trx, hold);
  await takeParts(trx, request, { paymentId: hold.id, parts, former });
  const added = units - hold.quantity;
  if (added < 0) await putUnitsBack(context, trx, slotId, -added);
  else if (added > 0 && !(await takeUnits(trx, slotId, { quantity: added, now })))
    throw createTooFewMoreError(hold.quantity, await countUnitsForSale(trx, slotId, now), added);
  if (hold.captures_later) await releaseCard(trx, hold.id);
  return true;
}

/** Runs what throws if something is refused, and undoes it. */
async function runAndRollBack<T>({ db }: Pick<Context, 'db'>, work: (trx: Trx) => Promise<T>): Promise<T> {
  const trx = await db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

/** The columns of a hold's parts. */
const toColumns = (
  { cardCents, creditCents, discountCents, codeId }: PlannedParts,
  { provider }: HoldRequest,
) => ({
  amount_cents: cardCents,
  credit_cents: creditCents,
  discount_cents: discountCents,
  discount_code_id: codeId,
  provider: cardCents === 0 ? 'none' : provider,
});

const createQuantityConflict = (message: string, count = 1) =>
  new AppError('conflict', {
    message,
    values: { count },
    fields: { quantity: { key: message, values: { count } } },
  });

/** Says how many there are; what came back at this moment is not counted. */
const createTooFewError = (left: number, units: number) =>
  createQuantityConflict('payments.unitsLeft', Math.min(left, units - 1));

/** To whoever has some set aside, which they keep. */
function createTooFewMoreError(held: number, left: number, added: number): AppError {
  const more = Math.min(left, added - 1);
  if (more === 0) return createQuantityConflict('payments.noMoreUnits', held);
  const message = 'payments.moreUnitsLeft';
  const values = { held, more, count: held + more };
  return new AppError('conflict', { message, values, fields: { quantity: { key: message, values } } });
}

class SoldOutError extends AppError {
  constructor() {
    super('conflict', { message: 'payments.soldOut' });
  }
}

async function takeHold(context: Context, trx: Trx, request: HoldRequest): Promise<Hold> {
  const { jobs } = context;
  const { offer, now } = request;
  const isBuyable = offer.mode === 'sale' && !offer.isSoldOut && !offer.isOnHold;
  const { hold, isMine } = await insertOrJoinHold(context, trx, request, isBuyable);
  if (isMine) return hold;
  await scheduleEarlyExpiry(jobs, trx, hold, now);
  await takeParts(trx, request, { paymentId: hold.id, parts: toPlannedParts(hold) });
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
 * Of a slot whose last units are on hold for others: takes as many as are asked for over from accounts that have neither a
 * verified address nor an earlier order and do not pay, of one if it has enough, else of several. Their intents are
 * cancelled first, so that they cannot be paid any more; the units pass on in one transaction, without being on sale in
 * between; more of them go on sale.
 */
async function takeHoldOver(
  context: Context,
  provider: PaymentProvider,
  request: HoldRequest,
  soldOut: SoldOutError,
): Promise<Hold> {
  const { db } = context;
  const { userId, offer, now } = request;
  const { units } = offer;
  if (!offer.isForAnybody || offer.isOnHold) throw soldOut;
  if (!(await isProvenBuyer(db, userId))) {
    if (!(await hasUnprovenHolds(db, offer.slotId, now))) throw soldOut;
    throw new AppError('conflict', { message: 'payments.confirmToTake' });
  }
  const { idle, later } = await findHoldsToPassOn(context, offer.slotId, offer);
  if (idle.length === 0 && later.length === 0) throw soldOut;
  if (!(await mayPassUnitOn(db, offer.slotId, now))) throw soldOut;
  // Whoever has to wait takes nothing from anybody.
  await runAndRollBack(context, (trx) => insertOrJoinHold(context, trx, request, true));
  /** Tries the holds in turn until those that are not paid have enough units. */
  const takeOver = async (
    holds: readonly HoldToPassOn[],
    stopped: readonly HoldToPassOn[] = [],
  ): Promise<Hold | undefined> => {
    if (sumUnits(stopped) >= units)
      return db
        .transaction()
        .execute((trx) => takeUnitsOfHolds(context, trx, request, { holds: stopped, soldOut }));
    const [next, ...others] = holds;
    if (!next || sumUnits(stopped) + sumUnits(holds) < units) return undefined;
    const work = () => takeOver(others, [...stopped, next]);
    const hold = await runWithoutIntent(context, provider, next, work).catch((error: unknown) => {
      if (error instanceof HoldEndedError && error.id === next.id) return undefined;
      throw error;
    });
    return hold ?? takeOver(others, stopped);
  };
  const hold = await takeOver(
    idle.toSorted((a, b) => Number(b.quantity >= units) - Number(a.quantity >= units)),
  );
  if (hold) return hold;
  const ofLater = (count: number) => sumUnits(later.slice(0, count).map(({ hold }) => hold));
  const total = sumUnits(idle) + ofLater(later.length);
  if (total < units) throw createTooFewError(total, units);
  const last = later.find((_, index) => sumUnits(idle) + ofLater(index + 1) >= units);
  if (!last) throw soldOut;
  throw new AppError('conflict', buildWaitError('payments.setAside', last.from, offer.timeZone, now));
}

const sumUnits = (holds: readonly Pick<HoldToPassOn, 'quantity'>[]): number =>
  holds.reduce((sum, { quantity }) => sum + quantity, 0);

/** Ends holds whose intents were cancelled, and gives their units to the buyer. */
async function takeUnitsOfHolds(
  context: Context,
  trx: Trx,
  request: HoldRequest,
  { holds, soldOut }: { holds: readonly HoldToPassOn[]; soldOut: SoldOutError },
): Promise<Hold> {
  const { offer, now } = request;
  const { hold, isMine } = await insertOrJoinHold(context, trx, request, true);
  if (isMine) return hold;
  await scheduleEarlyExpiry(context.jobs, trx, hold, now);
  const ended = [];
  for (const idleHold of holds.toSorted((a, b) => a.id - b.id)) {
    const payment = await endPassedOnHold(trx, idleHold, now);
    if (!payment) throw new HoldEndedError(idleHold.id);
    ended.push(payment);
  }
  await lockCodesOf(
    trx,
    [...ended, hold].map(({ discount_code_id: codeId }) => codeId),
  );
  if (ended.length > 1) await lockParts(trx, ended);
  for (const payment of ended) await releaseParts(trx, payment);
  await takeParts(trx, request, { paymentId: hold.id, parts: toPlannedParts(hold) });
  if (!(await lockUnitToPassOn(trx, offer.slotId, now))) throw soldOut;
  const rest = sumUnits(holds) - offer.units;
  if (rest > 0) await putUnitsBack(context, trx, offer.slotId, rest);
  return hold;
}

/** It was paid or let go, or another buyer has taken it over. */
class HoldEndedError extends Error {
  readonly id: number;

  constructor(id: number) {
    super(`payment ${id} is no hold any more`);
    this.id = id;
  }
}

/** Inserts a hold that may be taken, without units, credit and code, or finds that of the buyer (`isMine`). */
async function insertOrJoinHold(
  context: Context,
  trx: Trx,
  request: HoldRequest,
  isBuyable: boolean,
): Promise<{ hold: Hold; isMine: boolean }> {
  const { userId, network, offer, wish } = request;
  // Serialises a buyer's requests, and those for the slot from one network, so that concurrent ones cannot exceed limits.
  const key = network && network.readInt32BE() ^ offer.slotId;
  const user = await lockUserAndKey(trx, userId, { kind: NETWORK_LOCK, key });
  if (!user) throw new AppError('notSignedIn');
  const isVerified = user.email_verified_at !== null;
  const insert = async () => insertHold(trx, buildHold(request, await planHold(context, trx, request)));
  // Most buyers have no hold of the slot, so it is looked for only when the insert is refused, or when it decides what is
  // left for the card.
  const isLookedFor = wantsParts(wish) || (wish.cardCents ?? offer.priceCents) !== offer.priceCents;
  let hold = isBuyable && !isLookedFor ? await insert() : undefined;
  if (!hold) {
    const existingHold = await joinHold(context, trx, request, { isVerified, isBuyable });
    if (existingHold) return { hold: existingHold, isMine: true };
    hold = await insert();
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
  context: Context,
  trx: Trx,
  request: HoldRequest,
  { isVerified, isBuyable }: { isVerified: boolean; isBuyable: boolean },
): Promise<Hold | undefined> {
  const { userId, offer, now } = request;
  const liveHolds = await selectHolds(trx, userId).modifyEnd(preparedStatementHint).execute();
  const existingHold = liveHolds.find((payment) => payment.slot_id === offer.slotId);
  if (existingHold) {
    const isOther =
      existingHold.quantity !== offer.units ||
      hasOtherParts(existingHold, await planHold(context, trx, request, existingHold));
    const isDearer = existingHold.quantity === offer.units && getPrice(existingHold) > offer.amountCents;
    if (existingHold.mb_way_requested_at && !isDearer) throw new MbWayHoldError(existingHold, isOther);
    if (isOther) throw new OtherHoldError(existingHold);
    if (existingHold.client_secret || existingHold.amount_cents === 0) return existingHold;
    const joined = await joinIntentRequest(trx, existingHold.id);
    if (joined) return joined;
  }
  if (offer.isOnHold) throw new AppError('conflict', { message: 'payments.expired' });
  const otherHolds = liveHolds.filter((payment) => payment !== existingHold);
  if (otherHolds.length >= getMaxHolds(isVerified)) {
    const expiries = otherHolds.map(({ expires_at }) => expires_at.getTime());
    throw createHoldLimitError(isVerified, new Date(Math.min(...expiries)), now);
  }
  if (offer.mode === 'draw') throw new AppError('conflict', { message: 'allocation.enterDrawInstead' });
  // A hold that ended just now may have returned its unit; of a sold-out slot units are taken over.
  if (!isBuyable && (offer.isSoldOut || offer.mode === 'waitlist') && !existingHold) throw new SoldOutError();
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

const buildHold = (request: HoldRequest, parts: PlannedParts) => ({
  token: generateToken(),
  user_id: request.userId,
  product_id: request.offer.productId,
  slot_id: request.offer.slotId,
  quantity: request.offer.units,
  ...toColumns(parts, request),
  provider_ref: null,
  client_secret: null,
  intent_requests: parts.cardCents === 0 ? 0 : 1,
  network_hash: request.network,
  state: 'pending' as const,
  expires_at: holdEndsAt(request.now, request.offer.endsAt),
  card_last4: null,
  failure_code: null,
  failure_description: null,
  created_at: request.now,
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
