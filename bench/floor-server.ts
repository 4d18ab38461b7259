import Fastify from 'fastify';
import { Pool } from 'pg';
import { registerPurchaseFloor } from './purchase-floor.ts';

/**
 * Baselines of the list, on the same database: a Fastify route that returns the rows of one prepared SELECT, and one
 * that returns a static text of the same size. The baseline of purchases is in purchase-floor.ts.
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
