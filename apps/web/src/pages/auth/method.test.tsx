import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { Queries } from '../../../test/fake-api.tsx';
import { renderIn } from '../../../test/render.tsx';
import { call } from '../../lib/api.ts';
import { read, write } from '../../lib/storage.ts';
// Fetched lazily by the page; here beforehand, so that the first test need not wait for it.
import '../../modules/legal/cookie-choice.tsx';
import AuthMethod from './method.tsx';

vi.mock(import('../../lib/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const pages = (
  <Queries>
    <Routes>
      <Route path="/auth" element={<AuthMethod />} />
      <Route path="/auth/code" element="the code page" />
    </Routes>
  </Queries>
);

beforeEach(() => {
  vi.mocked(call).mockReset();
  answer({ data: [] });
});

/** The ways that are offered; every other call succeeds. */
function answer(ways: { data: string[] }) {
  vi.mocked(call).mockImplementation((async (name: string) =>
    name === 'listAuthProviders' ? ways : { success: true, code: 0 }) as never);
}

test('asks about cookies until a choice is stored', async () => {
  const { unmount } = renderIn('en', pages, '/auth');
  expect(await screen.findByRole('button', { name: 'Accept All' })).toBeVisible();
  unmount();
  write('cookieChoice', 'essential');
  renderIn('en', pages, '/auth');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Come in, it’s still warm.');
});

test('sends a code, keeps the address and goes to the code page', async () => {
  write('cookieChoice', 'all');
  renderIn('en', pages, '/auth');
  await userEvent.type(screen.getByLabelText('E-mail'), ' marta@example.com {Enter}');
  expect(await screen.findByText('the code page')).toBeVisible();
  expect(call).toHaveBeenCalledWith('sendCode', {
    body: { email: 'marta@example.com', device_name: navigator.userAgent },
  });
  expect(read('tempEmail')).toBe('marta@example.com');
});

test('offers what is configured, with the way back; says why the last try came to nothing', async () => {
  write('cookieChoice', 'all');
  answer({ data: ['google', 'facebook'] });
  renderIn('ru', pages, '/auth?next=%2Foffers%2F7&problem=notVerified');
  const google = await screen.findByRole('link', { name: 'Войти через Google' });
  expect(google).toHaveAttribute('href', '/google/redirect?language=ru&next=%2Foffers%2F7');
  expect(screen.getByRole('link', { name: 'Войти через Facebook' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Войти через Apple' })).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent('Войди по почте.');
});

test('without any, only mail and password', async () => {
  write('cookieChoice', 'all');
  renderIn('en', pages, '/auth?problem=nonsense');
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith('listAuthProviders', expect.anything()));
  expect(screen.queryByRole('link', { name: /Google|Apple|Facebook/ })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
