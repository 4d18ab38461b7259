import { join, resolve } from 'node:path';
import { type PaymentMethod, paymentMethods, payoutWays } from '@wopack/contract';
import { centsFromEuros } from '@wopack/domain';
import Type, { type Static } from 'typebox';
import type { ReplicaConfig } from '../platform/db/read-router.ts';
import { type Co2Factor, ImpactEnvironment, parseCo2Factor } from './impact.ts';
import { type InvoicingConfig, InvoicingEnvironment, parseInvoicingConfig } from './invoicing.ts';
import {
  listMissingOperatorSettings,
  type OperatorConfig,
  OperatorEnvironment,
  parseOperatorConfig,
} from './operator.ts';
import {
  type GeoConfig,
  GeoEnvironment,
  listIncompleteSignIns,
  listIneffectiveTranslation,
  listMissingSettings,
  MediaEnvironment,
  parseGeoConfig,
  parseS3Config,
  parseSocialConfig,
  parseStripeConfig,
  parseTracingConfig,
  parseTranslationConfig,
  type S3Config,
  type SocialConfig,
  SocialEnvironment,
  type StripeConfig,
  StripeEnvironment,
  type TracingConfig,
  TracingEnvironment,
  type TranslationConfig,
  TranslationEnvironment,
} from './outside-services.ts';
import { readSettings, SettingsError, splitList } from './settings.ts';

