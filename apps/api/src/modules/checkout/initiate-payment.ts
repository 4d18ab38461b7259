import type { endpoints } from '@wopack/contract';
import { centsFromEuros, holdEndsAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, createValidationError, isPossibleId, parseId } from '../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { preparedStatementHint } from '../../platform/performance/prepared-statements.ts';
import { generateToken, lockUser } from '../identity/index.ts';
import {
  type Hold,
  insertPayment,
  joinIntentRequest,
  leaveIntentRequest,
  type PaymentProvider,
  selectHolds,
} from '../payments/index.ts';
import { findProductForSale, findProductWithSlotForSale, takeUnit } from '../products/index.ts';
import { releaseUnopenedHold } from './expire-holds.ts';

/** Source: docs/specification.md, Stock. */
const MAX_HOLDS_PER_USER = 2;

/** Reports a wrong amount together with other errors; on its own it is refused by `initiatePayment`. */
export async function validatePayment(
  { db }: Context,
  { actor, body: { amount, productId }, refused }: PartiallyValidCall<typeof endpoints.initiatePayment>,
) {
  if (refused.size === 0 || amount === undefined || !productId || !isPossibleId(productId)) return {};
  const product = await findProductForSale(db, Number(productId));
  const isWrong = product && product.seller_id !== actor.id && centsFromEuros(amount) !== product.price_cents;
  return { amount: isWrong && 'payments.amount' };
}

export async function initiatePayment(
  context: Context,
  provider: PaymentProvider,
  { actor, body }: Call<typeof endpoints.initiatePayment>,
) {
  const { db, clock } = context;
  const now = clock.now();
  const product = await findProductWithSlotForSale(db, parseId(body.productId), now);
  if (!product) throw new AppError('notFound');
  if (product.seller_id === actor.id) throw new AppError('notAllowed', { message: 'payments.ownProduct' });
  if (centsFromEuros(body.amount) !== product.price_cents)
    throw createValidationError('amount', 'payments.amount');

  const { id: productId, price_cents: priceCents, slot_id: slotId, ends_at: endsAt, left } = product;
  // A page left open overnight shows another slot than the one on sale.
  const isOtherSlot = body.slot_id !== undefined && parseId(body.slot_id) !== slotId;
  if (slotId === null || endsAt === null || isOtherSlot)
    throw new AppError('conflict', { message: 'payments.slotEnded' });
  const offer = { productId, priceCents, slotId, endsAt, isSoldOut: left === 0 };
  const payment = await db
    .transaction()
    .execute((trx) => takeHold(context, trx, { userId: actor.id, offer, provider: provider.name, now }));
  return {
    token: payment.token,
    client_secret: await createProviderIntent(context, provider, payment),
    provider: provider.name,
    expires_at: payment.expires_at.toISOString(),
  };
}

interface HoldRequest {
  userId: number;
  /** As read before the transaction. */
  offer: { productId: number; priceCents: number; slotId: number; endsAt: Date; isSoldOut: boolean };
  provider: string;
  now: Date;
}

async function takeHold(
  { jobs }: Context,
  trx: Trx,
  { userId, offer, provider, now }: HoldRequest,
): Promise<Hold> {
  // Serialises a buyer's requests, so that concurrent ones cannot exceed the limit of holds.
  if (!(await lockUser(trx, userId))) throw new AppError('notSignedIn');
  const liveHolds = await selectHolds(trx, userId).modifyEnd(preparedStatementHint).execute();
  const existingHold = liveHolds.find((payment) => payment.slot_id === offer.slotId);
  if (existingHold?.client_secret) return existingHold;
  const joined = existingHold && (await joinIntentRequest(trx, existingHold.id));
  if (joined) return joined;
  const others = liveHolds.filter((payment) => payment !== existingHold);
  if (others.length >= MAX_HOLDS_PER_USER) {
    const earliestExpiry = Math.min(...others.map(({ expires_at }) => expires_at.getTime()));
    throw new AppError('tooMany', {
      message: 'payments.tooManyHolds',
      retryAfter: Math.max(1, (earliestExpiry - now.getTime()) / 1000),
    });
  }
  // A hold that ended just now may have returned its unit.
  if (offer.isSoldOut && !existingHold) throw new AppError('conflict', { message: 'payments.soldOut' });
  const payment = await insertPayment(trx, {
    token: generateToken(),
    user_id: userId,
    product_id: offer.productId,
    slot_id: offer.slotId,
    amount_cents: offer.priceCents,
    provider,
    provider_ref: null,
    client_secret: null,
    intent_requests: 1,
    state: 'pending',
    expires_at: holdEndsAt(now, offer.endsAt),
    card_last4: null,
    failure_code: null,
    failure_description: null,
    created_at: now,
    settled_at: null,
  });
  await jobs.enqueue(
    trx,
    'checkout.expire-hold',
    { paymentId: payment.id },
    { startAfter: payment.expires_at },
  );
  // Last, because other buyers of the slot wait from here to the commit.
  if (!(await takeUnit(trx, offer.slotId, now))) {
    if (!(await findProductForSale(trx, offer.productId))) throw new AppError('notFound');
    throw new AppError('conflict', { message: 'payments.soldOut' });
  }
  return payment;
}

/**
 * Creates the intent outside any transaction, then stores it. Concurrent requests for one hold share an idempotency
 * key, so they get the same intent; the hold ends when the last of them has failed.
 */
async function createProviderIntent(
  context: Context,
  provider: PaymentProvider,
  { id, token, amount_cents: amountCents, client_secret: existingSecret }: Hold,
): Promise<string> {
  if (existingSecret) return existingSecret;
  const intent = await provider
    .createIntent({ amountCents, idempotencyKey: token })
    .catch((cause: Error) => cause);
  if (intent instanceof Error) {
    const hold = await releaseUnopenedHold(context, id, { state: 'failed', code: 'provider_down' });
    if (hold.state === 'pending' && hold.client_secret) return hold.client_secret;
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
  return clientSecret;
}
