import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { TestQueryProvider } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { call } from '../../lib/api/api.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
// Loaded lazily by the page; imported here so that the first test does not wait for it.
import '../../features/legal/cookie-choice.tsx';
import { Component as AuthMethodPage } from './method.tsx';

vi.mock(import('../../lib/api/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const pages = (
  <TestQueryProvider>
    <Routes>
      <Route path="/auth" element={<AuthMethodPage />} />
      <Route path="/auth/code" element="the code page" />
    </Routes>
  </TestQueryProvider>
);

beforeEach(() => {
  vi.mocked(call).mockReset();
  mockProviders({ data: [] });
});

/** The enabled providers; every other call succeeds. */
function mockProviders(providers: { data: string[] }) {
  vi.mocked(call).mockImplementation((async (name: string) =>
    name === 'listAuthProviders' ? providers : { success: true, code: 0 }) as never);
}

test('asks about cookies until a choice is stored', async () => {
  const { unmount } = renderInLanguage('en', pages, '/auth');
  expect(await screen.findByRole('button', { name: 'Accept All' })).toBeVisible();
  unmount();
  writeStored('cookieChoice', 'essential');
  renderInLanguage('en', pages, '/auth');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Come in, it’s still warm.');
});

test('sends a code, stores the address and opens the code page', async () => {
  writeStored('cookieChoice', 'all');
  renderInLanguage('en', pages, '/auth');
  await userEvent.type(screen.getByLabelText('E-mail'), ' marta@example.com {Enter}');
  expect(await screen.findByText('the code page')).toBeVisible();
  expect(call).toHaveBeenCalledWith('sendCode', {
    body: { email: 'marta@example.com', device_name: navigator.userAgent },
  });
  expect(readStored('tempEmail')).toBe('marta@example.com');
});

test('offers the configured providers, with the next path; shows why the last attempt failed', async () => {
  writeStored('cookieChoice', 'all');
  mockProviders({ data: ['google', 'facebook'] });
  renderInLanguage('ru', pages, '/auth?next=%2Foffers%2F7&problem=notVerified');
  const google = await screen.findByRole('link', { name: 'Войти через Google' });
  expect(google).toHaveAttribute('href', '/google/redirect?language=ru&next=%2Foffers%2F7');
  expect(screen.getByRole('link', { name: 'Войти через Facebook' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Войти через Apple' })).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent('Войди по почте.');
});

test('without providers, only mail and password', async () => {
  writeStored('cookieChoice', 'all');
  renderInLanguage('en', pages, '/auth?problem=nonsense');
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith('listAuthProviders', expect.anything()));
  expect(screen.queryByRole('link', { name: /Google|Apple|Facebook/ })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
