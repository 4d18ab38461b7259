import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerWith, renderConsole, startFakeServer } from '../../test/setup.tsx';
import { StepUp } from '../shell/account.tsx';
import { computeMoneyEffect } from '../support/refund-form.tsx';
import { PageState } from '../ui/panels.tsx';
import { call, getOperatorToken, onSessionEnd } from './api.ts';
import { useRecord } from './use-console.ts';

startFakeServer();

test('an ended session is told apart from a missing right', async () => {
  const onEnd = vi.fn();
  const unsubscribe = onSessionEnd(onEnd);
  answerWith(() => ({ status: 403, body: { code: 3, message: 'Not allowed' } }));
  await expect(call('getDashboard')).rejects.toMatchObject({ code: 3 });
  expect(onEnd).not.toHaveBeenCalled();
  expect(getOperatorToken()).not.toBeNull();

  answerWith(() => ({ status: 401, body: { code: 2, message: 'Sign in' } }));
  await expect(call('getDashboard')).rejects.toMatchObject({ code: 2 });
  expect(onEnd).toHaveBeenCalledOnce();
  expect(getOperatorToken()).toBeNull();
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
    quantity: 1,
    returned_quantity: 0,
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
  // Three packs, of which one was refunded: one more takes its part of the commission.
  const severalUnits = {
    quantity: 3,
    returned_quantity: 1,
    price_cents: 1197,
    refunded_cents: 399,
    earning_cents: 540,
    commission_cents: 258,
    max_part_refund_cents: 939,
  };
  expect(computeMoneyEffect(severalUnits, 399)).toEqual({ buyer: 399, seller: 540, commission: 258 });
  expect(computeMoneyEffect(severalUnits, 798, 1)).toEqual({ buyer: 798, seller: 270, commission: 129 });
});
