import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Language } from '@wopack/domain';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { mockServer } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { createSignInState } from '../../features/identity/sign-in/sign-in.api.ts';
import { takeMagicLinkToken } from '../../lib/session/take-magic-link-token.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { Component as AuthTokenPage } from './token.tsx';

interface Account {
  id: number;
  name: string;
  sname: string;
  email: string;
  email_verified?: boolean;
  has_password?: boolean;
}

const usersByToken: Record<string, Account> = {
  hers: { id: 1, name: 'Marta', sname: 'Salgado', email: 'marta@example.com' },
  'hers-new': { id: 1, name: 'Marta', sname: 'Salgado', email: 'marta@example.com' },
  his: { id: 2, name: 'Rui', sname: 'Fontes', email: 'rui@example.com' },
  proven: {
    id: 3,
    name: 'Vera',
    sname: 'Lima',
    email: 'vera@example.com',
    email_verified: true,
    has_password: false,
  },
};
const endedTokens: string[] = [];

beforeEach(() => {
  endedTokens.length = 0;
  mockServer.use(
    http.all('*/api/*', ({ request: { url, headers } }) => {
      const token = headers.get('authorization')?.replace('Bearer ', '') ?? '';
      if (url.endsWith('/logout')) endedTokens.push(token);
      const user = usersByToken[token];
      return user
        ? HttpResponse.json({ data: user })
        : HttpResponse.json({ code: 2, message: '' }, { status: 401 });
    }),
  );
});

/** What the first-paint script does before anything else loads. */
function openMagicLink(url: string) {
  history.replaceState(null, '', url);
  takeMagicLinkToken();
}

const renderPage = (language: Language = 'en', path = '/auth/token') =>
  renderInLanguage(
    language,
    <Routes>
      <Route path="/auth/token" element={<AuthTokenPage />} />
      <Route path="/auth/location" element="where are you?" />
      <Route path="/auth" element="the ways to sign in" />
      <Route path="/offers" element="the offers" />
    </Routes>,
    path,
  );

test.each(['/auth/token?token=hers&lang=pt#top', '/auth/token?lang=pt#token=hers'])(
  '%s: the token is removed from the URL before anything loads, and stored once the user agrees',
  async (link) => {
    openMagicLink(link);
    expect(location.href).not.toContain('hers');
    expect(location.search).toBe('?lang=pt');
    renderPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('where are you?')).toBeVisible();
    expect(readStored('token')).toBe('hers');
    expect(sessionStorage).toHaveLength(0);
  },
);

test.each([
  ['en', 'Sign in as m***@example.com?', 'Do not sign in'],
  ['pt', 'Entrar como m***@example.com?', 'Não entrar'],
  ['ru', 'Войти как m***@example.com?', 'Не входить'],
] as const)(
  'nobody is signed in by a link of somebody else without being asked: %s',
  async (language, question, cancelLabel) => {
    openMagicLink('/auth/token?token=hers');
    renderPage(language);
    expect(await screen.findByRole('heading', { name: question })).toBeVisible();
    expect(readStored('token')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: cancelLabel }));
    expect(await screen.findByText('the ways to sign in')).toBeVisible();
    expect([readStored('token'), endedTokens, sessionStorage.length]).toEqual([null, [], 0]);
  },
);

test('an external sign-in started in this tab needs no confirmation', async () => {
  const state = createSignInState();
  openMagicLink('/auth/token?token=hers');
  renderPage('en', `/auth/token?client_state=${state}`);
  expect(await screen.findByText('where are you?')).toBeVisible();
  expect([readStored('token'), sessionStorage.length]).toEqual(['hers', 0]);
});

test.each([
  ['with another value', (state: string) => `?client_state=${state.slice(1)}0`],
  ['without one', () => ''],
])('but is asked when the response comes %s', async (_case, query) => {
  const state = createSignInState();
  openMagicLink('/auth/token?token=his');
  renderPage('en', `/auth/token${query(state)}`);
  expect(await screen.findByRole('heading', { name: 'Sign in as r***@example.com?' })).toBeVisible();
  expect(readStored('token')).toBeNull();
});

test('an unknown state does not sign in', async () => {
  openMagicLink('/auth/token?token=his');
  renderPage('en', '/auth/token?client_state=');
  expect(await screen.findByRole('heading', { name: 'Sign in as r***@example.com?' })).toBeVisible();
});

test('a user signed in to another account is asked even after starting it in this tab', async () => {
  writeStored('token', 'hers');
  const state = createSignInState();
  openMagicLink('/auth/token?token=his');
  renderPage('en', `/auth/token?client_state=${state}`);
  expect(await screen.findByRole('heading', { name: 'Change the account?' })).toBeVisible();
  expect(readStored('token')).toBe('hers');
});

test('the URL of other pages is unchanged', () => {
  openMagicLink('/offers?token=hers');
  expect(location.search).toBe('?token=hers');
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['ru', 'Ошибка установки токена', 'Войти'],
  ['en', 'The sign-in link did not work', 'Sign in'],
] as const)('without a token it says so, with a way on: %s', async (language, text, linkName) => {
  openMagicLink('/auth/token');
  renderPage(language);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: linkName })).toHaveAttribute('href', '/auth');
});

test('an unknown token keeps the current session', async () => {
  writeStored('token', 'hers');
  openMagicLink('/auth/token?token=nonsense');
  renderPage();
  expect(await screen.findByRole('alert')).toHaveTextContent('The sign-in link did not work');
  expect(readStored('token')).toBe('hers');
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(await screen.findByText('the offers')).toBeVisible();
});

test('another user is asked first, and may stay', async () => {
  writeStored('token', 'hers');
  openMagicLink('/auth/token?token=his');
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Stay as I am' }));
  expect(await screen.findByText('the offers')).toBeVisible();
  expect([readStored('token'), endedTokens, sessionStorage.length]).toEqual(['hers', [], 0]);
});

test('or switch: the former session ends, and nothing of it stays', async () => {
  writeStored('token', 'hers');
  writeStored('searchProductText', 'natas');
  openMagicLink('/auth/token?token=his');
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as Rui Fontes' }));
  expect(await screen.findByText('where are you?')).toBeVisible();
  expect([readStored('token'), endedTokens, readStored('searchProductText')]).toEqual([
    'his',
    ['hers'],
    null,
  ]);
  // The new session must not end as an effect of the change either.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([readStored('token'), endedTokens]).toEqual(['his', ['hers']]);
});

test('with an ended session it behaves as signed out', async () => {
  writeStored('token', 'over');
  openMagicLink('/auth/token?token=his');
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('where are you?')).toBeVisible();
  expect(readStored('token')).toBe('his');
});

test('the same user is not asked', async () => {
  writeStored('token', 'hers');
  openMagicLink('/auth/token?token=hers-new');
  renderPage();
  expect(await screen.findByText('where are you?')).toBeVisible();
  await waitFor(() => expect([readStored('token'), endedTokens]).toEqual(['hers-new', ['hers']]));
});

test('access removed by the sign-in is reported first, with a link to set a password', async () => {
  writeStored('token', 'over');
  openMagicLink('/auth/token?token=proven&access_reset=1');
  renderPage('en', '/auth/token?access_reset=1');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'This account is yours now' })).toBeVisible();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(readStored('token')).toBe('proven');
  await userEvent.click(screen.getByRole('button', { name: 'Continue without a password' }));
  expect(await screen.findByText('where are you?')).toBeVisible();
});
