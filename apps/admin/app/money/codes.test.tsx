import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerWith, operator, renderConsole, requests, startFakeServer } from '../../test/setup.tsx';
import { queryClient } from '../lib/queries.ts';
import Codes from './codes.tsx';

startFakeServer();
const rights = [...operator.rights, 'codes.view', 'prices.view'];
const bodies: Record<string, unknown>[] = [];
beforeEach(() => {
  operator.rights = [...rights, 'codes.manage'];
  bodies.length = 0;
});

const code = {
  id: 4,
  code: 'OUTONO',
  name: 'Autumn',
  effect: 'percent',
  state: 'running',
  percent: 20,
  amount_cents: null,
  cap_cents: 300,
  starts_at: '2026-11-20T00:00:00Z',
  ends_at: null,
  max_uses: 100,
  max_uses_per_user: 1,
  is_first_order_only: true,
  minimum_cents: 500,
  budget_cents: 5000,
  sale_places: ['Padaria Aurora'],
  types: ['Bread'],
  addresses: 2,
  used_count: 7,
  used_cents: 1234,
  returned_count: 2,
  returned_cents: 234,
  stopped_at: null,
  created_at: '2026-11-20T00:00:00Z',
  payer: null,
  created_by: null,
};
const types = [
  { id: 1, name_pt: 'Pão', name_en: 'Bread', name_ru: 'Хлеб', icon: 'bread', retired_at: null },
  {
    id: 2,
    name_pt: 'Velho',
    name_en: 'Old type',
    name_ru: 'Старый',
    icon: 'bread',
    retired_at: '2026-01-01',
  },
];
const buildPage = (items: object[], sums: object | null = null) => ({
  body: { items, next_cursor: null, total: items.length, total_is_exact: true, sums },
});

/** Refuses the first code that is made with `refusal`. */
const answerCodes = (rows: object[], refusal?: object) =>
  answerWith(({ method, url, body }) => {
    const { pathname, searchParams } = url;
    if (pathname.endsWith('/product_types')) return buildPage(types);
    if (pathname.endsWith('/codes/sale_places')) {
      const isHit = searchParams.get('q')!.startsWith('aur');
      return { body: { data: isHit ? [{ id: 9, name: 'Padaria Aurora', address: 'Rua A 1' }] : [] } };
    }
    if (method === 'GET') return buildPage(rows, { used_cents: 1234 });
    bodies.push(body);
    return refusal && bodies.length === 1 ? { status: 422, body: refusal } : { body: { data: code } };
  });

test('a code is made for some sale places and types; what is wrong is said at its field and stays typed', async () => {
  answerCodes([], {
    code: 1,
    message: 'Check what is marked.',
    errors: { code: ['This code is taken.'], sale_place_ids: ['This shop is gone.'] },
  });
  renderConsole(<Codes />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make a code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make a code' }));
  await userEvent.type(dialog.getByLabelText('Code'), 'OUTONO');
  await userEvent.type(dialog.getByLabelText('Name'), 'Autumn');
  await userEvent.type(dialog.getByLabelText('Percent'), '20');
  await userEvent.type(dialog.getByLabelText('At most, EUR'), '3');
  await userEvent.type(dialog.getByLabelText('From a price of, EUR'), '5,00');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'first orders only' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Bread' }));
  expect(dialog.queryByRole('button', { name: 'Old type' })).toBeNull();
  const search = dialog.getByLabelText('Find a shop by name or address');
  await userEvent.type(search, 'nobody');
  expect(await dialog.findByText('Nothing matches.')).toBeVisible();
  await userEvent.clear(search);
  await userEvent.type(search, 'aurora{Enter}');
  await userEvent.click(await dialog.findByRole('button', { name: /Padaria Aurora/ }));
  expect(dialog.getByRole('button', { name: 'Remove Padaria Aurora' })).toBeVisible();
  expect(bodies).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), 'Autumn weeks.');
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Make' }));
  await send();
  expect(await dialog.findByText('This code is taken.')).toBeVisible();
  expect(dialog.getByText('This shop is gone.')).toBeVisible();
  expect(dialog.getByLabelText('Code')).toHaveValue('OUTONO');
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Make a code' })).toBeNull());
  expect(bodies.at(-1)).toMatchObject({
    code: 'OUTONO',
    effect: 'percent',
    percent: 20,
    amount_cents: null,
    cap_cents: 300,
    minimum_cents: 500,
    is_first_order_only: true,
    sale_place_ids: [9],
    type_ids: [1],
    reason: 'Autumn weeks.',
  });
});

test('credit by a code has neither minimum nor places', async () => {
  answerCodes([]);
  renderConsole(<Codes />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make a code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make a code' }));
  await userEvent.type(dialog.getByLabelText('From a price of, EUR'), '5');
  await userEvent.click(await dialog.findByRole('button', { name: 'Bread' }));
  await userEvent.selectOptions(dialog.getByLabelText('What it does'), 'credit');
  expect(dialog.queryByLabelText('Find a shop by name or address')).toBeNull();
  await userEvent.type(dialog.getByLabelText('Euros'), 'two');
  await userEvent.type(dialog.getByLabelText('Days that the credit lasts'), '30');
  await userEvent.type(dialog.getByLabelText('Reason'), 'A fair.');
  await userEvent.click(dialog.getByRole('button', { name: 'Make' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  // What is no amount is refused by the server, at its field.
  expect(bodies[0]).toMatchObject({ effect: 'credit', amount_cents: 0, credit_days: 30, minimum_cents: 0 });
  expect(bodies[0]).toMatchObject({ type_ids: [], sale_place_ids: [], is_first_order_only: false });
});

test('a list says what limits a code, and stops it with a reason; support only looks', async () => {
  answerCodes([code]);
  const { unmount } = renderConsole(<Codes />);
  expect(await screen.findByText('OUTONO')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'Used on other sites.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Stop' }).at(-1)!);
  await waitFor(() => expect(requests).toContain('POST /codes/4/stop'));
  unmount();
  queryClient.clear();
  operator.rights = rights;
  renderConsole(<Codes />);
  expect(await screen.findByText('OUTONO')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Make a code' })).toBeNull();
});

test('no codes, and codes that do not come, are said', async () => {
  answerCodes([]);
  const { unmount } = renderConsole(<Codes />);
  expect(await screen.findByText('No codes.')).toBeVisible();
  unmount();
  queryClient.clear();
  answerWith(() => ({ status: 500, body: { code: 10, message: 'Broken.' } }));
  renderConsole(<Codes />);
  expect(await screen.findByText('Broken.')).toBeVisible();
});