const Environment = Type.Object({
  NODE_ENV: Type.Enum(['development', 'production', 'test'], { default: 'development' }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65535,
    description: 'HTTP port; 0 selects a free one',
  }),
  HOST: Type.String({ default: '0.0.0.0', description: 'address to listen on' }),
  METRICS_PORT: Type.String({
    format: 'port',
    default: '',
    description: 'separate port for Prometheus metrics; empty: disabled',
  }),
  DATA_DIR: Type.String({
    default: './data',
    description: 'directory of the embedded database, photos, outbox and generated keys',
  }),
  PUBLIC_URL: Type.String({
    format: 'site-url',
    default: '',
    description: 'URL under which users open WoPack; default http://localhost:PORT',
  }),
  CONSOLE_URL: Type.String({
    format: 'http-url',
    default: '',
    description:
      'URL with a host name of its own for the operator console, which is then served there alone; default: under /admin on every host',
  }),
  DATABASE_URL: Type.String({
    format: 'database-url',
    default: '',
    description: 'external PostgreSQL instead of the embedded one',
  }),
  DATABASE_OWNER_URL: Type.String({
    format: 'database-url',
    default: '',
    description:
      'the same database by the role that owns its schema; DATABASE_URL is then that of a role with fewer rights',
  }),
  DATABASE_REPLICA_URLS: Type.String({
    format: 'database-urls',
    default: '',
    description: 'streaming replicas of DATABASE_URL for read-only queries, comma separated',
  }),
  DATABASE_REPLICA_LAG_MS: Type.Integer({
    default: 2000,
    minimum: 500,
    description: 'replication lag above which a replica is not used',
  }),
  DATABASE_POOL: Type.Integer({
    default: 20,
    minimum: 2,
    description: 'maximum connections of one process to each database, besides one that short reads share',
  }),
  DRAIN_SECONDS: Type.String({
    default: '',
    pattern: '^\\d*$',
    description:
      'seconds between SIGTERM and closing, in which requests are served and /ready answers 503; default 5 in production, else 0',
  }),
  OVERLOADED_AFTER_MS: Type.Integer({
    default: 2000,
    minimum: 0,
    description:
      'event loop delay above which requests are answered 503; 0 disables the check, e.g. for tests on a busy machine',
  }),
  SEED_DEMO: Type.String({
    format: 'flag',
    default: '',
    description: '1 fills an empty database with demo data, 0 does not; default 1 in development',
  }),
  ENABLE_SANDBOX: Type.String({
    format: 'flag',
    default: '',
    description: '1 enables sandbox payments, 0 disables them; default 0 in production or with DATABASE_URL',
  }),
  ENABLE_OUTBOX: Type.String({
    format: 'flag',
    default: '',
    description:
      '1 enables the page /dev/outbox, 0 disables it; default 0 in production or with DATABASE_URL',
  }),
  MAIL: Type.Enum(['', 'outbox'], {
    default: '',
    description:
      'outbox: mail is written to DATA_DIR/outbox in production too, e.g. to try it; else production needs SMTP_URL, because login codes would stay in files',
  }),
  SMTP_URL: Type.String({
    format: 'smtp-url',
    default: '',
    description:
      'SMTP server, e.g. smtp://user:password@host:587; without it mail is written to DATA_DIR/outbox',
  }),
  MAIL_FROM: Type.String({
    format: 'sender',
    default: '',
    description: "sender of all mail, e.g. 'WoPack <ola@example.com>'; somebody should read the replies",
  }),
  MAIL_DKIM_SELECTOR: Type.String({
    default: '',
    pattern: '^[A-Za-z0-9._-]*$',
    description:
      'selector under which the mail server signs (DKIM): the check list of the console looks up SELECTOR._domainkey and the domain of MAIL_FROM',
  }),
  SECRET_KEY: Type.String({
    default: '',
    description:
      'encrypts PINs; at least 32 characters, the same for all processes; by default generated on the first start and stored in DATA_DIR',
  }),
  VAPID_PUBLIC_KEY: Type.String({
    default: '',
    description: 'keys for web push; by default generated on the first start and stored in DATA_DIR',
  }),
  VAPID_PRIVATE_KEY: Type.String({ default: '' }),
  VAPID_SUBJECT: Type.String({
    format: 'contact-url',
    default: '',
    description: 'mailto: or https: contact address of the operator for push services',
  }),
  MAP_STYLE_URL: Type.String({
    format: 'http-url-or-none',
    default: 'https://tiles.openfreemap.org/styles/liberty',
    description: 'URL of the MapLibre style; none: only the built-in base map',
  }),
  MAP_STYLE_DARK_URL: Type.String({
    format: 'http-url-or-none',
    default: 'https://tiles.openfreemap.org/styles/dark',
    description: 'URL of the MapLibre style in dark mode',
  }),
  STATIC_MAP_URL: Type.String({
    format: 'image-url',
    default: '',
    description:
      'URL of a static map image with {latitude} and {longitude}; without it browsers render the map',
  }),
  DRAND_URL: Type.String({
    format: 'http-url',
    default: '',
    description:
      'public randomness beacon (drand) with its chain, e.g. https://api.drand.sh/CHAIN_HASH, mixed into draws',
  }),
  TRUST_PROXY: Type.String({
    format: 'proxies',
    default: '',
    description:
      'addresses or ranges (10.0.0.0/8, uniquelocal) of reverse proxies whose X-Forwarded-For is trusted, comma separated',
  }),
  APP_ORIGINS: Type.String({
    format: 'origins',
    default: 'https://localhost,capacitor://localhost',
    description: 'origins of the mobile app allowed by CORS, comma separated',
  }),
  REQUIRE_ALLERGENS: Type.String({
    format: 'flag',
    default: '',
    description:
      '1: products that name no allergens, nor say that they have none, are off sale until they do (Regulation (EU) 1169/2011, article 14)',
  }),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
  ...GeoEnvironment.properties,
  ...ImpactEnvironment.properties,
  ...InvoicingEnvironment.properties,
  ...MediaEnvironment.properties,
  ...OperatorEnvironment.properties,
  ...SocialEnvironment.properties,
  PAYMENT_METHODS: Type.String({
    default: '',
    description:
      'ways to pay, comma separated: card, apple_pay, google_pay, mb_way; by default cards and wallets, in the sandbox all',
  }),
  PAYOUT_WAY: Type.Enum(payoutWays, {
    default: 'bank_file',
    description:
      'how sellers and partners are paid: bank_file by the operator, with a SEPA file; stripe_connect by the payment provider, which verifies them first',
  }),
  LATE_CANCEL_CREDIT: Type.String({
    pattern: '^\\d{1,2}(\\.\\d{1,2})?$',
    default: '0',
    description:
      'euros of credit that a buyer gets from the earnings of a store that cancels an order less than 24 hours before its pickup; 0: none. 1.00 is suggested',
  }),
  TRUST_PAGE: Type.String({
    format: 'flag',
    default: '',
    description:
      '1: every night it is published at /trust, in totals, whether what is owed to sellers is covered',
  }),
  ...StripeEnvironment.properties,
  ...TracingEnvironment.properties,
  ...TranslationEnvironment.properties,
});

export type PayoutWay = 'bank_file' | 'stripe_connect';

export interface VapidConfig {
  /** Null: the keys stored in DATA_DIR. */
  keys: { publicKey: string; privateKey: string } | null;
  subject: string;
}

