import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, Queries } from '../../../test/fake-api.tsx';
import { renderIn } from '../../../test/render.tsx';
import { write } from '../../lib/storage.ts';
import Payout from './payout.tsx';

beforeEach(() => write('token', 'a-token'));

const payout = {
  ...{ iban: null, holder: '', missing: ['iban'], minimum_cents: 1000, next_payout: '2026-12-05' },
  ...{ held_until: null, accounts: [], last: null },
};
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

const meWith = (more: object) => [{ body: { data: { ...me.body.data, ...more } } }];
const fill = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const refusal = (errors: Record<string, string[]>) => ({
  status: 422,
  body: { code: 1, message: '', errors },
});

test('an account is saved with the password; what is wrong stands under its field, what was typed stays', async () => {
  const wrong = { iban: ['Not an IBAN.'], password: ['Not yours.'], code: ['Not yours.'] };
  const saved = { body: { data: { ...payout, iban: '•••• 0154', holder: 'Rui', missing: [] } } };
  const { bodies } = fakeApi({
    '/me': meWith({ has_password: true }),
    // The page and the form in it ask one after the other.
    '/user/payout': [{ body: { data: payout } }, { body: { data: payout } }, refusal(wrong), saved],
    '/user/business': [nobody],
  });
  renderIn('en', page);
  await fill('IBAN', 'PT50');
  await fill('Account holder', 'Rui');
  await fill('Current password', 'sobras2');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() => expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription('Not an IBAN.'));
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Not yours.');
  expect(screen.getByLabelText('Account holder')).toHaveValue('Rui');
  expect(screen.getByLabelText('IBAN')).toHaveValue('PT50');
  // A field that is not shown does not keep the form from being sent again.
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  expect(await screen.findByText('Payouts go to •••• 0154.')).toBeVisible();
  const body = { iban: 'PT50', holder: 'Rui', password: 'sobras2' };
  expect(bodies('/user/payout').filter(Boolean)).toEqual([body, body]);
  expect(screen.getByLabelText('Current password')).toHaveValue('');
});

test('without a password a code does; with one it can take its place', async () => {
  const { bodies } = fakeApi({
    '/me': meWith({ has_password: false }),
    '/user/payout': [{ body: { data: payout } }],
    '/user/business': [nobody],
    '/send_code': [{ body: { success: true, code: 0 } }],
  });
  const { unmount } = renderIn('en', page);
  await fill('IBAN', 'PT50');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await press('Send me a code');
  expect(await screen.findByText('We sent a code to rui@example.com.')).toBeVisible();
  await fill('Code from the e-mail', '482731');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() =>
    expect(bodies('/user/payout').filter(Boolean)).toEqual([{ iban: 'PT50', holder: '', code: '482731' }]),
  );
  unmount();

  const again = fakeApi({
    '/me': meWith({ has_password: true }),
    '/user/payout': [{ body: { data: payout } }],
    '/user/business': [nobody],
    '/send_code': [{ body: { success: true, code: 0 } }],
  });
  renderIn('en', page);
  await fill('Current password', 'sobras1');
  await press('Use a code instead');
  await fill('Code from the e-mail', '482731');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() =>
    expect(again.bodies('/user/payout').filter(Boolean)).toEqual([{ iban: '', holder: '', code: '482731' }]),
  );
});

test.each([
  ['en', /one payout is skipped.* on .*5 January/],
  ['pt', /saltamos uma transferência.* a .*5 de janeiro/],
  ['ru', /одну выплату мы пропускаем.*: .*5 января/],
] as const)('while payouts are held it says why, and until when: %s', async (language, why) => {
  const held = { iban: '•••• 3000', held_until: '2027-01-05', next_payout: '2027-01-05', missing: [] };
  fakeApi({
    '/me': meWith({ has_password: true }),
    '/user/payout': [{ body: { data: { ...payout, ...held } } }],
    '/user/business': [nobody],
  });
  renderIn(language, page);
  expect(await screen.findByText(why)).toBeVisible();
});
