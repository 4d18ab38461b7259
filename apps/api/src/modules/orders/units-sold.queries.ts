import { sql } from 'kysely';

/** Units of an order that stands, without those given back singly. */
export const unitsSold = sql<number>`(orders.quantity - orders.returned_quantity)`;
