import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answerWith, renderConsole, requests, startFakeServer } from '../../test/setup.tsx';
import {
  clearOperatorToken,
  clearTokens,
  getEnrolmentKey,
  storeUserToken,
  takeEnrolmentKey,
} from '../lib/api.ts';
import Layout from '../shell/layout.tsx';
import SignIn from './sign-in.tsx';

startFakeServer();

const KEY = 'k'.repeat(43);
const account = { body: { data: { role: 'finance', has_totp: false, recovery_codes_left: 0 } } };

beforeEach(() => {
  history.replaceState(null, '', '/');
  storeUserToken('user-token');
});

function openLink(): void {
  history.replaceState(null, '', `/admin/sign-in#${KEY}`);
  takeEnrolmentKey();
}

test('the key of the link leaves the address', () => {
  openLink();
  expect(location.href).not.toContain(KEY);
  expect(getEnrolmentKey()).toBe(KEY);
});

test('without the link of the mail nothing is set up', async () => {
  answerWith(() => account);
  renderConsole(<SignIn />);
  expect(await screen.findByText(/Open the link of the e-mail/)).toBeInTheDocument();
  expect(requests).toEqual(['GET /sign_in']);
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

test('with the link, the password shows the secret, and the first code ends the key', async () => {
  openLink();
  const bodies: unknown[] = [];
  answerWith(({ url, body, method }) => {
    if (method === 'POST') bodies.push(body);
    if (url.pathname.endsWith('/totp/confirm'))
      return {
        body: {
          data: { token: 'operator', expires_at: '2026-11-20T20:00:00Z', recovery_codes: ['abcde-fghij'] },
        },
      };
    if (url.pathname.endsWith('/totp'))
      return body.password === 'sobras1'
        ? { body: { data: { secret: 'SECRET', uri: 'otpauth://totp/WoPack?secret=SECRET' } } }
        : { status: 422, body: { code: 1, message: 'Wrong', errors: { password: ['Not your password.'] } } };
    return account;
  });
  const user = userEvent.setup();
  renderConsole(<SignIn />);
  await user.type(await screen.findByLabelText('Password'), 'guessed1');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Not your password.')).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'sobras1');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.type(await screen.findByRole('textbox'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('abcde-fghij')).toBeInTheDocument();
  await waitFor(() => expect(getEnrolmentKey()).toBeNull());
  expect(bodies).toEqual([
    { key: KEY, password: 'guessed1' },
    { key: KEY, password: 'sobras1' },
    { code: '123456' },
  ]);
});

test('what is not filled in is said by the server, beside the fields, and not by the browser', async () => {
  clearTokens();
  answerWith(() => ({
    status: 422,
    body: {
      code: 1,
      message: 'Wrong',
      errors: { email: ['Fill in the address.'], password: ['Fill in the password.'] },
    },
  }));
  renderConsole(<SignIn />);
  await userEvent.click(await screen.findByText('By password'));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Fill in the address.')).toBeInTheDocument();
  expect(screen.getByText('Fill in the password.')).toBeInTheDocument();
});

test('an ended ordinary session leads to the sign-in', async () => {
  answerWith(() => ({ status: 401, body: { code: 2, message: 'Please sign in.' } }));
  renderConsole(<SignIn />);
  expect(await screen.findByText('Your sign-in has ended. Sign in again.')).toBeInTheDocument();
  expect(screen.getByLabelText('E-mail')).toBeInTheDocument();
});

test('whoever is not signed in is led to the sign-in, and back from there', async () => {
  clearOperatorToken();
  answerWith(({ url, method }) =>
    method === 'POST' && url.pathname.endsWith('/sign_in')
      ? { body: { data: { token: 'operator', expires_at: '2026-11-20T20:00:00Z', recovery_codes_left: 8 } } }
      : { body: { data: { ...account.body.data, has_totp: true } } },
  );
  const { unmount } = renderConsole(<Layout />, '/orders?filter=%7B%22state%22%3A%22paid%22%7D');
  await waitFor(() => expect(location.pathname).toBe('/sign-in'));
  const next = location.search;
  unmount();
  renderConsole(<SignIn />, `/${next}`);
  await userEvent.type(await screen.findByRole('textbox'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Enter' }));
  await waitFor(() =>
    expect(location.pathname + location.search).toBe('/orders?filter=%7B%22state%22%3A%22paid%22%7D'),
  );
});
