import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { writeStored } from '../../../lib/storage/storage.ts';
import { Component as PayoutPage } from './payout.tsx';

beforeEach(() => writeStored('token', 'a-token'));

const payout = {
  iban: null,
  holder: '',
  missing: ['iban'],
  minimum_cents: 1000,
  next_payout: '2026-12-05',
  held_until: null,
  accounts: [],
  last: null,
};
const me = {
  body: {
    data: { id: 1, name: 'Rui Fontes', email: 'rui@example.com', email_verified: true, is_owner: true },
  },
};
const overview = {
  body: { data: { pending_hundredths: 71595, approved_hundredths: 1_648_620, next_credit: '2026-12-01' } },
};
const noBusiness = { body: { data: null } };

test('a section is hidden while the one above it loads', async () => {
  const { requests } = fakeApi({
    '/me': [me],
    '/user/payout': ['pending'],
    '/user/business': [noBusiness],
  });
  renderInLanguage('en', <PayoutPage />);
  await expect
    .poll(() => requests.map(({ path }) => path.split('/').at(-1)).toSorted())
    .toEqual(['business', 'me', 'payout']);
  expect(await screen.findByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  expect(screen.queryByLabelText('Legal name')).toBeNull();
});

test('when one section fails the other works', async () => {
  fakeApi({ '/me': [me], '/user/payout': ['networkError'], '/user/business': [noBusiness] });
  renderInLanguage('en', <PayoutPage />);
  expect(await screen.findByText(/Your money is as it was/)).toBeVisible();
  expect(screen.getByRole('radio', { name: /A company/ })).toBeVisible();
});

const buildMeReplies = (overrides: object) => [{ body: { data: { ...me.body.data, ...overrides } } }];
const fillField = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);
const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const buildRefusal = (errors: Record<string, string[]>) => ({
  status: 422,
  body: { code: 1, message: '', errors },
});

test('an account is saved with the password; errors are shown at the field, the input stays', async () => {
  const fieldErrors = { iban: ['Not an IBAN.'], password: ['Not yours.'], code: ['Not yours.'] };
  const saved = { body: { data: { ...payout, iban: '•••• 0154', holder: 'Rui', missing: [] } } };
  const { getBodies } = fakeApi({
    '/me': buildMeReplies({ has_password: true }),
    '/user/payout': [{ body: { data: payout } }, buildRefusal(fieldErrors), saved],
    '/user/business': [noBusiness],
  });
  renderInLanguage('en', <PayoutPage />);
  await fillField('IBAN', 'PT50');
  await fillField('Account holder', 'Rui');
  await fillField('Current password', 'sobras2');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() => expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription('Not an IBAN.'));
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Not yours.');
  expect(screen.getByLabelText('Account holder')).toHaveValue('Rui');
  expect(screen.getByLabelText('IBAN')).toHaveValue('PT50');
  // An error of a hidden field does not block submitting again.
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  expect(await screen.findByText('Payouts go to •••• 0154.')).toBeVisible();
  const body = { iban: 'PT50', holder: 'Rui', password: 'sobras2' };
  expect(getBodies('/user/payout').filter(Boolean)).toEqual([body, body]);
  expect(screen.getByLabelText('Current password')).toHaveValue('');
});

test('the account is asked for under its heading, and the proof last with its reason', async () => {
  fakeApi({
    '/me': buildMeReplies({ has_password: true }),
    '/user/payout': [{ body: { data: payout } }],
    '/user/business': [noBusiness],
  });
  renderInLanguage('en', <PayoutPage />);
  expect(await screen.findByRole('heading', { level: 2, name: 'Bank account' })).toBeVisible();
  const [iban, holder, password] = screen.getAllByLabelText(/IBAN|Account holder|Current password/);
  expect([iban, holder]).toEqual([screen.getByLabelText('IBAN'), screen.getByLabelText('Account holder')]);
  expect(password).toHaveAccessibleDescription('So that nobody else changes where the money goes.');
});

test('without a password a code is used; with one it is an alternative', async () => {
  const { getBodies } = fakeApi({
    '/me': buildMeReplies({ has_password: false }),
    '/user/payout': [{ body: { data: payout } }],
    '/user/business': [noBusiness],
    '/send_code': [{ body: { success: true, code: 0 } }],
  });
  const { unmount } = renderInLanguage('en', <PayoutPage />);
  await fillField('IBAN', 'PT50');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await pressButton('Send me a code');
  expect(await screen.findByText('We sent a code to rui@example.com.')).toBeVisible();
  await fillField('Code from the e-mail', '482731');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() =>
    expect(getBodies('/user/payout').filter(Boolean)).toEqual([{ iban: 'PT50', holder: '', code: '482731' }]),
  );
  unmount();
  queryClient.clear();

  const otherApi = fakeApi({
    '/me': buildMeReplies({ has_password: true }),
    '/user/payout': [{ body: { data: payout } }],
    '/user/business': [noBusiness],
    '/send_code': [{ body: { success: true, code: 0 } }],
  });
  renderInLanguage('en', <PayoutPage />);
  await fillField('Current password', 'sobras1');
  await pressButton('Use a code instead');
  await fillField('Code from the e-mail', '482731');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() =>
    expect(otherApi.getBodies('/user/payout').filter(Boolean)).toEqual([
      { iban: '', holder: '', code: '482731' },
    ]),
  );
});

