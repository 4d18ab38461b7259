import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createClient } from '@wopack/contract/client';
import type { Language } from '@wopack/domain';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderIn } from '../../../test/render.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { read, write } from '../../lib/storage.ts';
import { createSignInState } from '../../modules/identity/sign-in/sign-in.ts';
import AuthToken from './token.tsx';

// The client as it is, but by the fetch of each test.
vi.mock(import('../../lib/api.ts'), async (original) => ({
  ...(await original()),
  call: createClient({
    host: '',
    token: () => read('token'),
    language: () => 'en',
    fetch: (...input) => fetch(...input),
  }),
}));

interface Account {
  id: number;
  name: string;
  sname: string;
  email: string;
  email_verified?: boolean;
  has_password?: boolean;
}

const people: Record<string, Account> = {
  hers: { id: 1, name: 'Marta', sname: 'Salgado', email: 'marta@example.com' },
  'hers-new': { id: 1, name: 'Marta', sname: 'Salgado', email: 'marta@example.com' },
  his: { id: 2, name: 'Rui', sname: 'Fontes', email: 'rui@example.com' },
  proven: {
    ...{ id: 3, name: 'Vera', sname: 'Lima', email: 'vera@example.com' },
    ...{ email_verified: true, has_password: false },
  },
};
const ended: string[] = [];

beforeEach(() => {
  ended.length = 0;
  queryClient.clear();
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? '';
    if (url.endsWith('/logout')) ended.push(token);
    const person = people[token];
    return person
      ? Response.json({ data: person })
      : Response.json({ code: 2, message: '' }, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** What the browser does before it loads anything else. */
function openLink(address: string) {
  history.replaceState(null, '', address);
  new Function(readFileSync(join(import.meta.dirname, '../../../public/token.js'), 'utf8'))();
}

const show = (language: Language = 'en', path = '/auth/token') =>
  renderIn(
    language,
    <QueryClientProvider client={queryClient}>
      <Routes>
        <Route path="/auth/token" element={<AuthToken />} />
        <Route path="/auth/location" element="where are you?" />
        <Route path="/auth" element="the ways to sign in" />
        <Route path="/offers" element="the offers" />
      </Routes>
    </QueryClientProvider>,
    path,
  );

test('the token leaves the address before anything is loaded, and is stored once the person agrees', async () => {
  openLink('/auth/token?token=hers&lang=pt#top');
  expect(location.href).not.toContain('hers');
  expect(location.search).toBe('?lang=pt');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('where are you?')).toBeVisible();
  expect(read('token')).toBe('hers');
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['en', 'Sign in as m***@example.com?', 'Do not sign in'],
  ['pt', 'Entrar como m***@example.com?', 'Não entrar'],
  ['ru', 'Войти как m***@example.com?', 'Не входить'],
] as const)(
  'nobody is signed in by a link of somebody else without being asked: %s',
  async (language, ask, no) => {
    openLink('/auth/token?token=hers');
    show(language);
    expect(await screen.findByRole('heading', { name: ask })).toBeVisible();
    expect(read('token')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: no }));
    expect(await screen.findByText('the ways to sign in')).toBeVisible();
    expect([read('token'), ended, sessionStorage.length]).toEqual([null, [], 0]);
  },
);

test('who set out from this tab to sign in elsewhere is not asked', async () => {
  const state = createSignInState();
  openLink('/auth/token?token=hers');
  show('en', `/auth/token?client_state=${state}`);
  expect(await screen.findByText('where are you?')).toBeVisible();
  expect([read('token'), sessionStorage.length]).toEqual(['hers', 0]);
});

test.each([
  ['with another value', (state: string) => `?client_state=${state.slice(1)}0`],
  ['without one', () => ''],
])('but is asked when the answer comes %s', async (_case, query) => {
  const state = createSignInState();
  openLink('/auth/token?token=his');
  show('en', `/auth/token${query(state)}`);
  expect(await screen.findByRole('heading', { name: 'Sign in as r***@example.com?' })).toBeVisible();
  expect(read('token')).toBeNull();
});

test('a value that nobody kept here lets nobody in', async () => {
  openLink('/auth/token?token=his');
  show('en', '/auth/token?client_state=');
  expect(await screen.findByRole('heading', { name: 'Sign in as r***@example.com?' })).toBeVisible();
});

test('whoever is signed in as somebody else is asked although they set out from here', async () => {
  write('token', 'hers');
  const state = createSignInState();
  openLink('/auth/token?token=his');
  show('en', `/auth/token?client_state=${state}`);
  expect(await screen.findByRole('heading', { name: 'Change the account?' })).toBeVisible();
  expect(read('token')).toBe('hers');
});

test('other pages keep their address', () => {
  openLink('/offers?token=hers');
  expect(location.search).toBe('?token=hers');
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['ru', 'Ошибка установки токена', 'Войти'],
  ['en', 'The sign-in link did not work', 'Sign in'],
] as const)('without a token it says so, with a way on: %s', async (language, text, way) => {
  openLink('/auth/token');
  show(language);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: way })).toHaveAttribute('href', '/auth');
});

test('a token nobody has does not end the session that is there', async () => {
  write('token', 'hers');
  openLink('/auth/token?token=nonsense');
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('The sign-in link did not work');
  expect(read('token')).toBe('hers');
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(await screen.findByText('the offers')).toBeVisible();
});

test('somebody else is asked first, and may stay', async () => {
  write('token', 'hers');
  openLink('/auth/token?token=his');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Stay as I am' }));
  expect(await screen.findByText('the offers')).toBeVisible();
  expect([read('token'), ended, sessionStorage.length]).toEqual(['hers', [], 0]);
});

test('or change: the session before ends, nothing of it stays', async () => {
  write('token', 'hers');
  write('searchProductText', 'natas');
  openLink('/auth/token?token=his');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as Rui Fontes' }));
  expect(await screen.findByText('where are you?')).toBeVisible();
  expect([read('token'), ended, read('searchProductText')]).toEqual(['his', ['hers'], null]);
  // Nor does the new one end by what the change sets in motion.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([read('token'), ended]).toEqual(['his', ['hers']]);
});

test('a session that is over is nobody to ask about: it is as if there were none', async () => {
  write('token', 'over');
  openLink('/auth/token?token=his');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('where are you?')).toBeVisible();
  expect(read('token')).toBe('his');
});

test('the same person is not asked', async () => {
  write('token', 'hers');
  openLink('/auth/token?token=hers-new');
  show();
  expect(await screen.findByText('where are you?')).toBeVisible();
  await waitFor(() => expect([read('token'), ended]).toEqual(['hers-new', ['hers']]));
});

test('what the sign-in removed is told, with a way to a new password, before anything else', async () => {
  write('token', 'over');
  openLink('/auth/token?token=proven&access_reset=1');
  show('en', '/auth/token?access_reset=1');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'This account is yours now' })).toBeVisible();
  expect(await screen.findByLabelText('New password')).toBeVisible();
  expect(read('token')).toBe('proven');
  await userEvent.click(screen.getByRole('button', { name: 'Continue without a password' }));
  expect(await screen.findByText('where are you?')).toBeVisible();
});
