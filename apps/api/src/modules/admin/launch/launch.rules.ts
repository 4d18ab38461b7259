import type { LaunchGroup, LaunchState, PaymentMethod } from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import { type Config, listExposedSettings } from '../../../config/config.ts';
import { findOperatorCountry } from '../../../config/operator.ts';
import type { MailDomain } from './mail-domain.ts';
import type { WebBuild } from './web-build.ts';

/** What a reason names; instants, dates and sizes are formatted for whoever reads it. */
export type LaunchValue =
  | string
  | number
  | { at: string }
  | { date: string }
  | { bytes: number }
  | { list: string[] };

/** Where to look, or which setting to set. */
export interface LaunchLink {
  kind: 'console' | 'page' | 'setting';
  target: string;
}

export interface Finding {
  state: LaunchState;
  /** Key of the text below `admin.launch.checks.<id>`. */
  reason: string;
  values?: Record<string, LaunchValue>;
  link?: LaunchLink;
}

/** What the payment provider says of its keys; `refused`: it knows them not, `silent`: it did not answer. */
export type ProviderAnswer =
  | {
      isLive: boolean;
      canCharge: boolean;
      hasMbWay: boolean;
      domains: { name: string; applePay: boolean; googlePay: boolean }[];
    }
  | 'refused'
  | 'silent';

/** Whether the service that invoices the commission takes its credentials, or which setting it does not know. */
export type InvoicingAnswer = 'accepted' | 'refused' | 'silent' | { setting: string };

export interface LaunchFacts {
  now: Date;
  config: Readonly<Config>;
  /** Whether a VAT number has the form and check digits of its country. */
  hasValidVatNumber: boolean;
  /** Null: the server serves no web app. */
  web: WebBuild | null;
  /** Null: the sandbox is used. */
  provider: ProviderAnswer | null;
  /** Whether the provider lets its account pay others; null: it is not to pay, or the sandbox is used. */
  connect: 'active' | 'inactive' | 'silent' | null;
  /** Due by bank file, without a bank account to pay it from; otherwise 0. */
  dueByBankFileCents: number;
  /** Null: no service is configured. */
  invoicing: InvoicingAnswer | null;
  /** What buyers may choose from. */
  methods: readonly PaymentMethod[];
  /** Null: mail does not leave this machine. */
  mailDomain: MailDomain | null;
  backup: { madeAt: Date; bytes: number | null } | null;
  /** When a backup was last restored, here or for a trial. */
  restoredAt: Date | null;
  operators: { all: number; withTotp: number };
  /** Accounts of the demo. */
  demoAccounts: number;
  /** Which version of each legal text holds, and which waits for its announcement. */
  legalTexts: readonly { path: string; version: string; waits: string | null }[];
  /** Size and version of the processing record. */
  record: { activities: number; columns: number; version: string };
}

interface LaunchCheck {
  id: string;
  group: LaunchGroup;
  judge: (facts: LaunchFacts) => Finding;
}

const ok = (reason: string, values: Finding['values'] = {}): Finding => ({ state: 'ok', reason, values });
const later = (reason: string, values: Finding['values'] = {}): Finding => ({
  state: 'later',
  reason,
  values,
});
const missing = (reason: string, values: Finding['values'] = {}): Finding => ({
  state: 'missing',
  reason,
  values,
});
const setting = (target: string): LaunchLink => ({ kind: 'setting', target });
const consolePage = (target: string): LaunchLink => ({ kind: 'console', target });
const page = (target: string): LaunchLink => ({ kind: 'page', target });
const linked = (finding: Finding, link: LaunchLink): Finding => ({ ...finding, link });

const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
/** A backup that was restored once proves little of one made by a later version. */
const MAX_RESTORE_AGE_MS = 400 * DAY_MS;

const hostOf = (url: string): string => new URL(url).hostname;
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Settings of the web app's build that differ from those of the server, or are not there. */
function listUnlikeBuildSettings({ operator }: Readonly<Config>, { company }: WebBuild): string[] {
  return [
    ...(company.name.trim() === operator.name.trim() ? [] : ['VITE_COMPANY_NAME']),
    ...(company.address.trim() ? [] : ['VITE_COMPANY_ADDRESS']),
    ...(company.tax_number && digitsOf(company.tax_number) === digitsOf(operator.vatNumber)
      ? []
      : ['VITE_COMPANY_TAX_NUMBER']),
  ];
}

