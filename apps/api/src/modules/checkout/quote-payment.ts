import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, assertNoErrors } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { type EnterCode, getDiscount, listUsableGrants, planParts, sumUp } from '../credit/index.ts';
import { listHoldPrices } from '../payments/index.ts';
import { findOffer, findPurchaseErrors, getRequestedPrice, tryCodeOnce } from './initiate-payment.ts';

/** What units would cost the buyer now, with a code and credit. Sets nothing aside. */
export async function quotePayment(
  context: Context,
  enterCode: EnterCode,
  call: Call<typeof endpoints.quotePayment>,
) {
  const { actor, body } = call;
  const { db, clock } = context;
  const now = clock.now();
  const { product, isOnSale, isOnHold } = await findOffer(context, actor, body, now);
  const { quantity = 1 } = body;
  const slotId = product.slot_id;
  const holds = await listHoldPrices(db, actor.id);
  const hold = holds.find((held) => held.slot_id === slotId);
  const limit = findPurchaseErrors({ quantity, amountCents: undefined, product, holds: hold ? [hold] : [] });
  if (slotId === null || (!isOnSale && !isOnHold)) {
    assertNoErrors(limit);
    throw new AppError('conflict', { message: 'payments.slotEnded' });
  }
  const fullCents = product.price_cents * quantity;
  const priceCents = getRequestedPrice(hold, {
    priceCents: fullCents,
    amountCents: fullCents,
    units: quantity,
  });
  const wish = {
    userId: actor.id,
    productId: product.id,
    slotId,
    priceCents,
    quantity,
    code: body.code,
    usesCredit: body.use_credit ?? false,
    now,
  };
  const tried = await tryCodeOnce(context, { enterCode, call }, wish);
  assertNoErrors({ ...limit, code: tried?.refusal });
  const code = tried?.code ?? null;
  const grants = await listUsableGrants(db, wish, now);
  const availableCents = sumUp(grants);
  const parts = planParts(priceCents, {
    discountCents: code ? getDiscount(code, wish) : 0,
    availableCents: wish.usesCredit ? availableCents : 0,
  });
  return {
    data: {
      price_cents: priceCents,
      card_cents: parts.cardCents,
      credit_cents: parts.creditCents,
      discount_cents: parts.discountCents,
      code: code && {
        code: code.code,
        effect: code.effect as 'amount' | 'percent',
        amount_cents: code.amount_cents,
        percent: code.percent,
        cap_cents: code.cap_cents,
        minimum_cents: code.minimum_cents,
        payer_name: code.payer_name,
        ends_at: code.ends_at?.toISOString() ?? null,
        max_uses_per_user: code.max_uses_per_user,
        is_first_order_only: code.is_first_order_only,
      },
      credit: {
        available_cents: availableCents,
        grants: grants.map(({ ends_at: endsAt, ...grant }) => ({
          ...grant,
          ends_at: endsAt?.toISOString() ?? null,
        })),
      },
    },
  };
}
