import { cancelUntil, canHandOut, eurosFromCents, type Language, pickupText } from '@wopack/rules';
import type { BuyersOrder } from './orders.queries.ts';
import { shortName } from './orders.rules.ts';
import type { SellersOrder } from './seller-orders.queries.ts';

export const buyersView = (row: BuyersOrder, language: Language, now: Date) => ({
  id: row.id,
  state: row.state,
  pin: row.state === 'paid' ? row.pin : null,
  price: eurosFromCents(row.price_cents),
  old_price: row.old_price_cents === null ? null : eurosFromCents(row.old_price_cents),
  price_cents: row.price_cents,
  refunded_cents: row.refunded_cents,
  pickup: pickupText(row.pickup_start, row.pickup_end, row.time_zone, language, now),
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  cancel_until: cancelUntil(row.pickup_start).toISOString(),
  created_at: row.created_at.toISOString(),
  collected_at: row.collected_at?.toISOString() ?? null,
  card: row.card_last4,
  product: { id: row.product_id, name: row.product_name, photos: row.photos },
  sale_place: {
    id: row.sale_place_id,
    name: row.place_name,
    address: row.address,
    phone: row.phone,
    latitude: row.latitude,
    longitude: row.longitude,
    time_zone: row.time_zone,
  },
});

export const sellersView = (row: SellersOrder, language: Language, now: Date) => ({
  id: row.id,
  state: row.state,
  client: shortName(row.name, row.sname),
  price: eurosFromCents(row.price_cents),
  earning_cents: row.earning_cents,
  pickup: pickupText(row.pickup_start, row.pickup_end, row.time_zone, language, now),
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  collected_at: row.collected_at?.toISOString() ?? null,
  can_hand_out: row.state === 'paid' && canHandOut(now, row.pickup_start, row.pickup_end),
  product: { id: row.product_id, name: row.product_name },
  sale_place: { id: row.sale_place_id, name: row.place_name },
});