function judgeCompany({ config, hasValidVatNumber, web }: LaunchFacts): Finding {
  const { operator } = config;
  const unset = Object.entries({
    OPERATOR_ADDRESS: operator.address,
    OPERATOR_POST_CODE: operator.postCode ?? '',
    OPERATOR_CITY: operator.city ?? '',
    OPERATOR_VAT_NUMBER: operator.vatNumber,
  }).flatMap(([name, value]) => (value.trim() ? [] : [name]));
  if (unset.length > 0) return linked(missing('unset', { names: { list: unset } }), setting(unset[0]!));
  if (!hasValidVatNumber)
    return linked(missing('number', { number: operator.vatNumber }), setting('OPERATOR_VAT_NUMBER'));
  if (!web) return missing('noWeb');
  const unlike = listUnlikeBuildSettings(config, web);
  if (unlike.length > 0) return linked(missing('unlike', { names: { list: unlike } }), setting(unlike[0]!));
  return linked(
    ok('ok', { name: operator.name, number: operator.vatNumber }),
    page('/policy/terms-conditions#who'),
  );
}

function judgeContacts({ web }: LaunchFacts): Finding {
  if (!web) return missing('noWeb');
  const { users, authorities, languages } = web.contacts;
  const unset = [
    ...(users ? [] : ['VITE_FEEDBACK_EMAIL']),
    ...(authorities ? [] : ['VITE_AUTHORITIES_EMAIL']),
    ...(languages.length > 0 ? [] : ['VITE_CONTACT_LANGUAGES']),
  ];
  if (unset.length > 0) return linked(missing('unset', { names: { list: unset } }), setting(unset[0]!));
  return linked(
    ok('ok', { users: users!, authorities: authorities!, languages: { list: languages } }),
    page('/policy/terms-conditions#who'),
  );
}

function judgePaymentKeys({ config, provider }: LaunchFacts): Finding {
  const { stripe } = config;
  if (!stripe || provider === null) return linked(missing('sandbox'), setting('STRIPE_SECRET_KEY'));
  if (provider === 'refused') return linked(missing('refused'), setting('STRIPE_SECRET_KEY'));
  if (provider === 'silent') return missing('silent');
  const isPublishableLive = stripe.publishableKey.startsWith('pk_live_');
  if (!provider.isLive) return linked(missing('test'), setting('STRIPE_SECRET_KEY'));
  if (!isPublishableLive) return linked(missing('unlike'), setting('STRIPE_PUBLISHABLE_KEY'));
  return provider.canCharge ? ok('ok') : missing('noCharges');
}

const WALLETS = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const;
type Wallet = keyof typeof WALLETS;

function judgeWallets({ config, provider, methods }: LaunchFacts): Finding {
  const offered = (Object.keys(WALLETS) as Wallet[]).filter((wallet) => methods.includes(wallet));
  if (offered.length === 0) return linked(later('off'), setting('PAYMENT_METHODS'));
  if (!config.stripe || provider === null) return later('sandbox');
  if (provider === 'refused' || provider === 'silent') return missing('unknown');
  const host = hostOf(config.publicUrl);
  const domain = provider.domains.find(({ name }) => name === host);
  if (!domain)
    return linked(
      missing('unregistered', { host }),
      page('https://dashboard.stripe.com/settings/payment_method_domains'),
    );
  const isActive = { apple_pay: domain.applePay, google_pay: domain.googlePay };
  const waiting = offered.filter((wallet) => !isActive[wallet]).map((wallet) => WALLETS[wallet]);
  return waiting.length > 0 ? missing('inactive', { host, names: { list: waiting } }) : ok('ok', { host });
}

function judgeMbWay({ config, provider, methods }: LaunchFacts): Finding {
  if (!methods.includes('mb_way')) return linked(later('off'), setting('PAYMENT_METHODS'));
  if (!config.stripe || provider === null) return later('sandbox');
  if (provider === 'refused' || provider === 'silent') return missing('unknown');
  return linked(
    provider.hasMbWay ? ok('ok') : missing('inactive'),
    page('https://dashboard.stripe.com/settings/payment_methods'),
  );
}

/** The provider pays: it must be one with real money, and tell of its accounts. */
function judgeConnectedAccounts({ config: { stripe }, connect, dueByBankFileCents }: LaunchFacts): Finding {
  if (!stripe) return linked(missing('sandbox'), setting('STRIPE_SECRET_KEY'));
  if (connect === 'inactive')
    return linked(missing('noConnect'), page('https://dashboard.stripe.com/settings/connect'));
  if (connect === 'silent') return missing('silent');
  if (dueByBankFileCents > 0)
    return linked(missing('due', { amount: dueByBankFileCents }), setting('OPERATOR_IBAN'));
  return stripe.connectWebhookSecret
    ? linked(ok('connect'), page('https://dashboard.stripe.com/settings/connect'))
    : linked(later('webhook'), setting('STRIPE_CONNECT_WEBHOOK_SECRET'));
}

