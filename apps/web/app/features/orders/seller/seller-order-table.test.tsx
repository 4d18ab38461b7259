import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { sellerOrder as order } from '../../../../test/seller-order.ts';
import { SellerOrderCards, SellerOrderTable } from './seller-order-table.tsx';

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
