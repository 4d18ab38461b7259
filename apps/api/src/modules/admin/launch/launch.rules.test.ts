import { expect, test } from 'vitest';
import { parseConfig } from '../../../config/config.ts';
import en from '../../../platform/messages/en.json' with { type: 'json' };
import { judgeLaunch, type LaunchFacts, launchChecks } from './launch.rules.ts';
import type { MailDomain } from './mail-domain.ts';
import type { WebBuild } from './web-build.ts';

const NOW = new Date('2026-12-01T08:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

/** Settings of a town that may open. */
const SETTINGS = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://wopack-porto.example',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'WoPack <ola@wopack-porto.example>',
  MAIL_DKIM_SELECTOR: 'mail',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  OPERATOR_NAME: 'WoPack Porto, Lda.',
  OPERATOR_ADDRESS: 'Rua das Flores 1, 4050-262 Porto',
  OPERATOR_POST_CODE: '4050-262',
  OPERATOR_CITY: 'Porto',
  OPERATOR_VAT_NUMBER: 'PT501442600',
  OPERATOR_EMAIL: 'alerts@wopack-porto.example',
  OPERATOR_IBAN: 'PT50000201231234567890154',
  OPERATOR_BIC: 'BBPIPTPL',
  OPERATOR_PAYMENT_LICENCE: 'agent of Example Payments',
  OPERATOR_DAC7_NUMBER: 'PT-2026-1',
  REQUIRE_ALLERGENS: '1',
};
const configOf = (changes: Record<string, string> = {}) => parseConfig({ ...SETTINGS, ...changes });

const WEB: WebBuild = {
  company: {
    name: 'WoPack Porto, Lda.',
    address: 'Rua das Flores 1, 4050-262 Porto',
    tax_number: 'PT 501 442 600',
  },
  contacts: { users: 'ola@wopack-porto.example', authorities: 'dsa@wopack-porto.example', languages: ['pt'] },
  complaints_book: true,
  policies: { terms: { path: '/policy/terms-conditions', date: '2026-11-23' } },
  ranking: true,
  accessibility: { pages: 55, date: '2026-11-29' },
};
const MAIL: MailDomain = { domain: 'wopack-porto.example', spf: 'found', dkim: 'found', dmarc: 'found' };
const PROVIDER = {
  isLive: true,
  canCharge: true,
  hasMbWay: true,
  domains: [{ name: 'wopack-porto.example', applePay: true, googlePay: true }],
};

const FACTS: LaunchFacts = {
  now: NOW,
  config: configOf(),
  hasValidVatNumber: true,
  web: WEB,
  provider: PROVIDER,
  connect: null,
  dueByBankFileCents: 0,
  invoicing: null,
  legalTexts: [{ path: '/policy/terms-conditions', version: '2026-11-30', waits: null }],
  methods: ['card', 'apple_pay', 'google_pay', 'mb_way'],
  mailDomain: MAIL,
  backup: { madeAt: hoursAgo(5), bytes: 412_000_000 },
  restoredAt: hoursAgo(48),
  operators: { all: 4, withTotp: 4 },
  demoAccounts: 0,
  record: { activities: 7, columns: 80, version: '1' },
};

const judge = (id: string, changes: Partial<LaunchFacts> = {}) => {
  const { state, reason } = judgeLaunch({ ...FACTS, ...changes }).find((finding) => finding.id === id)!;
  return `${state} ${reason}`;
};
const withSettings = (changes: Record<string, string>) => ({ config: configOf(changes) });
const withWeb = (changes: Partial<WebBuild>) => ({ web: { ...WEB, ...changes } });
const withMail = (changes: Partial<MailDomain>) => ({ mailDomain: { ...MAIL, ...changes } });
const withDomain = (changes: Partial<(typeof PROVIDER)['domains'][0]>) => ({
  provider: { ...PROVIDER, domains: [{ ...PROVIDER.domains[0]!, ...changes }] },
});
const MOLONI = {
  ...{ INVOICING: 'moloni', MOLONI_CLIENT_ID: 'wopack', MOLONI_CLIENT_SECRET: 'secret' },
  ...{ MOLONI_USERNAME: 'finance@wopack.example', MOLONI_PASSWORD: 'secret', MOLONI_COMPANY_ID: '5' },
  ...{ MOLONI_DOCUMENT_SET_ID: '6', MOLONI_PRODUCT_ID: '7' },
};
const NO_STRIPE = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' };

