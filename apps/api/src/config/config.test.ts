import { describe, expect, test } from 'vitest';
import { formatStartupBanner } from '../startup-banner.ts';
import { listExposedSettings, parseConfig } from './config.ts';
import { listMissingOperatorSettings } from './operator.ts';

const DATABASE_URL = 'postgresql://user:password@db:5432/wopack';
const ENABLED_BY_NAME = { ENABLE_SANDBOX: '1', ENABLE_OUTBOX: '1', ENABLE_LOCAL_SIGN_IN: '1' };
const parseFlags = (env: NodeJS.ProcessEnv) => {
  const { sandbox, outboxPage, social } = parseConfig(env);
  return { sandbox, outboxPage, localSignIn: social.localProviderEnabled };
};
const allEnabled = { sandbox: true, outboxPage: true, localSignIn: true };
const allDisabled = { sandbox: false, outboxPage: false, localSignIn: false };

describe('sandbox, outbox page and local sign-in', () => {
  test.each([
    ['on without any settings', {}, allEnabled],
    ['off in production', { NODE_ENV: 'production' }, allDisabled],
    ['off with an external database', { DATABASE_URL }, allDisabled],
    ['off with both', { NODE_ENV: 'production', DATABASE_URL }, allDisabled],
    ['on in production by name', { NODE_ENV: 'production', ...ENABLED_BY_NAME }, allEnabled],
    ['on with an external database by name', { DATABASE_URL, ...ENABLED_BY_NAME }, allEnabled],
    ['off by name', { ENABLE_SANDBOX: '0', ENABLE_OUTBOX: '0', ENABLE_LOCAL_SIGN_IN: '0' }, allDisabled],
  ])('are %s', (_case, env, expected) => {
    expect(parseFlags(env)).toEqual(expected);
  });

  test('are enabled one by one', () => {
    expect(parseFlags({ DATABASE_URL, ENABLE_OUTBOX: '1' })).toEqual({ ...allDisabled, outboxPage: true });
  });
});

