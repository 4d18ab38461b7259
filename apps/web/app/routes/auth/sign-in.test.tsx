import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TestQueryProvider } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { call } from '../../lib/api/api.ts';
import { readStored } from '../../lib/storage/storage.ts';
import { Component as SignInPage } from './sign-in.tsx';

vi.mock(import('../../lib/api/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const page = (
  <TestQueryProvider>
    <SignInPage />
  </TestQueryProvider>
);

test('offers external accounts, and returns to the requested page', async () => {
  vi.mocked(call).mockResolvedValue({ data: ['google', 'apple'] } as never);
  renderInLanguage('pt', page, '/signin?next=%2Foffers%2F7');
  expect(await screen.findByRole('link', { name: /Apple/ })).toHaveAttribute(
    'href',
    expect.stringContaining('/apple/redirect?language=pt&next=%2Foffers%2F7'),
  );
  expect(screen.queryByRole('link', { name: /Facebook/ })).toBeNull();
  expect(screen.getByLabelText('E-mail')).toBeVisible();
});

test('without providers there is only the form', async () => {
  vi.mocked(call).mockResolvedValue({ data: [] } as never);
  renderInLanguage('en', page, '/signin');
  expect(screen.getByLabelText('E-mail')).toBeVisible();
  expect(screen.queryByText('or by e-mail')).toBeNull();
});

test('starting an external sign-in stores a state that the redirect must carry', async () => {
  vi.mocked(call).mockResolvedValue({ data: ['google'] } as never);
  renderInLanguage('en', page, '/signin');
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Google/ });
  // jsdom does not implement navigation.
  link.addEventListener('click', (event) => event.preventDefault());
  const states = [1, 2].map(() => {
    fireEvent.click(link);
    const sentStates = new URL(link.href).searchParams.getAll('client_state');
    expect(sentStates).toEqual([readStored('signInState', sessionStorage)]);
    return sentStates[0]!;
  });
  expect(states[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(states[1]).not.toBe(states[0]);
});