test('a town with everything has all but invoicing, which can wait', () => {
  const open = judgeLaunch(FACTS).filter(({ state }) => state !== 'ok');
  expect(open.map(({ id, state }) => [id, state])).toEqual([['invoicing', 'later']]);
});

const CASES: [id: string, changes: Partial<LaunchFacts>, outcome: string][] = [
  ['payment_keys', { ...withSettings(NO_STRIPE), provider: null }, 'missing sandbox'],
  ['payment_keys', { provider: 'refused' }, 'missing refused'],
  ['invoicing', { ...withSettings(MOLONI), invoicing: 'accepted' }, 'ok ok'],
  ['invoicing', { ...withSettings(MOLONI), invoicing: 'refused' }, 'missing refused'],
  ['invoicing', { ...withSettings(MOLONI), invoicing: 'silent' }, 'missing silent'],
  ['invoicing', { ...withSettings(MOLONI), invoicing: { setting: 'MOLONI_COMPANY_ID' } }, 'missing setting'],
  ['payment_keys', { provider: 'silent' }, 'missing silent'],
  ['payment_keys', { provider: { ...PROVIDER, isLive: false } }, 'missing test'],
  ['payment_keys', { provider: { ...PROVIDER, canCharge: false } }, 'missing noCharges'],
  ['payment_keys', withSettings({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }), 'missing unlike'],
  ['wallets', { ...withSettings(NO_STRIPE), provider: null }, 'later sandbox'],
  ['wallets', { provider: 'silent' }, 'missing unknown'],
  ['wallets', { provider: { ...PROVIDER, domains: [] } }, 'missing unregistered'],
  ['wallets', withDomain({ name: 'other.example' }), 'missing unregistered'],
  ['wallets', withDomain({ applePay: false }), 'missing inactive'],
  ['wallets', { methods: ['card'] }, 'later off'],
  ['mb_way', { methods: ['card', 'apple_pay'] }, 'later off'],
  ['mb_way', { ...withSettings(NO_STRIPE), provider: null }, 'later sandbox'],
  ['mb_way', { provider: 'refused' }, 'missing unknown'],
  ['mb_way', { provider: { ...PROVIDER, hasMbWay: false } }, 'missing inactive'],
  ['payout_way', withSettings({ OPERATOR_IBAN: '' }), 'missing iban'],
  ['payout_way', withSettings({ PAYOUT_WAY: 'stripe_connect' }), 'later webhook'],
  [
    'payout_way',
    { ...withSettings({ PAYOUT_WAY: 'stripe_connect' }), connect: 'inactive' },
    'missing noConnect',
  ],
  ['payout_way', { ...withSettings({ PAYOUT_WAY: 'stripe_connect' }), connect: 'silent' }, 'missing silent'],
  [
    'payout_way',
    { ...withSettings({ PAYOUT_WAY: 'stripe_connect' }), connect: 'active', dueByBankFileCents: 1_250 },
    'missing due',
  ],
  [
    'payout_way',
    withSettings({ PAYOUT_WAY: 'stripe_connect', STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2' }),
    'ok connect',
  ],
  ['payout_way', withSettings({ OPERATOR_PAYMENT_LICENCE: ' ' }), 'missing licence'],
  ['payout_way', withSettings({ OPERATOR_BIC: '' }), 'later bic'],
  ['mail', { ...withSettings({ SMTP_URL: '' }), mailDomain: null }, 'missing files'],
  ['mail', withMail({ dmarc: 'absent' }), 'missing absent'],
  ['mail', withMail({ spf: 'absent' }), 'missing absent'],
  ['mail', withMail({ dkim: 'absent' }), 'missing absent'],
  ['mail', withMail({ spf: 'open' }), 'missing open'],
  ['mail', withMail({ spf: 'silent', dmarc: 'absent' }), 'missing silent'],
  ['mail', withMail({ dkim: 'unknown' }), 'later selector'],
  ['backups', { backup: null }, 'missing none'],
  ['backups', { backup: { madeAt: hoursAgo(49), bytes: 1 } }, 'missing oldSize'],
  ['backups', { restoredAt: null }, 'later untriedSize'],
  ['backups', { restoredAt: hoursAgo(401 * 24) }, 'later untriedSize'],
  ['backups', { backup: { madeAt: hoursAgo(47), bytes: null } }, 'ok ok'],
  ['second_factor', { operators: { all: 4, withTotp: 3 } }, 'missing some'],
  ['second_factor', { operators: { all: 0, withTotp: 0 } }, 'missing none'],
  ['alerts', withSettings({ OPERATOR_EMAIL: '' }), 'missing none'],
  ['address', withSettings({ PUBLIC_URL: 'http://wopack-porto.example' }), 'missing http'],
  ['development', withSettings({ ENABLE_LOCAL_SIGN_IN: '1' }), 'missing on'],
  // Also on a machine that nobody else reaches yet.
  [
    'development',
    withSettings({ NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3000', HOST: '127.0.0.1' }),
    'missing on',
  ],
  [
    'development',
    withSettings({ NODE_ENV: 'development', DATABASE_URL: 'postgresql://localhost/wopack' }),
    'missing mode',
  ],
  ['demo_data', { demoAccounts: 3 }, 'missing some'],
  ['company', withSettings({ OPERATOR_CITY: '' }), 'missing unset'],
  ['company', { hasValidVatNumber: false }, 'missing number'],
  ['company', withWeb({ company: { ...WEB.company, address: '' } }), 'missing unlike'],
  ['company', withWeb({ company: { ...WEB.company, tax_number: '501442601' } }), 'missing unlike'],
  ['company', withWeb({ company: { ...WEB.company, name: 'WoPack' } }), 'missing unlike'],
  ['company', { web: null }, 'missing noWeb'],
  ['contacts', withWeb({ contacts: { ...WEB.contacts, authorities: null } }), 'missing unset'],
  ['contacts', withWeb({ contacts: { ...WEB.contacts, users: null } }), 'missing unset'],
  ['contacts', withWeb({ contacts: { ...WEB.contacts, languages: [] } }), 'missing unset'],
  ['dac7', withSettings({ OPERATOR_DAC7_NUMBER: '' }), 'missing none'],
  ['legal_texts', withWeb({ policies: { terms: { path: '/policy/terms', date: null } } }), 'later undated'],
  ['legal_texts', { web: null }, 'missing noWeb'],
  ['legal_texts', { legalTexts: [{ ...FACTS.legalTexts[0]!, waits: '2026-12-01' }] }, 'later waits'],
  ['allergens', withSettings({ REQUIRE_ALLERGENS: '0' }), 'missing off'],
  ['complaints_book', withWeb({ complaints_book: false }), 'missing unset'],
  ['complaints_book', withSettings({ OPERATOR_VAT_NUMBER: '501442600' }), 'missing noCountry'],
  [
    'complaints_book',
    { ...withSettings({ OPERATOR_VAT_NUMBER: 'ESB12345678' }), ...withWeb({ complaints_book: false }) },
    'ok elsewhere',
  ],
  ['accessibility', withWeb({ accessibility: null }), 'missing none'],
  ['accessibility', withWeb({ contacts: { ...WEB.contacts, users: null } }), 'missing contact'],
  ['ranking', withWeb({ ranking: false }), 'missing none'],
];

test.each(CASES)('%s %#: %o', (id, changes, outcome) => {
  expect(judge(id)).not.toBe(outcome);
  expect(judge(id, changes)).toBe(outcome);
});

test('a wallet that is not offered need not be registered', () => {
  const changes = {
    methods: ['card' as const, 'google_pay' as const],
    ...withDomain({ applePay: false }),
  };
  expect(judge('wallets', changes)).toBe('ok ok');
});

test('each check has a title, and each reason a text whose values are given', () => {
  const texts: Record<string, Record<string, string>> = en.admin.launch.checks;
  expect(Object.keys(texts).sort()).toEqual(launchChecks.map(({ id }) => id).sort());
  const findings = [{}, ...CASES.map(([, changes]) => changes)].flatMap((changes) =>
    judgeLaunch({ ...FACTS, ...changes }),
  );
  for (const { id, reason, values = {} } of findings) {
    expect(texts[id], `${id} ${reason}`).toHaveProperty(['title']);
    const placeholders = [...texts[id]![reason]!.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect(Object.keys(values), `${id} ${reason}`).toEqual(expect.arrayContaining(placeholders));
  }
});

test('a key or password of the settings is in no finding', () => {
  expect(JSON.stringify(judgeLaunch(FACTS))).not.toMatch(/live_1|whsec/);
});
