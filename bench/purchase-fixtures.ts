import type pg from 'pg';

/** A product and its next slot, with what an order copies of them. */
export interface BenchProduct {
  id: number;
  name: string;
  price_cents: number;
  old_price_cents: number | null;
  sale_place_id: number;
  seller_id: number;
  slot_id: number;
  starts_at: string;
  ends_at: string;
}

/** Products at as many sale places, with stock for the whole bench. */
export async function prepareProductsOnSale(db: pg.Client, count: number): Promise<BenchProduct[]> {
  const { rows } = await db.query<BenchProduct>(
    `SELECT DISTINCT ON (place.id) product.id, product.name, price_cents, old_price_cents, sale_place_id, seller_id,
       slot.id AS slot_id, starts_at, ends_at
     FROM products AS product
     JOIN sale_places AS place ON place.id = sale_place_id
     JOIN LATERAL (
       SELECT * FROM pickup_slots WHERE product_id = product.id AND ends_at > now() AND NOT closed
       ORDER BY ends_at LIMIT 1
     ) AS slot ON slot.ends_at > now() + interval '15 minutes'
     WHERE product.state = 'active' ORDER BY place.id, product.id LIMIT $1`,
    [count],
  );
  await db.query('UPDATE pickup_slots SET quantity = 99999, "left" = 99999 WHERE id = ANY ($1)', [
    rows.map(({ slot_id }) => slot_id),
  ]);
  return rows;
}

/** Registers users and returns their tokens. */
export async function registerUsers(url: string, count: number, name: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const reply = await fetch(`${url}/api/v1/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name: 'Marta', email: `${name}${i}@wopack.example`, password: 'sobras1', device_name: 'bench' },
        ...{ is_owner: false, is_partner: false, check_terms: true },
      }),
    });
    tokens.push(((await reply.json()) as { token: string }).token);
  }
  return tokens;
}
