import { sql } from 'kysely';
import { accrueShares } from '../../src/modules/affiliates/index.ts';
import { writeStatement } from '../../src/modules/ledger/statements/issue-statements.ts';
import {
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  TEST_PASSWORD,
  type TestContext,
  type TestUser,
} from './builders.ts';
import type { TestApp } from './test-app.ts';

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

export const buildWrongPin = (pin: string) => String((Number(pin) + 1) % 10_000).padStart(4, '0');

/** Copies an order with its shares directly in the database, without a payment. */
export async function copyOrder(
  { db, clock }: TestContext,
  orderId: number,
  { buyer, seller, reportDeadline }: { buyer?: TestUser; seller?: TestUser; reportDeadline: Date },
): Promise<number> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; user_id: number; seller_id: number; price_cents: number }>`
      with paid as (
        insert into payments (token, user_id, product_id, slot_id, amount_cents, provider, state, expires_at, created_at)
        select gen_random_uuid(), coalesce(${buyer?.id ?? null}, user_id), product_id, slot_id, amount_cents, provider,
          'paid', ${now}, ${now}
        from payments where id = (select payment_id from orders where id = ${orderId})
        returning id, user_id
      )
      insert into orders (payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
        commission_cents, earning_cents, pin, state, pickup_start, pickup_end, created_at)
      select paid.id, paid.user_id, product_id, slot_id, sale_place_id, coalesce(${seller?.id ?? null}, seller_id),
        product_name, price_cents, commission_cents, earning_cents, pin, 'collected', pickup_start, pickup_end, ${now}
      from orders, paid where orders.id = ${orderId}
      returning id, user_id, seller_id, price_cents`.execute(trx);
    const order = rows[0]!;
    await accrueShares(trx, {
      id: order.id,
      buyerId: order.user_id,
      sellerId: order.seller_id,
      priceCents: order.price_cents,
      commissionCents: 129,
      reportDeadline: reportDeadline,
      now,
    });
    return order.id;
  });
}

/** The example of Portugal's entry in the IBAN registry. */
export const IBAN = 'PT50 0002 0123 1234 5678 9015 4';
export const IBAN_DE = 'DE89 3704 0044 0532 0130 00';

/** Marks the e-mail address of a user as verified. */
export const markEmailVerified = ({ db, clock }: TestApp, { id }: TestUser) =>
  db
    .updateTable('users')
    .set({ email_verified_at: clock.now() })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();

/** Gives a user all data for payouts: a verified address, a legal identity, an account. */
export async function setUpPayouts(test: TestApp, user: TestUser, iban = IBAN): Promise<void> {
  await markEmailVerified(test, user);
  await user.call('updateBusiness', { body: BUSINESS_BODY });
  const body = { iban, holder: BUSINESS_BODY.legal_name, password: TEST_PASSWORD };
  await user.call('updatePayoutDetails', { body });
}

/** By database: test files share this module, and each has a database of its own. */
const statementIdsByDb = new WeakMap<TestApp['db'], Map<number, Promise<number>>>();

/** An empty statement of the user; the same one at each call. */
export function getOrCreateStatement(
  { db, clock, context }: TestApp,
  { id: userId }: TestUser,
): Promise<number> {
  const statementKey = { userId, role: 'seller', month: '2026-10', now: clock.now() } as const;
  const amounts = { opening: 0, closing: 0, commission: 0, corrects: null };
  const statementIds = statementIdsByDb.getOrInsertComputed(db, () => new Map());
  const existing = statementIds.get(userId);
  if (existing) return existing;
  const created = db
    .transaction()
    .execute((trx) => writeStatement(context, trx, { ...statementKey, ...amounts }));
  statementIds.set(userId, created);
  return created;
}
