import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  answerList,
  answerWith,
  operator,
  renderConsole,
  requests,
  startFakeServer,
} from '../../test/setup.tsx';
import { StepUp } from '../shell/account.tsx';
import { computeMoneyEffect } from '../support/refund-form.tsx';
import { PageState } from '../ui/panels.tsx';
import { call, getOperatorToken, onSessionEnd } from './api.ts';
import { authProvider, dataProvider } from './providers-and-queries.ts';
import { useRecord } from './use-console.ts';

startFakeServer();

const getPage = (page: number, filter = {}) =>
  dataProvider.getList('operators', {
    pagination: { page, perPage: 25 },
    sort: { field: 'id', order: 'DESC' },
    filter,
  });

test('pages follow the cursors, and a page opened first is reached in steps of a hundred', async () => {
  answerWith(answerList);
  const first = await getPage(1);
  expect(first.data[0]!.id).toBe(260);
  expect(first.meta).toEqual({ total: 260, isTotalExact: true, sums: null, answeredMs: expect.any(Number) });
  const second = await getPage(2);
  expect(second.data.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, i) => 235 - i));
  expect(second.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true });
  expect(second.meta.total).toBe(260);
  expect(requests).toHaveLength(2);

  // Another filter is another list, of which nothing is known.
  const eleventh = await getPage(11, { q: 'operator' });
  expect(eleventh.data.map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(eleventh.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
  expect(requests.slice(2)).toEqual([
    'GET /operators?q=operator&sort=-id&limit=100',
    'GET /operators?q=operator&sort=-id&cursor=161&limit=100',
    'GET /operators?q=operator&sort=-id&cursor=61&limit=50',
    'GET /operators?q=operator&sort=-id&cursor=11&limit=25',
  ]);
  expect((await getPage(12, { q: 'operator' })).data).toEqual([]);
});

test('rights decide what may be opened, and an ended session is told apart from a missing right', async () => {
  expect(await authProvider.getPermissions!({})).toEqual(operator.rights);
  expect(await authProvider.canAccess!({ resource: 'orders', action: 'list' })).toBe(true);
  expect(await authProvider.canAccess!({ resource: 'audit', action: 'list' })).toBe(false);

  const onEnd = vi.fn();
  const unsubscribe = onSessionEnd(onEnd);
  answerWith(() => ({ status: 403, body: { code: 3, message: 'Not allowed' } }));
  const refused: unknown = await call('getDashboard').catch((error: unknown) => error);
  await expect(authProvider.checkError(refused)).resolves.toBeUndefined();
  expect(onEnd).not.toHaveBeenCalled();

  answerWith(() => ({ status: 401, body: { code: 2, message: 'Sign in' } }));
  const ended: unknown = await call('getDashboard').catch((error: unknown) => error);
  await expect(authProvider.checkError(ended)).rejects.toThrow('session ended');
  expect(onEnd).toHaveBeenCalledOnce();
  expect(getOperatorToken()).toBeNull();
  await expect(authProvider.checkAuth({})).rejects.toThrow('signed out');
  unsubscribe();
});

test('a call that needs a code asks for it and is repeated; closing the question changes nothing', async () => {
  let isOpen = false;
  answerWith(({ url, body }) => {
    if (url.pathname.endsWith('/step_up')) {
      if (body.code !== '123456') return { status: 422, body: { code: 1, errors: { code: ['Wrong code'] } } };
      isOpen = true;
      return { body: { data: { step_up_until: '2026-11-20T18:00:00Z' } } };
    }
    return isOpen
      ? { body: { data: { recovery_codes: ['a'] } } }
      : {
          status: 403,
          body: { code: 3, message: 'A code is needed', errors: { step_up: ['Enter a code'] } },
        };
  });
  renderConsole(<StepUp />);
  const cancelled = call('renewRecoveryCodes').catch((error: unknown) => error);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await cancelled).toMatchObject({ code: 3 });

  const reply = call('renewRecoveryCodes');
  const field = await screen.findByLabelText('Code from your app');
  await userEvent.type(field, '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Wrong code')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await reply).toEqual({ data: { recovery_codes: ['a'] } });
  await waitFor(() => expect(screen.queryByLabelText('Code from your app')).toBeNull());
});

const RecordPage = () => <PageState query={useRecord('users', 7)} />;

test('the page of a record that is not there says so, with a heading and a way on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answerWith(() => ({ status: 404, body: { code: 4, message: 'It is not here.' } }));
  renderConsole(<RecordPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'To the dashboard' })).toHaveAttribute('href', '/');
});

test('what a refund changes always adds up to what was paid', () => {
  const order = {
    price_cents: 399,
    refunded_cents: 50,
    earning_cents: 220,
    commission_cents: 129,
    max_part_refund_cents: 270,
  };
  for (const total of [50, 51, 200, 270, 399]) {
    const { buyer, seller, commission } = computeMoneyEffect(order, total);
    expect(buyer + seller + commission).toBe(399);
    expect(Math.min(buyer, seller, commission)).toBeGreaterThanOrEqual(0);
  }
  expect(computeMoneyEffect(order, 399)).toEqual({ buyer: 399, seller: 0, commission: 0 });
});