function judgePayoutWay(facts: LaunchFacts): Finding {
  const { config } = facts;
  if (config.payoutWay === 'stripe_connect') return judgeConnectedAccounts(facts);
  const { iban, bic, paymentLicence } = config.operator;
  if (!iban) return linked(missing('iban'), setting('OPERATOR_IBAN'));
  if (!paymentLicence) return linked(missing('licence'), setting('OPERATOR_PAYMENT_LICENCE'));
  return bic
    ? linked(ok('ok', { licence: paymentLicence }), consolePage('/payout_runs'))
    : linked(later('bic', { licence: paymentLicence }), setting('OPERATOR_BIC'));
}

const INVOICING_NAMES = { invoicexpress: 'InvoiceXpress', moloni: 'Moloni', toconline: 'TOConline' } as const;
const INVOICING_KEYS = {
  invoicexpress: 'INVOICEXPRESS_API_KEY',
  moloni: 'MOLONI_CLIENT_SECRET',
  toconline: 'TOCONLINE_CLIENT_SECRET',
} as const;

/** Statements and receipts are documents of WoPack, no invoices. */
function judgeInvoicing({ config, invoicing }: LaunchFacts): Finding {
  if (!config.invoicing || invoicing === null) return linked(later('none'), setting('INVOICING'));
  const { service } = config.invoicing;
  const values = { service: INVOICING_NAMES[service] };
  if (invoicing === 'refused') return linked(missing('refused', values), setting(INVOICING_KEYS[service]));
  if (invoicing === 'silent') return missing('silent', values);
  if (invoicing !== 'accepted')
    return linked(missing('setting', { ...values, setting: invoicing.setting }), setting(invoicing.setting));
  return linked(ok('ok', values), consolePage('/commission_invoices'));
}

function judgeMail({ config, mailDomain }: LaunchFacts): Finding {
  if (!config.smtpUrl || !mailDomain) return linked(missing('files'), setting('SMTP_URL'));
  const { domain, spf, dkim, dmarc } = mailDomain;
  const records = { SPF: spf, DKIM: dkim, DMARC: dmarc };
  const silent = Object.entries(records).flatMap(([name, state]) => (state === 'silent' ? [name] : []));
  if (silent.length > 0) return missing('silent', { domain, names: { list: silent } });
  const absent = Object.entries(records).flatMap(([name, state]) => (state === 'absent' ? [name] : []));
  if (absent.length > 0)
    return linked(
      missing('absent', { domain, names: { list: absent } }),
      setting(absent.includes('DKIM') ? 'MAIL_DKIM_SELECTOR' : 'MAIL_FROM'),
    );
  if (spf === 'open') return missing('open', { domain });
  return dkim === 'unknown'
    ? linked(later('selector', { domain }), setting('MAIL_DKIM_SELECTOR'))
    : ok('ok', { domain });
}

function judgeBackups({ now, backup, restoredAt }: LaunchFacts): Finding {
  if (!backup) return missing('none');
  const values: Finding['values'] = { at: { at: backup.madeAt.toISOString() } };
  const reason = backup.bytes === null ? '' : 'Size';
  if (backup.bytes !== null) values.size = { bytes: backup.bytes };
  if (now.getTime() - backup.madeAt.getTime() > MAX_BACKUP_AGE_MS) return missing(`old${reason}`, values);
  if (!restoredAt || now.getTime() - restoredAt.getTime() > MAX_RESTORE_AGE_MS)
    return later(`untried${reason}`, values);
  return ok(`ok${reason}`, { ...values, restored: { at: restoredAt.toISOString() } });
}

function judgeSecondFactor({ operators: { all, withTotp } }: LaunchFacts): Finding {
  const values = { number: withTotp, all };
  return linked(
    all > 0 && withTotp === all ? ok('ok', values) : missing(all > 0 ? 'some' : 'none', values),
    consolePage('/operators'),
  );
}

function judgeAddress({ config }: LaunchFacts): Finding {
  const { publicUrl } = config;
  return linked(
    new URL(publicUrl).protocol === 'https:'
      ? ok('ok', { url: publicUrl })
      : missing('http', { url: publicUrl }),
    setting('PUBLIC_URL'),
  );
}

/** What is for development, wherever the server listens. */
function judgeDevelopment({ config }: LaunchFacts): Finding {
  // As if everybody reached the server, since that is what opening means.
  const names = listExposedSettings({ ...config, host: '0.0.0.0' });
  if (names.length > 0) return linked(missing('on', { names: { list: names } }), setting(names[0]!));
  return config.production ? ok('ok') : linked(missing('mode'), setting('NODE_ENV'));
}

