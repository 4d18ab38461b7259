import type { SellerOrder } from '../app/features/orders/seller-orders.api.ts';

/** Paid, to be handed out now. */
export const sellerOrder: SellerOrder = {
  id: 10482,
  state: 'paid',
  client: 'Marta S.',
  price: 3.99,
  price_cents: 399,
  earning_cents: 270,
  refunded_cents: 0,
  dispute: null,
  can_cancel: false,
  can_refund: false,
  cancel_reason: null,
  cancel_reason_language: null,
  slot_id: 5,
  report: null,
  pickup: 'Today 17:30–19:00',
  pickup_start: '2026-11-20T17:30:00.000Z',
  pickup_end: '2026-11-20T19:00:00.000Z',
  collected_at: null,
  handed_out_by: null,
  handed_out_device: null,
  hand_out_conflicts: [],
  can_hand_out: true,
  product: { id: 1, name: 'Evening basket' },
  sale_place: { id: 7, name: 'Padaria Aurora', time_zone: 'Europe/Lisbon' },
};
