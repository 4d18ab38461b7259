import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { writeStored } from '../../lib/storage/storage.ts';
import { Component as Codes } from './codes.tsx';

const call = mockCalls();
beforeEach(() => writeStored('token', 'token'));

const code = {
  id: 4,
  code: 'OUTONO',
  name: 'Autumn',
  effect: 'percent',
  state: 'running',
  percent: 20,
  amount_cents: null,
  cap_cents: 150,
  starts_at: '2026-11-20T00:00:00Z',
  ends_at: null,
  max_uses: 100,
  max_uses_per_user: 1,
  is_first_order_only: true,
  minimum_cents: 500,
  budget_cents: null,
  sale_places: ['Padaria Aurora'],
  types: ['Bread'],
  addresses: 0,
  used_count: 7,
  used_cents: 1234,
  returned_count: 0,
  returned_cents: 0,
  stopped_at: null,
  created_at: '2026-11-20T00:00:00Z',
};
const refuse = (errors: Record<string, string[]>) => {
  throw new ApiError(422, { code: 1, message: 'Check what is marked.', errors });
};
const orderCredit = {
  ...{ given_cents: 0, max_cents: 270, client: 'Marta S.', product_name: 'Cesto' },
  ...{ possible_from: null, time_zone: 'Europe/Lisbon' },
};

/** Answers of the server; a function is called with the input. */
const answers: Record<string, unknown> = {};
beforeEach(() => {
  Object.assign(answers, {
    getMe: { data: seller },
    listMyBusinesses: { data: [] },
    listDiscountCodes: { data: [] },
    listMySalePlaces: {
      data: [
        { id: 7, name: 'Padaria Aurora', time_zone: 'Europe/Lisbon' },
        { id: 8, name: 'Café', time_zone: 'Europe/Lisbon' },
      ],
    },
    listProductTypes: { data: [{ id: 1, name: 'Bread', icon: 'bread' }] },
    getOrderCredit: { data: orderCredit },
  });
  call.mockImplementation(async (name: string, input: unknown) => {
    const answer = answers[name];
    return typeof answer === 'function' ? answer(input) : answer;
  });
});
const renderPage = (path = '/seller/codes') => renderInLanguage('en', <Codes />, path);
const sentTo = (name: string) =>
  call.mock.calls.flatMap(([called, input]) => (called === name ? [input] : []));

