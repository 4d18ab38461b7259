import { sql } from 'kysely';

/** Units of an order that stands, without those given back singly. */
export const unitsSold = sql<number>`(orders.quantity - orders.returned_quantity)`;

/** What these cost less than the value that their seller declared. */
export const savedCents = sql<number>`(greatest(orders.old_price_cents - orders.price_cents, 0) / orders.quantity * ${unitsSold})`;

/** Local time at which the pickup began; the query joins `orders` with `sale_places`. */
export const pickupTime = sql`(orders.pickup_start at time zone sale_places.time_zone)`;

/** The month of it: '2026-11'. */
export const pickupMonth = sql<string>`to_char(${pickupTime}, 'YYYY-MM')`;
