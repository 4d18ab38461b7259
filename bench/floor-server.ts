import { randomBytes, randomInt } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import type { BenchProduct } from './purchase.ts';

interface PurchaseBody {
  pack: BenchProduct;
  userId: number;
  token: string;
}

const COMMISSION_CENTS = 129;
const RETRY_VALUES = [12, true, 2, 3600];

/**
 * A purchase as three calls that write the rows WoPack writes, by handwritten SQL, one transaction a call. Without
 * authentication and without any check but that of the stock.
 */
function registerPurchaseFloor(app: FastifyInstance, pool: Pool): void {
  type Query = (name: string, text: string, values: unknown[]) => Promise<{ rows: { id: number }[] }>;
  const runInTransaction = async (execute: (query: Query) => Promise<void>) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await execute((name, text, values) => client.query({ name, text, values }));
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };
  const insertJob = (query: Query, queue: string, data: object, startAfter = new Date()) =>
    query(
      'job',
      `INSERT INTO pgboss.job (name, data, start_after, policy, retry_limit, retry_backoff, retry_delay, retry_delay_max)
       VALUES ($1, $2, $3, 'standard', $4, $5, $6, $7)`,
      [queue, data, startAfter, ...RETRY_VALUES],
    );
  const insertLedgerTransaction = async (
    query: Query,
    kind: 'payment' | 'sale',
    { paymentId, orderId }: { paymentId: number; orderId: number | null },
    entries: [accountKind: string, userId: number | null, cents: number][],
  ) => {
    const { rows } = await query(
      'transaction',
      `INSERT INTO ledger_transactions (kind, payment_id, order_id, created_at, effective_at)
       VALUES ($1, $2, $3, now(), now()) RETURNING id`,
      [kind, paymentId, orderId],
    );
    await query(
      'entries',
      `INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
       SELECT $1, (SELECT id FROM ledger_accounts account WHERE account.account_kind = entry.account_kind
         AND (account.user_id = entry.user_id OR account.user_id IS NULL AND entry.user_id IS NULL)), cents
       FROM unnest($2::text[], $3::int[], $4::int[]) AS entry (account_kind, user_id, cents)`,
      [rows[0]!.id, ...[0, 1, 2].map((column) => entries.map((entry) => entry[column]))],
    );
  };

  /** Draws PINs until the sale place has no open order with it. */
  const insertOrder = async (
    query: Query,
    paymentId: number,
    product: BenchProduct,
    userId: number,
  ): Promise<number> => {
    for (;;) {
      const { rows } = await query(
        'order',
        `INSERT INTO orders (payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name,
           price_cents, old_price_cents, commission_cents, earning_cents, pin, pin_hash, state, pickup_start, pickup_end,
           created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, sha256($12::text::bytea), 'paid', $13, $14, now())
         ON CONFLICT (sale_place_id, pin_hash) WHERE state = 'paid' DO NOTHING RETURNING id`,
        [
          paymentId,
          userId,
          product.id,
          product.slot_id,
          product.sale_place_id,
          product.seller_id,
          product.name,
          product.price_cents,
          product.old_price_cents,
          COMMISSION_CENTS,
          product.price_cents - COMMISSION_CENTS,
          String(randomInt(10_000)).padStart(4, '0'),
          product.starts_at,
          product.ends_at,
        ],
      );
      if (rows[0]) return rows[0].id;
    }
  };

  app.post<{ Body: { pack: BenchProduct; userId: number } }>(
    '/purchase/hold',
    async ({ body: { pack: product, userId } }) => {
      const [token, secret] = [randomBytes(32).toString('hex'), randomBytes(24).toString('hex')];
      await runInTransaction(async (query) => {
        await query(
          'take',
          'UPDATE pickup_slots SET units_left = units_left - 1 WHERE id = $1 AND units_left > 0',
          [product.slot_id],
        );
        await query(
          'intent',
          `INSERT INTO sandbox_intents (ref, client_secret, idempotency_key, amount_cents, status, created_at)
         VALUES ($1, $2, $1, $3, 'requires_payment_method', now())`,
          [token, secret, product.price_cents],
        );
        await query(
          'payment',
          `INSERT INTO payments (token, user_id, product_id, slot_id, amount_cents, provider, provider_ref,
           client_secret, state, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, 'sandbox', $1, $6, 'pending', now() + interval '10 minutes', now())`,
          [token, userId, product.id, product.slot_id, product.price_cents, secret],
        );
      });
      return { token };
    },
  );

  app.post<{ Body: PurchaseBody }>('/purchase/pay', async ({ body: { token } }) => {
    await runInTransaction(async (query) => {
      await query(
        'paid',
        "UPDATE sandbox_intents SET status = 'succeeded', card_last4 = '4242' WHERE ref = $1",
        [token],
      );
      // Later, or the server could settle the payment before the floor does.
      const noticeAt = new Date(Date.now() + 60_000);
      await insertJob(query, 'checkout.handle-provider-notice', { ref: token }, noticeAt);
    });
    return { status: 'succeeded' };
  });

  app.post<{ Body: PurchaseBody }>(
    '/purchase/complete',
    async ({ body: { token, pack: product, userId } }) => {
      await runInTransaction(async (query) => {
        const { rows } = await query(
          'settle',
          "UPDATE payments SET state = 'paid', card_last4 = '4242', settled_at = now() WHERE token = $1 RETURNING id",
          [token],
        );
        const priceCents = product.price_cents;
        const paymentId = rows[0]!.id;
        const orderId = await insertOrder(query, paymentId, product, userId);
        await insertLedgerTransaction(query, 'payment', { paymentId, orderId: null }, [
          ['provider', null, priceCents],
          ['buyer', userId, -priceCents],
        ]);
        await insertLedgerTransaction(query, 'sale', { paymentId, orderId }, [
          ['buyer', userId, priceCents],
          ['seller', product.seller_id, COMMISSION_CENTS - priceCents],
          ['commission', null, -COMMISSION_CENTS],
        ]);
        await insertJob(query, 'orders.announce-order', { orderId });
      });
      return { token };
    },
  );
}

/**
 * Baselines of the list, on the same database: a Fastify route that returns the rows of one prepared SELECT, and one
 * that returns a static text of the same size. The baseline of purchases is `registerPurchaseFloor`.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = Fastify();
const selectQuery = {
  name: 'twenty-packs',
  text: `SELECT id, name, description, photos, price_cents, old_price_cents, type_ids, rating_sum, rating_count,
           sale_place_id, allergens, diet, created_at
         FROM products WHERE id >= $1 ORDER BY id LIMIT 20`,
};

const staticBody = JSON.stringify({ data: (await pool.query({ ...selectQuery, values: [1] })).rows });

app.get('/select', async () => {
  const { rows } = await pool.query({ ...selectQuery, values: [1 + Math.floor(Math.random() * 5000)] });
  return { data: rows };
});
app.get('/static', async (_request, reply) => reply.type('application/json').send(staticBody));
registerPurchaseFloor(app, pool);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('ready\n');