test('what was missing disappears once it is there', async () => {
  fakeApi({
    '/me': buildMeReplies({ email_verified: false, has_password: true }),
    '/user/payout': [
      { body: { data: { ...payout, missing: ['email', 'iban'] } } },
      { body: { data: payout } },
    ],
    '/user/business': [noBusiness],
    '/send_code': [{ body: { success: true, code: 0 } }],
    '/user/verify_email': [{ body: { success: true, code: 0 } }],
  });
  renderInLanguage('en', <PayoutPage />);
  expect(await screen.findByText(/Still needed:.*a confirmed e-mail address/)).toBeVisible();
  // The address is proved before anything else is typed.
  expect(screen.queryByLabelText('IBAN')).toBeNull();
  await pressButton('Send me a code');
  await fillField('Code from the e-mail', '482731');
  await waitFor(() => expect(screen.queryByText(/a confirmed e-mail address/)).toBeNull());
  expect(screen.getByText('Still needed: a bank account')).toBeVisible();
  expect(await screen.findByLabelText('IBAN')).toBeVisible();
});

test.each([
  ['en', /one payout is skipped.* on .*5 January/],
  ['pt', /saltamos uma transferência.* a .*5 de janeiro/],
  ['ru', /одну выплату мы пропускаем.*: .*5 января/],
] as const)('while payouts are blocked it shows why, and until when: %s', async (language, explanation) => {
  const blockedPayout = {
    iban: '•••• 3000',
    held_until: '2027-01-05',
    next_payout: '2027-01-05',
    missing: [],
  };
  fakeApi({
    '/me': buildMeReplies({ has_password: true }),
    '/user/payout': [{ body: { data: { ...payout, ...blockedPayout } } }],
    '/user/business': [noBusiness],
  });
  renderInLanguage(language, <PayoutPage />);
  expect(await screen.findByText(explanation)).toBeVisible();
});

test('each amount that is not paid out says why', async () => {
  const hold = { order_id: null, until: null };
  const accounts = [
    {
      role: 'seller',
      balance_cents: 1890,
      payable_cents: 540,
      last: null,
      held: [
        { ...hold, reason: 'pending', amount_cents: 1080 },
        { ...hold, reason: 'dispute', amount_cents: 270, order_id: 10031 },
        { ...hold, reason: 'operator', amount_cents: 540 },
        { ...hold, reason: 'account_changed', amount_cents: 540, until: '2027-01-05' },
        { ...hold, reason: 'minimum', amount_cents: 540 },
      ],
    },
    { role: 'partner', balance_cents: 0, payable_cents: 0, held: [], last: null },
  ];
  fakeApi({
    '/me': [me],
    '/affiliate': [overview],
    '/user/payout': [{ body: { data: { ...payout, accounts } } }],
    '/user/business': [noBusiness],
  });
  renderInLanguage('en', <PayoutPage />);
  const list = await screen.findByRole('list', { name: 'Not paid out' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    '€10.80: sales with which a customer can still report a problem',
    '€2.70: disputed by the customer at the bank, order no. 10031. It is paid out if the bank decides for you.',
    '€5.40: WoPack holds back your payouts. The reason is in the e-mail about it.',
    expect.stringMatching(/^€5\.40: you changed the account: paid on .*5/),
    '€5.40: less than €10.00: paid together with later sales.',
  ]);
  expect(screen.getAllByRole('list', { name: 'Not paid out' })).toHaveLength(1);
});

test.each([
  [
    'en',
    [
      'Pending€7.16paid orders that are not collected yet',
      'Approved€164.86credited on Tuesday 1 December',
      'Credited€4.50goes out on Saturday 5 December',
      'Prepared€217.49sent to the bank; arrives in a few days',
    ],
    '€4.50: less than €10.00: paid together with later shares.',
    /sale/,
  ],
  [
    'pt',
    [
      'Pendente7,16 €pedidos pagos, ainda por levantar',
      'Aprovado164,86 €creditado na terça-feira, 1 de dezembro',
      'Creditado4,50 €sai no sábado, 5 de dezembro',
      'Preparado217,49 €enviado ao banco; chega em poucos dias',
    ],
    '4,50 €: menos de 10,00 €: transferimos com as próximas comissões.',
    /venda/,
  ],
] as const)(
  'a partner reads of shares, step by step, and of no sales: %s',
  async (language, figures, hold, sales) => {
    const account = {
      role: 'partner',
      balance_cents: 450,
      payable_cents: 450,
      held: [{ order_id: null, until: null, reason: 'minimum', amount_cents: 450 }],
      last: { amount_cents: 21749, state: 'sent', made_at: '2026-11-05T10:00:00.000Z' },
    };
    fakeApi({
      '/me': buildMeReplies({ is_owner: false, is_partner: true, has_password: true }),
      '/affiliate': [overview],
      '/user/payout': [{ body: { data: { ...payout, missing: [], accounts: [account] } } }],
      '/user/business': [noBusiness],
    });
    renderInLanguage(language, <PayoutPage />);
    const section = await screen.findByRole('region', { name: language === 'en' ? 'Partner' : 'Parceiro' });
    await waitFor(() => expect(section.querySelector('dl')).not.toBeNull());
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    expect([...section.querySelectorAll('dl > div')].map(({ textContent }) => plain(textContent))).toEqual(
      figures,
    );
    expect(plain(section.querySelector('li')!.textContent)).toBe(hold);
    expect(section).not.toHaveTextContent(sales);
    expect(screen.getAllByRole('region')).toContain(section);
    expect(screen.queryByRole('region', { name: language === 'en' ? 'Seller' : 'Vendedor' })).toBeNull();
  },
);
