import { sql } from 'kysely';
import { accrueShares } from '../../src/modules/affiliates/index.ts';
import type { Trx } from '../../src/platform/db/database.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  type TestContext,
  type TestUser,
} from './builders.ts';
import { FRIDAY_NOON, type TestApp } from './test-app.ts';

/** Creates a paid order of the buyer Marta. */
export async function createPaidOrder(
  test: TestApp,
  options: Parameters<typeof createProductOnSale>[1] = {},
) {
  const productOnSale = await createProductOnSale(test, options);
  const buyer = await createTestUser(test, { name: 'Marta Salgado' });
  const { id, pin } = await buyProduct(buyer, productOnSale.productId);
  return { ...productOnSale, buyer, id, pin: pin! };
}

export const handOutOrder = (seller: TestUser, id: number, pin: string) =>
  seller.call('handOut', { params: { id }, body: { pin } });

/** Creates an order of the buyer Marta that was handed out ten minutes after the window began. */
export async function createCollectedOrder(test: TestApp) {
  test.clock.set(FRIDAY_NOON);
  const paidOrder = await createPaidOrder(test);
  test.clock.set('2026-11-20T17:40:00.000Z');
  await handOutOrder(paidOrder.seller, paidOrder.id, paidOrder.pin);
  return paidOrder;
}

export const buildWrongPin = (pin: string) => String((Number(pin) + 1) % 10_000).padStart(4, '0');

/** Copies an order with its shares directly in the database, without a payment. */
export async function copyOrder(
  { db, clock }: TestContext,
  orderId: number,
  { buyer, seller, reportDeadline }: { buyer?: TestUser; seller?: TestUser; reportDeadline: Date },
): Promise<number> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    if (seller) await copyProduct(trx, orderId, seller.id);
    const { rows } = await sql<{ id: number; user_id: number; seller_id: number; price_cents: number }>`
      with paid as (
        insert into payments (token, user_id, product_id, slot_id, amount_cents, provider, state, expires_at, created_at)
        select gen_random_uuid(), coalesce(${buyer?.id ?? null}, user_id), product_id, slot_id, amount_cents, provider,
          'paid', ${now}, ${now}
        from payments where id = (select payment_id from orders where id = ${orderId})
        returning id, user_id
      )
      insert into orders (payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
        commission_cents, earning_cents, pin, pin_hash, state, pickup_start, pickup_end, created_at)
      select paid.id, paid.user_id, coalesce(product.id, product_id), slot_id,
        coalesce(product.sale_place_id, orders.sale_place_id), coalesce(${seller?.id ?? null}, seller_id), product_name, price_cents, commission_cents, earning_cents, pin, pin_hash, 'collected', pickup_start, pickup_end, ${now}
      from orders cross join paid left join lateral (
        select id, sale_place_id from products where seller_id = ${seller?.id ?? null} order by id limit 1) product on true
      where orders.id = ${orderId}
      returning id, user_id, seller_id, price_cents`.execute(trx);
    const order = rows[0]!;
    await accrueShares(trx, {
      id: order.id,
      buyerId: order.user_id,
      sellerId: order.seller_id,
      priceCents: order.price_cents,
      commissionCents: 129,
      quantity: 1,
      reportDeadline,
      now,
    });
    return order.id;
  });
}

/** Gives a seller without products one like that of an order, at a sale place like that of the order. */
async function copyProduct(trx: Trx, orderId: number, sellerId: number): Promise<void> {
  await sql`
    with place as (
      insert into sale_places (seller_id, name, phone, address, latitude, longitude, time_zone, type_ids, created_at)
      select ${sellerId}, name, phone, address, latitude, longitude, time_zone, type_ids, created_at from sale_places
      where id = (select sale_place_id from orders where id = ${orderId})
        and not exists (select from products where seller_id = ${sellerId})
      returning id)
    insert into products (sale_place_id, name, description, price_cents, old_price_cents, type_ids, photos, earth, search,
      created_at)
    select place.id, name, description, price_cents, old_price_cents, type_ids, photos, earth, search, created_at
    from products, place where products.id = (select product_id from orders where id = ${orderId})`.execute(
    trx,
  );
}
