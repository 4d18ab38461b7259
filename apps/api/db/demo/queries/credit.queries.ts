import { DAY_MS, effectiveFrom, localDate } from '@wopack/domain';
import { sql } from 'kysely';
import { createGrant } from '../../../src/modules/credit/index.ts';
import type { Trx } from '../../../src/platform/db/database.ts';
import { TIME_ZONE } from '../products.ts';

/** The end of the day so many days ahead. */
const endOfDayIn = (days: number, now: Date): Date =>
  new Date(
    localDate(now, TIME_ZONE)
      .add({ days: days + 1 })
      .toZonedDateTime(TIME_ZONE).epochMilliseconds,
  );

/** Credit of the demo buyer, by a shop and by support, and running codes: of a shop, and of the operator. */
export async function insertDemoCredit(
  trx: Trx,
  { buyerId, sellerId, now }: { buyerId: number; sellerId: number; now: Date },
): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['orders.id', 'orders.seller_id', 'orders.pickup_end'])
    .where('orders.user_id', '=', buyerId)
    .where('orders.state', '=', 'collected')
    .orderBy(sql`sale_places.name = 'Forno da Bica'`, 'desc')
    .orderBy('orders.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (order)
    await createGrant(trx, {
      userId: buyerId,
      source: 'business',
      amountCents: 100,
      sellerId: order.seller_id,
      orderId: order.id,
      endsAt: endOfDayIn(31, now),
      note: 'Faltava um pão na caixa. Desculpa.',
      now,
      effectiveAt: effectiveFrom(order.pickup_end, now),
    });
  await createGrant(trx, {
    userId: buyerId,
    source: 'support',
    amountCents: 150,
    sellerId: null,
    endsAt: null,
    note: 'Pela espera no balcão.',
    now,
  });
  const place = await trx
    .selectFrom('sale_places')
    .select('seller_id')
    .where('name', '=', 'Maré Sushi')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const common = {
    starts_at: new Date(now.getTime() - 7 * DAY_MS),
    created_at: new Date(now.getTime() - 7 * DAY_MS),
  };
  await trx
    .insertInto('discount_codes')
    .values([
      {
        ...common,
        code: 'OUTONO20',
        name: 'Outono',
        effect: 'percent' as const,
        percent: 20,
        cap_cents: 150,
        seller_id: place?.seller_id ?? sellerId,
        ends_at: endOfDayIn(30, now),
        budget_cents: 10_000,
      },
      {
        ...common,
        code: 'VIZINHOS',
        name: 'Vizinhos da padaria',
        effect: 'amount' as const,
        amount_cents: 100,
        seller_id: sellerId,
        ends_at: endOfDayIn(14, now),
        max_uses: 50,
        minimum_cents: 399,
      },
      {
        ...common,
        code: 'BEMVINDO',
        name: 'Primeiro pedido',
        effect: 'amount' as const,
        amount_cents: 200,
        is_first_order_only: true,
        budget_cents: 50_000,
      },
      {
        ...common,
        code: 'OBRIGADO',
        name: 'Agradecimento',
        effect: 'credit' as const,
        amount_cents: 100,
        credit_days: 60,
        max_uses: 200,
      },
    ])
    .execute();
}
