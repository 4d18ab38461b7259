import type { endpoints } from '@wopack/contract';
import { centsFromEuros, holdEndsAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, createValidationError, isPossibleId, parseId } from '../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { generateToken, lockUser } from '../identity/index.ts';
import {
  type Hold,
  insertPayment,
  joinIntentRequest,
  leaveIntentRequest,
  type PaymentProvider,
  selectHolds,
} from '../payments/index.ts';
import { findProductForSale, findSlotOnSale, takeUnit } from '../products/index.ts';
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
  const product = await findProductForSale(db, parseId(body.productId));
  if (!product) throw new AppError('notFound');
  if (product.seller_id === actor.id) throw new AppError('notAllowed', { message: 'payments.ownProduct' });
  if (centsFromEuros(body.amount) !== product.price_cents)
    throw createValidationError('amount', 'payments.amount');

  const now = clock.now();
  const slot = await findSlotOnSale(db, product.id, now);
  if (!slot) throw new AppError('conflict', { message: 'payments.slotEnded' });
  // A page left open overnight shows another slot than the one on sale.
  if (body.slot_id !== undefined && parseId(body.slot_id) !== slot.id) {
    throw new AppError('conflict', { message: 'payments.slotEnded' });
  }
  const payment = await db
    .transaction()
    .execute((trx) =>
      takeHold(context, trx, { userId: actor.id, product, slotId: slot.id, provider: provider.name, now }),
    );
  return {
    token: payment.token,
    client_secret: await createProviderIntent(context, provider, payment),
    provider: provider.name,
    expires_at: payment.expires_at.toISOString(),
  };
}

interface HoldRequest {
  userId: number;
  product: { id: number; price_cents: number };
  slotId: number;
  provider: string;
  now: Date;
}

async function takeHold(
  { jobs }: Context,
  trx: Trx,
  { userId, product, slotId, provider, now }: HoldRequest,
): Promise<Hold> {
  // Serialises a buyer's requests, so that concurrent ones cannot exceed the limit of holds.
  if (!(await lockUser(trx, userId))) throw new AppError('notSignedIn');
  const liveHolds = await selectHolds(trx, userId).execute();
  const existingHold = liveHolds.find((payment) => payment.slot_id === slotId);
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
  const unit = await takeUnit(trx, slotId, now);
  if (!unit) {
    if (!(await findProductForSale(trx, product.id))) throw new AppError('notFound');
    throw new AppError('conflict', { message: 'payments.soldOut' });
  }
  const payment = await insertPayment(trx, {
    token: generateToken(),
    user_id: userId,
    product_id: product.id,
    slot_id: slotId,
    amount_cents: product.price_cents,
    provider,
    provider_ref: null,
    client_secret: null,
    intent_requests: 1,
    state: 'pending',
    expires_at: holdEndsAt(now, unit.ends_at),
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
