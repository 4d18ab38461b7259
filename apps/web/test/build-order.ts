import type { Reply } from '@wopack/contract/client';

type Order = Reply<'getOrder'>['data'];

/** An order paid this morning for 17:30–19:00 at a bakery in Lisbon. */
export const buildOrder = (overrides: Partial<Order> = {}): Order => ({
  id: 42,
  state: 'paid',
  pin: '4827',
  price: 3.99,
  old_price: 12,
  price_cents: 399,
  refunded_cents: 0,
  pickup: 'Hoje 17:30–19:00',
  pickup_start: '2026-11-20T17:30:00.000Z',
  pickup_end: '2026-11-20T19:00:00.000Z',
  cancel_until: '2026-11-20T15:30:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  collected_at: null,
  card: '4242',
  can_cancel: 'free',
  can_rate: false,
  rating: null,
  can_report: false,
  report: null,
  cancel_reason: null,
  product: { id: 7, name: 'Cesto', local_name: null, photos: [{ path: '/media/a.webp', srcset: '' }] },
  sale_place: {
    id: 1,
    name: 'Padaria Aurora',
    address: 'Rua da Trindade 18',
    phone: '+351 210 000 018',
    latitude: 38.7,
    longitude: -9.1,
    time_zone: 'Europe/Lisbon',
  },
  ...overrides,
});
