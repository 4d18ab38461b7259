import { COMMISSION_CENTS, earningCents } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Payment } from '../payments/index.ts';
import { getOrderDetails, insertOrder } from './orders.queries.ts';
import { listOpenPins, lockPins } from './pin/pins.queries.ts';
import { generatePin, pinHashOf, protectPin } from './pin/pins.ts';

/** Runs in the transaction that settles the payment. Copies product and prices as of now and assigns a PIN. */
export async function createOrder(
  { secrets }: Pick<Context, 'secrets'>,
  trx: Trx,
  { id: paymentId, user_id, product_id, slot_id, amount_cents: priceCents }: Payment,
  now: Date,
) {
  const details = await getOrderDetails(trx, product_id, slot_id);
  await lockPins(trx, details.sale_place_id);
  const openOrders = await listOpenPins(trx, details.sale_place_id);
  const pin = generatePin(
    secrets,
    details.sale_place_id,
    openOrders.map((order) => pinHashOf(secrets, order)),
  );
  return insertOrder(trx, {
    payment_id: paymentId,
    user_id,
    product_id,
    slot_id,
    sale_place_id: details.sale_place_id,
    seller_id: details.seller_id,
    product_name: details.name,
    price_cents: priceCents,
    old_price_cents: details.old_price_cents,
    commission_cents: COMMISSION_CENTS,
    earning_cents: earningCents(priceCents),
    ...protectPin(secrets, details.sale_place_id, pin),
    state: 'paid',
    pickup_start: details.starts_at,
    pickup_end: details.ends_at,
    collected_at: null,
    cancel_reason: null,
    created_at: now,
  });
}
