import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderIn } from '../../../test/render.tsx';
import { call } from '../../lib/api.ts';
import { read, write } from '../../lib/storage.ts';
// Fetched lazily by the page; here beforehand, so that the first test need not wait for it.
import '../../modules/legal/cookie-choice.tsx';
import AuthMethod from './method.tsx';

vi.mock(import('../../lib/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const pages = (
  <Routes>
    <Route path="/auth" element={<AuthMethod />} />
    <Route path="/auth/code" element="the code page" />
  </Routes>
);

beforeEach(() => {
  vi.mocked(call).mockReset();
});

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
  vi.mocked(call).mockResolvedValue({ success: true, code: 0 });
  renderIn('en', pages, '/auth');
  await userEvent.type(screen.getByLabelText('E-mail'), ' marta@example.com {Enter}');
  expect(await screen.findByText('the code page')).toBeVisible();
  expect(call).toHaveBeenCalledWith('sendCode', {
    body: { email: 'marta@example.com', device_name: navigator.userAgent },
  });
  expect(read('tempEmail')).toBe('marta@example.com');
});