/** The environment, parsed once. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Port of Prometheus metrics; null: disabled. */
  metricsPort: number | null;
  dataDir: string;
  mediaDir: string;
  /** Null: photos are stored in `mediaDir`. */
  s3: S3Config | null;
  outboxDir: string;
  publicUrl: string;
  /** Null: the console is served on every host. */
  consoleUrl: string | null;
  databaseUrl: string | null;
  /** The role that changes the schema; null: that of `databaseUrl`, or another process does it. */
  databaseOwnerUrl: string | null;
  /** Streaming replicas for reads. */
  replicas: ReplicaConfig;
  databasePool: number;
  /** Seconds between the termination signal and closing, for load balancers to notice. */
  drainSeconds: number;
  /** Event loop delay in milliseconds from which requests are refused; 0: never. */
  maxEventLoopDelayMs: number;
  /** Fill an empty database with demo data. */
  seedDemo: boolean;
  /** Whether products that say nothing of allergens are off sale. */
  requiresAllergens: boolean;
  sandbox: boolean;
  outboxPage: boolean;
  social: SocialConfig;
  /** Null: mails are written to `outboxDir`. */
  smtpUrl: string | null;
  /** Name and address. */
  mailFrom: string;
  /** Null: the key of signatures is not looked up. */
  dkimSelector: string | null;
  /** Null: sandbox payments. */
  stripe: StripeConfig | null;
  /** What buyers may choose from, as far as the provider has it; null: what is usual for it. */
  paymentMethods: readonly PaymentMethod[] | null;
  /** Who pays sellers and partners: the operator, or the payment provider. */
  payoutWay: PayoutWay;
  /** Credit for an order that a store cancels late, from its earnings; 0: none. */
  lateCancelCreditCents: number;
  /** What a kilogram stands for; null: no figure of CO2 is shown. */
  impactCo2: Co2Factor | null;
  /** Whether what is owed is covered is published. */
  trustPage: boolean;
  vapid: VapidConfig;
  /** Null: the key stored in `dataDir`. */
  secretKey: string | null;
  /** URLs of MapLibre styles; null: only the built-in base map. */
  mapStyle: { light: string; dark: string } | null;
  /** URL template of a static map image with {latitude} and {longitude}; null: browsers render the map. */
  staticMapUrl: string | null;
  /** IANA time zone of accounting months. */
  operatorTimeZone: string;
  geo: GeoConfig;
  /** Randomness beacon of draws; null: none. */
  drandUrl: string | null;
  translation: TranslationConfig;
  /** Addresses and ranges. */
  trustProxy: string[] | false;
  /** Origins allowed by CORS besides our own. */
  appOrigins: string[];
  logLevel: string;
  /** Null: tracing is off. */
  tracing: TracingConfig | null;
  operator: OperatorConfig;
  /** Null: no service invoices the commission. */
  invoicing: InvoicingConfig | null;
}

interface ConfigOptions {
  /** Whether the process answers users, who need more in production than a command does. */
  isServer?: boolean;
}

