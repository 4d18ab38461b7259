import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { MyCreditPanel } from './my-credit.tsx';

const grant = {
  id: 3,
  source: 'business',
  business_name: 'Padaria Aurora',
  amount_cents: 300,
  left_cents: 200,
  on_hold_cents: 100,
  ends_at: '2027-01-01T00:00:00.000Z',
  note: 'Sorry for the cold soup.',
  created_at: '2026-11-20T12:00:00.000Z',
};
const movement = {
  id: '9',
  at: '2026-11-20T12:00:00.000Z',
  kind: 'used',
  amount_cents: -100,
  source: null,
  business_name: null,
  order_id: 10482,
  product_name: 'Cesto',
};
const none = { body: { data: { available_cents: 0, grants: [] } } };
const noMovements = { body: { data: [], next_cursor: null } };

test('credit says from whom it is, until when, and what of it is set aside; the history leads to the order', async () => {
  fakeApi({
    '/credit': [{ body: { data: { available_cents: 200, grants: [grant] } } }],
    '/credit/history': [{ body: { data: [movement], next_cursor: null } }],
  });
  renderInLanguage('en', <MyCreditPanel />);
  expect(await screen.findByText('Padaria Aurora')).toBeVisible();
  expect(screen.getByText(/^Until .* €1\.00 set aside/)).toBeVisible();
  expect(screen.getByText('Sorry for the cold soup.')).toBeVisible();
  const history = within(await screen.findByRole('region', { name: 'History' }));
  expect(await history.findByText('Paid with')).toBeVisible();
  expect(history.getByText('− €1.00')).toBeVisible();
  expect(history.getByRole('link', { name: 'Order' })).toHaveAttribute('href', '/orders/10482');
});

test('without credit it says where it comes from', async () => {
  fakeApi({ '/credit': [none], '/credit/history': [noMovements] });
  renderInLanguage('en', <MyCreditPanel />);
  expect(await screen.findByText(/^Nothing here yet/)).toBeVisible();
  expect(await screen.findByText('Nothing has happened yet.')).toBeVisible();
});

test('credit that does not come is asked for again; a code can be entered meanwhile', async () => {
  fakeApi({
    '/credit': [{ status: 400, body: { code: 1, message: 'Broken.' } }, none],
    '/credit/history': [noMovements],
  });
  renderInLanguage('en', <MyCreditPanel />);
  expect(await screen.findByText('Broken.')).toBeVisible();
  expect(screen.getByLabelText('Code for credit')).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Nothing here yet/)).toBeVisible();
});

test('a code that gives nothing is refused beside the field, and stays to be mended', async () => {
  const reply = { data: { available_cents: 250, grants: [{ ...grant, left_cents: 250 }], added_cents: 250 } };
  const { getBodies } = fakeApi({
    '/credit': [none, { body: reply }],
    '/credit/history': [noMovements],
    '/credit/redeem': [
      {
        status: 422,
        body: { code: 1, message: 'Check what is marked.', errors: { code: ['No such code.'] } },
      },
      { body: reply },
    ],
  });
  renderInLanguage('en', <MyCreditPanel />);
  const field = await screen.findByLabelText('Code for credit');
  await userEvent.type(field, 'natl{Enter}');
  expect(await screen.findByText('No such code.')).toBeVisible();
  expect(field).toHaveValue('natl');
  expect(field).toBeInvalid();
  await userEvent.clear(field);
  await userEvent.type(field, ' natal {Enter}');
  expect(await screen.findByText('€2.50 of credit for you.')).toBeVisible();
  expect(field).toHaveValue('');
  expect(getBodies('/redeem')).toEqual([{ code: 'natl' }, { code: 'natal' }]);
});