describe('development features reachable by others cause a warning', () => {
  const names = ['ENABLE_LOCAL_SIGN_IN', 'ENABLE_OUTBOX', 'ENABLE_SANDBOX'];
  const loopback = { HOST: '127.0.0.1' };
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' };
  test.each([
    ['listening on all addresses', {}, names],
    ['listening on an address of the network', { HOST: '192.168.1.20' }, names],
    ['a public address in front', { ...loopback, PUBLIC_URL: 'https://wopack.example' }, names],
    ['one part alone', { DATABASE_URL, ENABLE_OUTBOX: '1' }, ['ENABLE_OUTBOX']],
    ['card payments by Stripe', stripe, ['ENABLE_LOCAL_SIGN_IN', 'ENABLE_OUTBOX']],
  ])('%s', (_case, env, expected) => {
    expect(listExposedSettings(parseConfig(env))).toEqual(expected);
  });

  test.each([
    ['on this machine alone', loopback],
    ['by its name', { HOST: 'localhost', PUBLIC_URL: 'http://localhost:3000' }],
    ['by IPv6', { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
    ['with all of them off', { NODE_ENV: 'production', PUBLIC_URL: 'https://wopack.example' }],
  ])('no warning %s', (_case, env) => {
    expect(listExposedSettings(parseConfig(env))).toEqual([]);
  });

  test('at startup, with the variables that disable them', () => {
    const start = {
      publicUrl: 'https://wopack.example',
      consoleAddress: '',
      demoAccounts: [],
      production: false,
    };
    expect(formatStartupBanner({ ...start, exposedSettings: ['ENABLE_OUTBOX', 'ENABLE_SANDBOX'] })).toMatch(
      /WARNING[\s\S]*ENABLE_OUTBOX=0 ENABLE_SANDBOX=0/,
    );
    expect(formatStartupBanner({ ...start, exposedSettings: [] })).not.toContain('WARNING');
  });
});

test.each([
  ['development needs none', {}, []],
  ['production needs both', { NODE_ENV: 'production' }, ['OPERATOR_ADDRESS', 'OPERATOR_VAT_NUMBER']],
  [
    'one that is blank',
    { NODE_ENV: 'production', OPERATOR_ADDRESS: 'Rua da Prata 1', OPERATOR_VAT_NUMBER: ' ' },
    ['OPERATOR_VAT_NUMBER'],
  ],
])('address and tax number of the operator: %s', (_case, env, expected) => {
  expect(listMissingOperatorSettings(parseConfig(env))).toEqual(expected);
});

test.each([
  ['PORT', 'abc', 'PORT=abc: must be a whole number from 0 to 65535.'],
  ['PORT', '70000', 'PORT=70000: must be a whole number from 0 to 65535.'],
  ['DATABASE_POOL', '1', 'DATABASE_POOL=1: must be a whole number, at least 2.'],
  ['OPERATOR_VAT_PERCENT', 'low', 'OPERATOR_VAT_PERCENT=low: must be a number from 0 to 100.'],
  [
    'OPERATOR_TIME_ZONE',
    'Lisbon',
    'OPERATOR_TIME_ZONE=Lisbon: must be an IANA time zone, such as Europe/Lisbon.',
  ],
  ['OPERATOR_LANGUAGE', 'de', 'OPERATOR_LANGUAGE=de: must be pt, en, ru.'],
  ['ENABLE_OUTBOX', 'yes', 'ENABLE_OUTBOX=yes: must be 1 or 0.'],
  ['SMTP_URL', 'mail:587', /^SMTP_URL=mail:587: must be a URL such as smtp:/],
  ['DATABASE_URL', 'mysql://u:pw@db/x', /^DATABASE_URL=mysql:\/\/u:\*\*\*@db\/x: must be/],
  ['SECRET_KEY', 'short', 'SECRET_KEY needs at least 32 characters.'],
  ['TRUST_PROXY', '1', /^TRUST_PROXY=1: must be addresses or ranges of the proxies/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY=true: must be addresses/],
  ['TRUST_PROXY', 'proxy.internal', /^TRUST_PROXY=proxy\.internal: must be addresses/],
  ['TRUST_PROXY', '10.0.0.1,proxy', /^TRUST_PROXY=10\.0\.0\.1,proxy: must be addresses/],
  ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY=10\.0\.0\.0\/33: must be addresses/],
  ['TRUST_PROXY', '0.0.0.0/0', /^TRUST_PROXY=0\.0\.0\.0\/0: must be addresses/],
  ['TRUST_PROXY', '127.1', /^TRUST_PROXY=127\.1: must be addresses/],
  ['APP_ORIGINS', 'https://localhost/', /^APP_ORIGINS=https:\/\/localhost\/: must be origins/],
  ['APP_ORIGINS', '*', /^APP_ORIGINS=\*: must be origins/],
  ['MAIL_FROM', 'WoPack', /^MAIL_FROM=WoPack: must be an e-mail address/],
  ['OPERATOR_EMAIL', 'me', /^OPERATOR_EMAIL=me: must be an e-mail address/],
  ['OPERATOR_EMAIL', 'a@b.example,me', /^OPERATOR_EMAIL=.*: must be an e-mail address/],
  ['OPERATOR_IBAN', 'PT50000000000000000000000', /^OPERATOR_IBAN=.*: must be a valid IBAN/],
  ['OPERATOR_BIC', 'BANK', /^OPERATOR_BIC=BANK: must be a BIC/],
  ['STATIC_MAP_URL', 'https://maps.example', /^STATIC_MAP_URL=.*: must be a URL with \{latitude\}/],
  ['VAPID_SUBJECT', 'ola@example.com', /^VAPID_SUBJECT=.*: must be mailto:/],
  ['PUBLIC_URL', 'https://a.example/app', /^PUBLIC_URL=.*: must be a URL without a path/],
  ['S3_ENDPOINT', 's3.example.com', /^S3_ENDPOINT=s3\.example\.com: must be a URL/],
  ['OPERATOR_ADRESS', 'Rua 1', 'OPERATOR_ADRESS: there is no such setting; is OPERATOR_ADDRESS meant?'],
])('%s=%s is refused with the right form', (name, value, expected) => {
  expect(() => parseConfig({ [name]: value })).toThrow(expected);
});

test.each<[string, Record<string, string>, string | RegExp]>([
  ['half of the push keys', { VAPID_PUBLIC_KEY: 'B' }, 'Web push also needs VAPID_PRIVATE_KEY.'],
  ['half of a sign-in', { GOOGLE_CLIENT_ID: 'x' }, 'Google sign-in also needs GOOGLE_CLIENT_SECRET.'],
  [
    'a quarter of a sign-in',
    { APPLE_KEY_ID: 'x' },
    'Apple sign-in also needs APPLE_CLIENT_ID and APPLE_TEAM_ID and APPLE_PRIVATE_KEY.',
  ],
  [
    'half of the third sign-in',
    { FACEBOOK_CLIENT_SECRET: 'x' },
    'Facebook sign-in also needs FACEBOOK_CLIENT_ID.',
  ],
  [
    'the key of a service without it',
    { LIBRETRANSLATE_KEY: 'x' },
    'LIBRETRANSLATE_KEY needs LIBRETRANSLATE_URL.',
  ],
  [
    'the address of a service without its key',
    { DEEPL_URL: 'https://api.deepl.com' },
    'DEEPL_URL needs DEEPL_KEY.',
  ],
  [
    'two kinds of translation',
    { DEEPL_KEY: 'x', LIBRETRANSLATE_URL: 'https://t.example' },
    'Only one of DEEPL_KEY and LIBRETRANSLATE_URL can translate.',
  ],
  [
    'two ways of the mail',
    { MAIL: 'outbox', SMTP_URL: 'smtp://m.example' },
    'MAIL=outbox and SMTP_URL exclude each other.',
  ],
  [
    'a sandbox beside card payments',
    { ENABLE_SANDBOX: '1', STRIPE_SECRET_KEY: 'a', STRIPE_PUBLISHABLE_KEY: 'b', STRIPE_WEBHOOK_SECRET: 'c' },
    'ENABLE_SANDBOX=1 has no effect beside STRIPE_SECRET_KEY.',
  ],
  [
    'a page of mails that are sent',
    { ENABLE_OUTBOX: '1', SMTP_URL: 'smtp://m.example' },
    'ENABLE_OUTBOX=1 has no effect beside SMTP_URL.',
  ],
])('what would have no effect is refused: %s', (_case, env, expected) => {
  expect(() => parseConfig(env)).toThrow(expected);
});

test.each([
  ['127.0.0.1', ['127.0.0.1']],
  ['loopback, uniquelocal', ['loopback', 'uniquelocal']],
  ['10.0.0.0/8,::1,fd00::/8,', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ['', false],
])('proxies may be %s', (text, expected) => {
  expect(parseConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
});

test('variables of other programs are left alone', () => {
  expect(() =>
    parseConfig({ HOSTNAME: 'x', PATH: '/bin', PGHOST: 'db', SHELL: 'sh', MAILTO: 'x' }),
  ).not.toThrow();
});

test('a blank setting is an unset one', () => {
  const blank = { METRICS_PORT: '', PUBLIC_URL: '', SMTP_URL: '', ENABLE_SANDBOX: '', DATABASE_URL: '' };
  expect(parseConfig(blank)).toEqual(parseConfig({}));
});

test('ways to pay are chosen by name, and cards are always among them', () => {
  expect(parseConfig({}).paymentMethods).toBeNull();
  expect(parseConfig({ PAYMENT_METHODS: 'mb_way, card' }).paymentMethods).toEqual(['card', 'mb_way']);
  expect(() => parseConfig({ PAYMENT_METHODS: 'card, multibanco' })).toThrow('multibanco is none of');
  expect(() => parseConfig({ PAYMENT_METHODS: 'mb_way' })).toThrow('PAYMENT_METHODS needs card');
});

test('credit for late cancellations is off unless the setting says how much', () => {
  expect(parseConfig({}).lateCancelCreditCents).toBe(0);
  expect(parseConfig({ LATE_CANCEL_CREDIT: '1.00' }).lateCancelCreditCents).toBe(100);
  expect(() => parseConfig({ LATE_CANCEL_CREDIT: '1,00' })).toThrow('LATE_CANCEL_CREDIT');
});

test('sellers are paid by the operator unless the setting says otherwise', () => {
  expect(parseConfig({}).payoutWay).toBe('bank_file');
  expect(parseConfig({ PAYOUT_WAY: 'stripe_connect' }).payoutWay).toBe('stripe_connect');
  expect(() => parseConfig({ PAYOUT_WAY: 'stripe' })).toThrow('must be bank_file, stripe_connect');
});

describe('the figure of CO2', () => {
  const whole = {
    IMPACT_CO2_GRAMS_PER_KG: '2500',
    IMPACT_CO2_METHOD: 'Life-cycle assessment of food waste, cradle to grave.',
    IMPACT_CO2_SOURCE: 'https://example.com/method',
  };

  test('is off by default, and has factor, method and source', () => {
    expect(parseConfig({}).impactCo2).toBeNull();
    expect(parseConfig(whole).impactCo2).toEqual({
      gramsPerKg: 2500,
      method: whole.IMPACT_CO2_METHOD,
      source: whole.IMPACT_CO2_SOURCE,
    });
  });

  test.each(Object.keys(whole))('without %s the server does not start', (name) => {
    expect(() => parseConfig({ ...whole, [name]: '' })).toThrow(`set ${name} too`);
    expect(() => parseConfig({ [name]: whole[name as keyof typeof whole] })).toThrow(
      'needs factor, method and source',
    );
  });
});