/** The result is frozen with all its parts. Throws a `SettingsError` that names all wrong settings. */
export function parseConfig(
  env: NodeJS.ProcessEnv,
  { isServer = false }: ConfigOptions = {},
): Readonly<Config> {
  const { settings: environment, problems } = readSettings(Environment, env);
  /** The part of the configuration; null after noting what is wrong with it. */
  const attempt = <T>(parse: () => T): T | null => {
    try {
      return parse();
    } catch (error) {
      problems.push((error as Error).message);
      return null;
    }
  };
  const production = environment.NODE_ENV === 'production';
  const isDevelopment = !production && !environment.DATABASE_URL;
  const dataDir = resolve(environment.DATA_DIR);
  const publicUrl = (environment.PUBLIC_URL || `http://localhost:${environment.PORT}`).replace(/\/+$/, '');
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = environment;
  const parseFlag = (flag: string, defaultValue: boolean) =>
    flag === '' ? defaultValue : flag === '1' || flag === 'true';
  const config: Config = {
    production,
    port: environment.PORT,
    host: environment.HOST,
    metricsPort: environment.METRICS_PORT === '' ? null : Number(environment.METRICS_PORT),
    dataDir,
    mediaDir: join(dataDir, 'media'),
    s3: attempt(() => parseS3Config(environment)),
    outboxDir: join(dataDir, 'outbox'),
    publicUrl,
    consoleUrl: attempt(() => parseConsoleUrl(environment.CONSOLE_URL, publicUrl)),
    databaseUrl: environment.DATABASE_URL || null,
    databaseOwnerUrl: attempt(() => parseOwnerUrl(environment)),
    replicas: attempt(() => parseReplicaConfig(environment)) ?? { urls: [], maxLagMs: 0, poolSize: 0 },
    databasePool: environment.DATABASE_POOL,
    drainSeconds: Number(environment.DRAIN_SECONDS || (production ? 5 : 0)),
    maxEventLoopDelayMs: environment.OVERLOADED_AFTER_MS,
    seedDemo: parseFlag(environment.SEED_DEMO, isDevelopment),
    requiresAllergens: parseFlag(environment.REQUIRE_ALLERGENS, false),
    sandbox: parseFlag(environment.ENABLE_SANDBOX, isDevelopment),
    outboxPage: parseFlag(environment.ENABLE_OUTBOX, isDevelopment),
    social: parseSocialConfig(environment, isDevelopment),
    smtpUrl: environment.SMTP_URL || null,
    mailFrom: environment.MAIL_FROM || `WoPack <ola@${new URL(publicUrl).hostname}>`,
    dkimSelector: environment.MAIL_DKIM_SELECTOR || null,
    stripe: attempt(() => parseStripeConfig(environment)),
    paymentMethods: attempt(() => parsePaymentMethods(environment.PAYMENT_METHODS)),
    payoutWay: environment.PAYOUT_WAY,
    lateCancelCreditCents: centsFromEuros(environment.LATE_CANCEL_CREDIT)!,
    impactCo2: attempt(() => parseCo2Factor(environment)),
    trustPage: parseFlag(environment.TRUST_PAGE, false),
    vapid: {
      keys: publicKey && privateKey ? { publicKey, privateKey } : null,
      subject: environment.VAPID_SUBJECT || `mailto:feedback@${new URL(publicUrl).hostname}`,
    },
    secretKey: attempt(() => parseSecretKey(environment.SECRET_KEY)),
    mapStyle:
      environment.MAP_STYLE_URL === 'none'
        ? null
        : { light: environment.MAP_STYLE_URL, dark: environment.MAP_STYLE_DARK_URL },
    staticMapUrl: environment.STATIC_MAP_URL || null,
    operatorTimeZone: environment.OPERATOR_TIME_ZONE,
    geo: parseGeoConfig(environment),
    drandUrl: environment.DRAND_URL.replace(/\/+$/, '') || null,
    translation: parseTranslationConfig(environment),
    trustProxy: parseTrustProxy(environment.TRUST_PROXY),
    appOrigins: splitList(environment.APP_ORIGINS),
    logLevel: environment.LOG_LEVEL,
    tracing: parseTracingConfig(environment),
    invoicing: attempt(() => parseInvoicingConfig(environment)),
    operator: parseOperatorConfig(
      isDevelopment && parseFlag(environment.SEED_DEMO, isDevelopment)
        ? {
            ...environment,
            OPERATOR_ADDRESS: environment.OPERATOR_ADDRESS || DEMO_OPERATOR.address,
            OPERATOR_VAT_NUMBER: environment.OPERATOR_VAT_NUMBER || DEMO_OPERATOR.vatNumber,
            OPERATOR_IBAN: environment.OPERATOR_IBAN || DEMO_OPERATOR.iban,
          }
        : environment,
    ),
  };
  problems.push(...listIneffectiveSettings(environment));
  if (isServer && production) problems.push(...listProductionProblems(config, environment.MAIL));
  if (problems.length) throw new SettingsError(problems);
  return deepFreeze(config);
}

/** Settings that would be accepted in silence and change nothing, because they lack others or others exclude them. */
function listIneffectiveSettings(environment: Static<typeof Environment>): string[] {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, MAIL, SMTP_URL, STRIPE_SECRET_KEY } = environment;
  const isOn = (flag: string) => flag === '1' || flag === 'true';
  const conditions: [boolean, string][] = [
    [MAIL === 'outbox' && SMTP_URL !== '', 'MAIL=outbox and SMTP_URL exclude each other.'],
    [isOn(environment.ENABLE_OUTBOX) && SMTP_URL !== '', 'ENABLE_OUTBOX=1 has no effect beside SMTP_URL.'],
    [
      isOn(environment.ENABLE_SANDBOX) && STRIPE_SECRET_KEY !== '',
      'ENABLE_SANDBOX=1 has no effect beside STRIPE_SECRET_KEY.',
    ],
  ];
  return [
    ...listMissingSettings('Web push', { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }),
    ...listIncompleteSignIns(environment),
    ...listIneffectiveTranslation(environment),
    ...conditions.filter(([applies]) => applies).map(([, problem]) => problem),
  ];
}