function judgeComplaintsLink({ config, web }: LaunchFacts): Finding {
  const country = findOperatorCountry(config.operator);
  if (!country) return linked(missing('noCountry'), setting('OPERATOR_VAT_NUMBER'));
  if (country !== 'PT') return ok('elsewhere', { country });
  if (!web) return missing('noWeb');
  return web.complaints_book
    ? linked(ok('ok'), page('https://www.livroreclamacoes.pt'))
    : linked(missing('unset'), setting('VITE_COMPANY_TAX_NUMBER'));
}

function judgeLegalTexts({ web, legalTexts }: LaunchFacts): Finding {
  if (!web) return missing('noWeb');
  const policies = Object.entries(web.policies);
  const undated = policies.filter(([, { date }]) => !date);
  if (undated.length > 0)
    return linked(
      later('undated', { names: { list: undated.map(([, { path }]) => path) } }),
      page(undated[0]![1].path),
    );
  const waiting = legalTexts.find(({ waits }) => waits !== null);
  if (waiting)
    return linked(
      later('waits', { name: waiting.path, version: { date: waiting.waits! } }),
      consolePage('/legal_texts'),
    );
  return linked(
    ok('ok', {
      count: legalTexts.length,
      versions: { list: legalTexts.map(({ path, version }) => `${path} ${version}`) },
    }),
    page('/policy/terms-conditions'),
  );
}

function judgeAccessibility({ web }: LaunchFacts): Finding {
  if (!web) return missing('noWeb');
  if (!web.accessibility) return missing('none');
  const { pages, date } = web.accessibility;
  if (!web.contacts.users) return linked(missing('contact'), setting('VITE_FEEDBACK_EMAIL'));
  return linked(ok('ok', { count: pages, date: { date } }), page('/policy/accessibility'));
}

function judgeRanking({ web }: LaunchFacts): Finding {
  if (!web) return missing('noWeb');
  return web.ranking ? linked(ok('ok'), page('/policy/terms-conditions#order-of-offers')) : missing('none');
}

/** In the order in which they are shown within their group and state. */
export const launchChecks: readonly LaunchCheck[] = [
  { id: 'payment_keys', group: 'money', judge: judgePaymentKeys },
  { id: 'wallets', group: 'money', judge: judgeWallets },
  { id: 'mb_way', group: 'money', judge: judgeMbWay },
  { id: 'payout_way', group: 'money', judge: judgePayoutWay },
  { id: 'invoicing', group: 'money', judge: judgeInvoicing },
  { id: 'mail', group: 'machine_room', judge: judgeMail },
  { id: 'backups', group: 'machine_room', judge: judgeBackups },
  { id: 'second_factor', group: 'machine_room', judge: judgeSecondFactor },
  {
    id: 'alerts',
    group: 'machine_room',
    judge: ({ config: { operator } }) =>
      linked(
        operator.email ? ok('ok', { email: operator.email }) : missing('none'),
        setting('OPERATOR_EMAIL'),
      ),
  },
  { id: 'address', group: 'machine_room', judge: judgeAddress },
  { id: 'development', group: 'machine_room', judge: judgeDevelopment },
  {
    id: 'demo_data',
    group: 'machine_room',
    judge: ({ demoAccounts }) => (demoAccounts === 0 ? ok('ok') : missing('some', { number: demoAccounts })),
  },
  { id: 'company', group: 'operator', judge: judgeCompany },
  { id: 'contacts', group: 'operator', judge: judgeContacts },
  {
    id: 'dac7',
    group: 'operator',
    judge: ({ config: { operator } }) =>
      linked(
        operator.dac7Number ? ok('ok', { number: operator.dac7Number }) : missing('none'),
        setting('OPERATOR_DAC7_NUMBER'),
      ),
  },
  { id: 'legal_texts', group: 'texts', judge: judgeLegalTexts },
  {
    id: 'allergens',
    group: 'texts',
    judge: ({ config }) =>
      linked(config.requiresAllergens ? ok('ok') : missing('off'), setting('REQUIRE_ALLERGENS')),
  },
  { id: 'complaints_book', group: 'texts', judge: judgeComplaintsLink },
  { id: 'accessibility', group: 'texts', judge: judgeAccessibility },
  {
    id: 'processing_record',
    group: 'texts',
    judge: ({ record }) => linked(ok('ok', record), consolePage('/processing_record')),
  },
  { id: 'ranking', group: 'texts', judge: judgeRanking },
];

export const judgeLaunch = (facts: LaunchFacts): (Finding & { id: string })[] =>
  launchChecks.map(({ id, judge }) => ({ id, ...judge(facts) }));
