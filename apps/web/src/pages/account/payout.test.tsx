import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, Queries } from '../../../test/fake-api.tsx';
import { renderIn } from '../../../test/render.tsx';
import { write } from '../../lib/storage.ts';
import Payout from './payout.tsx';

beforeEach(() => write('token', 'a-token'));

const me = { body: { data: { id: 1, name: 'Rui Fontes', email: 'rui@example.com', email_verified: true } } };
const nobody = { body: { data: null } };
const page = (
  <Queries>
    <Payout />
  </Queries>
);

test('what stands below does not show while what stands above is on its way', async () => {
  const { asked } = fakeApi({ '/me': [me], '/user/payout': ['never'], '/user/business': [nobody] });
  renderIn('en', page);
  await expect
    .poll(() => asked.map(({ path }) => path.split('/').at(-1)).toSorted())
    .toEqual(['business', 'me', 'payout']);
  expect(await screen.findByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  expect(screen.queryByLabelText('Legal name')).toBeNull();
});

test('when one part is lost the other can be used', async () => {
  fakeApi({ '/me': [me], '/user/payout': ['lost'], '/user/business': [nobody] });
  renderIn('en', page);
  expect(await screen.findByText(/Your money is as it was/)).toBeVisible();
  expect(screen.getByLabelText('Legal name')).toBeVisible();
});