test('without codes the page offers to make one; what is wrong is said beside its field and stays typed', async () => {
  answers.createDiscountCode = () =>
    sentTo('createDiscountCode').length === 1
      ? refuse({ code: ['This code is taken.'], percent: ['From 1 to 100.'], type_ids: ['It is gone.'] })
      : { data: code };
  renderPage();
  expect(await screen.findByText('No codes yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Make a code' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Make a code' }));
  await userEvent.type(sheet.getByLabelText('Code'), 'outono');
  await userEvent.type(sheet.getByLabelText('Name for yourself'), 'Autumn');
  await userEvent.type(sheet.getByLabelText('Percent'), 'twenty');
  await userEvent.click(sheet.getByRole('button', { name: 'Café' }));
  await userEvent.click(await sheet.findByRole('button', { name: 'Bread' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Make the code' }));
  expect(await sheet.findByText('This code is taken.')).toBeVisible();
  expect(sheet.getByText('From 1 to 100.')).toBeVisible();
  expect(sheet.getByText('It is gone.')).toBeVisible();
  expect(sheet.getByLabelText('Percent')).toHaveValue('twenty');
  expect(sheet.getByRole('button', { name: 'Café' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(sheet.getByRole('button', { name: 'Make the code' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Make a code' })).toBeNull());
  expect(sentTo('createDiscountCode').at(-1)).toMatchObject({
    body: { code: 'outono', percent: 0, sale_place_ids: [8], type_ids: [1], max_uses_per_user: 1 },
  });
});

test('a code says what it takes off and for whom; stopping asks first', async () => {
  answers.listDiscountCodes = { data: [code] };
  answers.stopDiscountCode = { data: { ...code, state: 'stopped' } };
  renderPage();
  expect(await screen.findByText('OUTONO')).toBeVisible();
  expect(
    screen.getByText(
      '20% off · at most €1.50 · once a person · first orders · from €5.00 on · Padaria Aurora · Bread',
    ),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop OUTONO?' }));
  expect(sentTo('stopDiscountCode')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(sentTo('stopDiscountCode')).toEqual([{ params: { id: 4 } }]));
});

test('what refunds brought back is not counted as paid, and their uses are said apart', async () => {
  const returned = { returned_count: 2, returned_cents: 234 };
  answers.listDiscountCodes = { data: [{ ...code, ...returned, budget_cents: 5000 }] };
  renderPage();
  expect(await screen.findByText('€10.00 of €50.00')).toBeVisible();
  expect(screen.getByText('7 of 100')).toBeVisible();
  expect(screen.getByText('of them refunded in full:').nextElementSibling).toHaveTextContent('2');
});

test('codes that do not come are asked for again', async () => {
  answers.listDiscountCodes = () => {
    throw new ApiError(400, { code: 1, message: 'Broken.' });
  };
  renderPage();
  expect(await screen.findByText('Broken.')).toBeVisible();
  answers.listDiscountCodes = { data: [code] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('OUTONO')).toBeVisible();
});

test('coming from an order its number is filled in; too much is refused beside the amount, which stays', async () => {
  answers.giveOrderCredit = () =>
    sentTo('giveOrderCredit').length === 1
      ? refuse({ amount_cents: ['At most 2.7 €.'], note: ['Say why.'] })
      : { data: { given_cents: 150 } };
  renderPage('/seller/codes?order=10482');
  expect(await screen.findByLabelText('Order number')).toHaveValue('10482');
  const amount = await screen.findByLabelText('Amount in euros');
  expect(amount).toHaveAccessibleDescription('at most €2.70');
  await userEvent.type(amount, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Give' }));
  expect(await screen.findByText('At most 2.7 €.')).toBeVisible();
  expect(screen.getByText('Say why.')).toBeVisible();
  expect(amount).toHaveValue('5');
  await userEvent.clear(amount);
  await userEvent.type(amount, '1,50');
  await userEvent.type(screen.getByLabelText('Why'), 'Cold soup.');
  await userEvent.click(screen.getByRole('button', { name: 'Give' }));
  expect(await screen.findByText('Credit is given.')).toBeVisible();
  expect(sentTo('giveOrderCredit').at(-1)).toEqual({
    params: { id: 10482 },
    body: { amount_cents: 150, given_cents: 0, note: 'Cold soup.' },
  });
});

test('a number of no order is said; nothing is to give where nothing was earned', async () => {
  renderPage();
  const field = await screen.findByLabelText('Order number');
  await userEvent.type(field, 'ten{Enter}');
  expect(await screen.findByText('This is no order number.')).toBeVisible();
  expect(field).toHaveValue('ten');
  answers.getOrderCredit = { data: { ...orderCredit, max_cents: 0, given_cents: 270 } };
  await userEvent.clear(field);
  await userEvent.type(field, '#10482{Enter}');
  expect(await screen.findByText('Nothing more can be given for this order.')).toBeVisible();
  expect(screen.getByText('Given for this order so far: €2.70.')).toBeVisible();
});

test('of a pack that keeps it is said from when credit can be given', async () => {
  answers.getOrderCredit = { data: { ...orderCredit, possible_from: '2026-12-05T18:30:00Z' } };
  renderPage('/seller/codes?order=10482');
  expect(await screen.findByText(/can withdraw from the contract until .*5 Dec.*18:30/)).toBeVisible();
  expect(screen.queryByLabelText('Amount in euros')).toBeNull();
});

test('who does not manage the money neither makes codes nor gives credit', async () => {
  answers.getMe = { data: { ...seller, business: { id: 1, role: 'accountant' } } };
  answers.listDiscountCodes = { data: [code] };
  renderPage();
  expect(await screen.findByText('OUTONO')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Make a code' })).toBeNull();
  expect(screen.queryByLabelText('Order number')).toBeNull();
});
