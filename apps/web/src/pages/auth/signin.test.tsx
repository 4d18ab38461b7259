import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Queries } from '../../../test/fake-api.tsx';
import { renderIn } from '../../../test/render.tsx';
import { call } from '../../lib/api.ts';
import Signin from './signin.tsx';

vi.mock(import('../../lib/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const page = (
  <Queries>
    <Signin />
  </Queries>
);

test('offers accounts elsewhere too, and brings back to where somebody was going', async () => {
  vi.mocked(call).mockResolvedValue({ data: ['google', 'apple'] } as never);
  renderIn('pt', page, '/signin?next=%2Foffers%2F7');
  expect(await screen.findByRole('link', { name: /Apple/ })).toHaveAttribute(
    'href',
    expect.stringContaining('/apple/redirect?language=pt&next=%2Foffers%2F7'),
  );
  expect(screen.queryByRole('link', { name: /Facebook/ })).toBeNull();
  expect(screen.getByLabelText('E-mail')).toBeVisible();
});

test('where none is configured there is the form alone', async () => {
  vi.mocked(call).mockResolvedValue({ data: [] } as never);
  renderIn('en', page, '/signin');
  expect(screen.getByLabelText('E-mail')).toBeVisible();
  expect(screen.queryByText('or by e-mail')).toBeNull();
});
