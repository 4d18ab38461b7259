import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { sellerOrder } from '../../../../test/seller-order.ts';
import { SellerOrderCards, SellerOrderTable } from '../seller/seller-order-table.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { PinMatch } from './hand-out-form.tsx';
import { InvoiceNote } from './invoice-note.tsx';

const invoice = {
  name: 'Marta Salgado',
  tax_number: '254318070',
  given_at: '2026-11-20T10:00:00.000Z',
  is_late: false,
};
const order: SellerOrder = { ...sellerOrder, invoice };
const NUMBER = 'Invoice: 254 318 070';

test.each([SellerOrderTable, SellerOrderCards])(
  'the list of the day names whom the invoice is for',
  (Rows) => {
    renderInLanguage(
      'en',
      <Rows
        orders={[order, { ...sellerOrder, id: 1 }]}
        caption="Orders"
        timeZone="Europe/Lisbon"
        onHandOut={() => {}}
      />,
    );
    expect(screen.getAllByText(NUMBER)).toHaveLength(1);
  },
);

test('so does the order whose PIN is right, with the rate', () => {
  renderInLanguage('en', <PinMatch order={order} timeZone="Europe/Lisbon" />);
  expect(screen.getByText(NUMBER).parentElement).toHaveTextContent(
    /^Invoice: 254 318 070 · .?Marta Salgado.? · VAT 13%$/,
  );
});

test.each([
  [{ ...invoice, is_late: true }, null, /given at 10:00, after the purchase/],
  [
    { ...invoice, is_late: true, given_at: '2026-11-20T19:30:00.000Z' },
    '2026-11-20T18:00:00.000Z',
    /given at 19:30, after the hand-out: issue it now/,
  ],
] as const)('a number that came late is said to be late', (late, collected_at, expected) => {
  renderInLanguage(
    'en',
    <InvoiceNote order={{ ...order, invoice: late, collected_at, vat_rate: 'mixed' }} />,
  );
  expect(screen.getByText(expected)).toBeVisible();
  expect(screen.getByText(/several VAT rates, split them/)).toBeVisible();
});
