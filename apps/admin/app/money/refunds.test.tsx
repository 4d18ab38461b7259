import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerWith, operator, renderConsole, requests, startFakeServer } from '../../test/setup.tsx';
import Refunds from './refunds.tsx';

startFakeServer();
const rights = [...operator.rights, 'disputes.view'];
beforeEach(() => {
  operator.rights = rights;
});

const refund = {
  id: 31,
  created_at: '2026-11-20T10:00:00Z',
  state: 'failed',
  amount_cents: 399,
  order_id: 10031,
  buyer: { id: 7, name: 'Marta Salgado' },
  payment_reference: 'pi_31',
  error: 'lost_or_stolen_card',
  tries: 1,
  next_try_at: null,
  done_at: null,
  noted_transfer: null,
  references: ['re_31'],
  can_restore: false,
};
const bodies: Record<string, unknown>[] = [];
const answerRefunds = (rows: object[], refusal?: object) =>
  answerWith(({ method, url, body }) => {
    if (url.pathname.includes('/cases/'))
      return { body: { data: { is_own: false, alone_with: [], waits_for: [] } } };
    if (method === 'GET')
      return {
        body: { items: rows, next_cursor: null, total: rows.length, total_is_exact: true, sums: null },
      };
    bodies.push(body);
    return refusal && bodies.length === 1
      ? { status: 422, body: refusal }
      : { body: { success: true, code: 0 } };
  });

test('a refund that came back is sent again, or its bank transfer is noted', async () => {
  bodies.length = 0;
  operator.rights = [...rights, 'payouts.manage'];
  const errors = { bank_reference: ['Say which transfer.'] };
  answerRefunds([refund], { code: 1, message: 'Check what is marked.', errors });
  renderConsole(<Refunds />);
  expect(await screen.findByText('lost_or_stolen_card')).toBeVisible();
  expect(screen.getByText('came back from the bank', { ignore: 'option' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Paid otherwise' }));
  await userEvent.type(await screen.findByLabelText('Reference of the bank transfer'), 'TRF 4711');
  await userEvent.type(screen.getByLabelText('Reason'), 'The card is closed.');
  const confirm = () => userEvent.click(screen.getAllByRole('button', { name: 'Paid otherwise' }).at(-1)!);
  await confirm();
  expect(await screen.findByText('Say which transfer.')).toBeVisible();
  await confirm();
  await waitFor(() => expect(screen.queryByLabelText('Reference of the bank transfer')).toBeNull());
  expect(bodies.at(-1)).toEqual({ bank_reference: 'TRF 4711', reason: 'The card is closed.' });
  expect(requests).toContain('POST /refunds/31/settle');

  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'A new card.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Send again' }).at(-1)!);
  await waitFor(() => expect(requests).toContain('POST /refunds/31/repeat'));
});

test('there is nothing to decide on a refund that is on its way, and transfers are for finance', async () => {
  answerRefunds([
    { ...refund, can_restore: true },
    { ...refund, id: 32, state: 'queued', error: null, next_try_at: '2026-11-20T10:30:00Z' },
    { ...refund, id: 33, state: 'waiting', error: null },
    // What the provider does not answer is tried once a day, or when somebody asks for it.
    { ...refund, id: 34, state: 'queued', error: 'no answer', next_try_at: '2026-11-21T10:30:00Z' },
  ]);
  renderConsole(<Refunds />);
  expect(await screen.findAllByText(/^next try /)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Send again' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Paid otherwise' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Give to the shop' })).toBeNull();
});

test('a noted transfer is confirmed or withdrawn, and not sent to the card meanwhile', async () => {
  bodies.length = 0;
  operator.rights = [...rights, 'payouts.manage'];
  const operatorName = { id: 4, name: 'Paula Reis' };
  answerRefunds([
    {
      ...refund,
      noted_transfer: {
        bank_reference: 'TRF 4711',
        amount_cents: 299,
        operator: operatorName,
        at: '2026-11-20T11:00:00Z',
      },
    },
  ]);
  renderConsole(<Refunds />);
  expect(await screen.findByText('Transfer TRF 4711 of €2.99, noted by Paula Reis')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  for (const [name, outcome] of [
    ['Confirm transfer', 'confirmed'],
    ['Withdraw', 'withdrawn'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }));
    await userEvent.type(await screen.findByLabelText('Reason'), 'Statement of today.');
    await userEvent.click(screen.getAllByRole('button', { name }).at(-1)!);
    await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
    expect(bodies.at(-1)).toEqual({ outcome, reason: 'Statement of today.' });
  }
  expect(requests.filter((request) => request === 'POST /refunds/31/transfer')).toHaveLength(2);
});

test('what a provider names is said in words, and as it is beside them', async () => {
  answerRefunds([refund, { ...refund, id: 32, state: 'refused', error: 'a_new_reason' }]);
  renderConsole(<Refunds />);
  expect(await screen.findByText('the card is lost or stolen')).toBeVisible();
  expect(screen.getByText('another reason')).toBeVisible();
  expect(screen.getByText('a_new_reason')).toBeVisible();
});

test('what a bank took back is given to the shop, by finance', async () => {
  bodies.length = 0;
  answerRefunds([
    { ...refund, error: 'dispute_reversed', can_restore: true },
    { ...refund, id: 32 },
  ]);
  operator.rights = [...rights, 'payouts.manage'];
  renderConsole(<Refunds />);
  expect(await screen.findByText('the bank decided a dispute anew')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Give to the shop' }));
  expect(await screen.findByText(/The bank took €3.99 back from the buyer/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Reason'), 'It was handed out.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Give to the shop' }).at(-1)!);
  await waitFor(() => expect(requests).toContain('POST /refunds/31/restore'));
  expect(bodies.at(-1)).toEqual({ reason: 'It was handed out.' });
});