/** What a server in production needs beyond development. */
function listProductionProblems(config: Config, mail: string): string[] {
  const missing = listMissingOperatorSettings(config);
  return [
    ...(missing.length
      ? [`Production needs ${missing.join(' and ')}: statements are invalid without them. See .env.example.`]
      : []),
    ...(config.smtpUrl || mail === 'outbox'
      ? []
      : [
          'Production needs SMTP_URL, or MAIL=outbox: without a server, mail with login codes stays in files.',
        ]),
  ];
}

/** The configuration of this process. It ends with a line for each wrong setting. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, options?: ConfigOptions): Readonly<Config> {
  try {
    return parseConfig(env, options);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** The demo has payouts and a tax report to make. An IBAN of the registry's examples exists at no bank. */
const DEMO_OPERATOR = {
  address: 'Rua da Prata 1, 1100-414 Lisboa',
  vatNumber: 'PT500000000',
  iban: 'PT50000201231234567890154',
};

/** Where operators enter the console. */
export const getConsoleAddress = ({
  consoleUrl,
  publicUrl,
}: Pick<Config, 'consoleUrl' | 'publicUrl'>): string => `${consoleUrl ?? publicUrl}/admin/`;

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}

/** Variables of development features that are enabled and reachable by others. */
export function listExposedSettings({
  host,
  publicUrl,
  stripe,
  sandbox,
  outboxPage,
  social,
}: Readonly<Config>): string[] {
  if ([host, new URL(publicUrl).hostname].every(isLoopbackHost)) return [];
  return [
    ...(social.localProviderEnabled ? ['ENABLE_LOCAL_SIGN_IN'] : []),
    ...(outboxPage ? ['ENABLE_OUTBOX'] : []),
    ...(sandbox && !stripe ? ['ENABLE_SANDBOX'] : []),
  ];
}

const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

function parseConsoleUrl(text: string, publicUrl: string): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search)
    throw new Error('CONSOLE_URL is not a URL like https://console.example.com.');
  // Hosts are told apart by name: a proxy may serve both on ports of its own.
  if (url.hostname === new URL(publicUrl).hostname)
    throw new Error('CONSOLE_URL needs a host name that differs from that of PUBLIC_URL.');
  return url.origin;
}

const parseTrustProxy = (text: string): string[] | false => {
  const proxies = splitList(text);
  return proxies.length > 0 && proxies;
};

function parseSecretKey(key: string): string | null {
  if (key && key.length < 32) throw new Error('SECRET_KEY needs at least 32 characters.');
  return key || null;
}

function parsePaymentMethods(text: string): PaymentMethod[] | null {
  const names = splitList(text);
  if (names.length === 0) return null;
  const unknown = names.filter((name) => !paymentMethods.some((method) => method === name));
  if (unknown.length)
    throw new Error(`PAYMENT_METHODS: ${unknown.join(', ')} is none of ${paymentMethods.join(', ')}.`);
  // Everything that is sold can be paid by card: the specified calls promise it.
  if (!names.includes('card')) throw new Error('PAYMENT_METHODS needs card.');
  return paymentMethods.filter((method) => names.includes(method));
}

function parseOwnerUrl({ DATABASE_URL, DATABASE_OWNER_URL }: Static<typeof Environment>): string | null {
  if (DATABASE_OWNER_URL && !DATABASE_URL) throw new Error('DATABASE_OWNER_URL needs DATABASE_URL.');
  return DATABASE_OWNER_URL || null;
}

function parseReplicaConfig(environment: Static<typeof Environment>): ReplicaConfig {
  const urls = splitList(environment.DATABASE_REPLICA_URLS);
  if (urls.length && !environment.DATABASE_URL) throw new Error('DATABASE_REPLICA_URLS needs DATABASE_URL.');
  return { urls, maxLagMs: environment.DATABASE_REPLICA_LAG_MS, poolSize: environment.DATABASE_POOL };
}
