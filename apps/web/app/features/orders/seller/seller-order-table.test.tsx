import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { SellerOrderCards, SellerOrderTable } from './seller-order-table.tsx';

const order: SellerOrder = {
  id: 10482,
  state: 'paid',
  client: 'Marta S.',
  price: 3.99,
  price_cents: 399,
  earning_cents: 270,
  refunded_cents: 0,
  dispute: null,
  can_cancel: false,
  cancel_reason: null,
  slot_id: 5,
  report: null,
  pickup: 'Today 17:30–19:00',
  pickup_start: '2026-11-20T17:30:00.000Z',
  pickup_end: '2026-11-20T19:00:00.000Z',
  collected_at: null,
  can_hand_out: true,
  product: { id: 1, name: 'Evening basket' },
  sale_place: { id: 7, name: 'Padaria Aurora', time_zone: 'Europe/Lisbon' },
};

test.each([SellerOrderTable, SellerOrderCards])('a row of the day shows a dispute', (Rows) => {
  const orders = [
    { ...order, id: 1, dispute: 'open' as const },
    { ...order, id: 2, dispute: 'lost' as const, can_hand_out: false },
    { ...order, id: 3, dispute: 'won' as const },
  ];
  renderInLanguage(
    'en',
    <Rows orders={orders} caption="Orders" timeZone="Europe/Lisbon" onHandOut={() => {}} />,
  );
  expect(screen.getAllByText('disputed at the bank, paid out once it is decided')).toHaveLength(1);
  expect(screen.getAllByText('given back by the bank')).toHaveLength(1);
  expect(screen.getAllByRole('button')).toHaveLength(2);
  expect(screen.getByText('Money refunded')).toBeVisible();
});
