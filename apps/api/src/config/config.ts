import { join, resolve } from 'node:path';
import { envSchema } from 'env-schema';
import Type, { type Static } from 'typebox';
import type { ReplicaConfig } from '../platform/db/replicas.ts';
import { MediaEnvironment, readMedia, type S3Config } from './media.ts';
import { type OperatorConfig, OperatorEnvironment, readOperator } from './operator.ts';
import { readSocial, type SocialConfig, SocialEnvironment } from './social.ts';
import { readTracing, type TracingConfig, TracingEnvironment } from './tracing.ts';

const Environment = Type.Object({
  NODE_ENV: Type.String({ default: 'development' }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65535,
    description: 'HTTP port; 0 takes a free one',
  }),
  HOST: Type.String({ default: '0.0.0.0', description: 'address to listen on' }),
  METRICS_PORT: Type.String({
    default: '',
    description: 'port for Prometheus, beside the public one; none by default',
  }),
  DATA_DIR: Type.String({
    default: './data',
    description: 'database, photos and outbox, when they are kept here',
  }),
  PUBLIC_URL: Type.String({
    default: '',
    description: 'where people reach WoPack; http://localhost:PORT by default',
  }),
  DATABASE_URL: Type.String({
    default: '',
    description: 'a PostgreSQL of your own instead of the embedded one',
  }),
  DATABASE_REPLICA_URLS: Type.String({
    default: '',
    description: 'streaming replicas of DATABASE_URL that answer what only reads, comma separated',
  }),
  DATABASE_REPLICA_LAG_MS: Type.Integer({
    default: 2000,
    minimum: 500,
    description: 'a replica further behind than this is left alone until it has caught up',
  }),
  DATABASE_POOL: Type.Integer({ default: 20, minimum: 2, description: 'connections of one process' }),
  DRAIN_SECONDS: Type.String({
    default: '',
    pattern: '^\\d*$',
    description:
      'how long a process told to end serves on while /ready says no; 5 in production, 0 outside it',
  }),
  OVERLOADED_AFTER_MS: Type.Integer({
    default: 2000,
    minimum: 0,
    description:
      'calls are answered 503 while the process is this far behind its work; 0 never: for tests on a busy machine',
  }),
  SEED_DEMO: Type.String({
    default: '',
    description: '1 fills an empty database with the demo, 0 never does',
  }),
  ENABLE_SANDBOX: Type.String({
    default: '',
    description: '1 allows sandbox payments in production or with a DATABASE_URL, 0 never does',
  }),
  ENABLE_OUTBOX: Type.String({
    default: '',
    description: '1 shows /dev/outbox in production or with a DATABASE_URL, 0 never does',
  }),
  SMTP_URL: Type.String({
    default: '',
    description: 'mail server, e.g. smtp://user:password@host:587; without it mail stays in DATA_DIR/outbox',
  }),
  MAIL_FROM: Type.String({
    default: '',
    description: "sender of all mail, e.g. 'WoPack <ola@example.com>'; answers to it should be read",
  }),
  STRIPE_SECRET_KEY: Type.String({
    default: '',
    description: 'card payments by Stripe; all three keys or none',
  }),
  STRIPE_PUBLISHABLE_KEY: Type.String({ default: '' }),
  STRIPE_WEBHOOK_SECRET: Type.String({
    default: '',
    description: 'signs what Stripe sends to PUBLIC_URL/stripe/webhook',
  }),
  STRIPE_API_URL: Type.String({
    default: 'https://api.stripe.com',
    description: 'where Stripe is called; for tests against a server of one’s own',
  }),
  STRIPE_TIMEOUT_MS: Type.Integer({
    default: 8000,
    minimum: 100,
    description: 'how long somebody waits for it; each of two tries has half',
  }),
  SECRET_KEY: Type.String({
    default: '',
    description:
      'encrypts PINs; at least 32 characters, the same for all processes; made on the first start and kept in DATA_DIR by default',
  }),
  VAPID_PUBLIC_KEY: Type.String({
    default: '',
    description: 'keys for web push; made on the first start and kept in DATA_DIR by default',
  }),
  VAPID_PRIVATE_KEY: Type.String({ default: '' }),
  VAPID_SUBJECT: Type.String({
    default: '',
    description: 'mailto: or https: address at which push services reach whoever runs WoPack',
  }),
  MAP_STYLE_URL: Type.String({
    default: 'https://tiles.openfreemap.org/styles/liberty',
    description: 'MapLibre style of the map; none: only the built-in base map',
  }),
  MAP_STYLE_DARK_URL: Type.String({
    default: 'https://tiles.openfreemap.org/styles/dark',
    description: 'the same for dark screens',
  }),
  STATIC_MAP_URL: Type.String({
    default: '',
    description:
      'address of a picture of a map, with {latitude} and {longitude}; without one browsers draw it from the map',
  }),
  OPERATOR_TIME_ZONE: Type.String({
    default: 'Europe/Lisbon',
    description: "IANA zone of whoever runs WoPack: where months of partners' shares begin and end",
  }),
  PHOTON_URL: Type.String({
    default: '',
    description: 'a Photon that knows cities, establishments and addresses beyond the embedded gazetteer',
  }),
  NOMINATIM_URL: Type.String({ default: '', description: 'a Nominatim for the same' }),
  GOOGLE_PLACES_KEY: Type.String({ default: '', description: 'Google Places (New) for establishments' }),
  GOOGLE_PLACES_URL: Type.String({ default: 'https://places.googleapis.com' }),
  TRUST_PROXY: Type.String({ default: '', description: 'addresses of reverse proxies, comma separated' }),
  APP_ORIGINS: Type.String({
    default: 'https://localhost,capacitor://localhost',
    description: 'origins of the app for telephones, comma separated',
  }),
  LOG_LEVEL: Type.String({ default: 'info', description: 'trace, debug, info, warn, error, silent' }),
  ...MediaEnvironment.properties,
  ...OperatorEnvironment.properties,
  ...SocialEnvironment.properties,
  ...TracingEnvironment.properties,
});

export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  apiUrl: string;
  timeoutMs: number;
}

export interface VapidConfig {
  /** Null: those kept in DATA_DIR. */
  keys: { publicKey: string; privateKey: string } | null;
  subject: string;
}

/** Services that know places; null: not asked. */
export interface GeoConfig {
  photonUrl: string | null;
  nominatimUrl: string | null;
  googleKey: string | null;
  googleUrl: string;
}

/** Everything WoPack takes from its environment, parsed once. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Of Prometheus metrics; null: none are taken. */
  metricsPort: number | null;
  dataDir: string;
  mediaDir: string;
  /** Null: photos are kept in `mediaDir`. */
  s3: S3Config | null;
  outboxDir: string;
  publicUrl: string;
  databaseUrl: string | null;
  /** Streaming replicas that may be read from. */
  replicas: ReplicaConfig;
  databasePool: number;
  /** Between being told to end and closing, for load balancers to notice. */
  drainSeconds: number;
  /** Milliseconds of delay from which on calls are refused; 0: never. */
  overloadedAfterMs: number;
  /** Fill an empty database with the demo. */
  seedDemo: boolean;
  sandbox: boolean;
  outboxPage: boolean;
  social: SocialConfig;
  /** Null: mail is kept in `outboxDir`. */
  smtpUrl: string | null;
  /** Name and address. */
  mailFrom: string;
  /** Null: card payments are the sandbox's. */
  stripe: StripeConfig | null;
  vapid: VapidConfig;
  /** Null: the one kept in `dataDir`. */
  secretKey: string | null;
  /** Addresses of MapLibre styles; null: only the built-in base map. */
  mapStyle: { light: string; dark: string } | null;
  /** Address of a picture of a map, with {latitude} and {longitude} to fill in; null: browsers draw their own. */
  staticMapUrl: string | null;
  /** IANA zone on whose calendar months are credited. */
  operatorZone: string;
  geo: GeoConfig;
  trustProxy: string | false;
  /** Origins whose pages may call besides our own. */
  appOrigins: string[];
  logLevel: string;
  /** Null: nothing is traced. */
  tracing: TracingConfig | null;
  operator: OperatorConfig;
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = envSchema<Static<typeof Environment>>({
    schema: Environment,
    data: env,
    dotenv: false,
    env: false,
  });
  const production = read.NODE_ENV === 'production';
  const development = !production && !read.DATABASE_URL;
  const dataDir = resolve(read.DATA_DIR);
  const publicUrl = (read.PUBLIC_URL || `http://localhost:${read.PORT}`).replace(/\/+$/, '');
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = read;
  const byName = (flag: string, otherwise: boolean) =>
    flag === '' ? otherwise : flag === '1' || flag === 'true';
  return {
    production,
    port: read.PORT,
    host: read.HOST,
    metricsPort: read.METRICS_PORT === '' ? null : Number(read.METRICS_PORT),
    dataDir,
    mediaDir: join(dataDir, 'media'),
    s3: readMedia(read),
    outboxDir: join(dataDir, 'outbox'),
    publicUrl,
    databaseUrl: read.DATABASE_URL || null,
    replicas: readReplicas(read),
    databasePool: read.DATABASE_POOL,
    drainSeconds: Number(read.DRAIN_SECONDS || (production ? 5 : 0)),
    overloadedAfterMs: read.OVERLOADED_AFTER_MS,
    seedDemo: byName(read.SEED_DEMO, development),
    sandbox: byName(read.ENABLE_SANDBOX, development),
    outboxPage: byName(read.ENABLE_OUTBOX, development),
    social: readSocial(read, development),
    smtpUrl: read.SMTP_URL || null,
    mailFrom: read.MAIL_FROM || `WoPack <ola@${new URL(publicUrl).hostname}>`,
    stripe: readStripe(read),
    vapid: {
      keys: publicKey && privateKey ? { publicKey, privateKey } : null,
      subject: read.VAPID_SUBJECT || `mailto:feedback@${new URL(publicUrl).hostname}`,
    },
    secretKey: readSecretKey(read.SECRET_KEY),
    mapStyle:
      read.MAP_STYLE_URL === 'none' ? null : { light: read.MAP_STYLE_URL, dark: read.MAP_STYLE_DARK_URL },
    staticMapUrl: read.STATIC_MAP_URL || null,
    operatorZone: knownZone(read.OPERATOR_TIME_ZONE),
    geo: {
      photonUrl: read.PHOTON_URL || null,
      nominatimUrl: read.NOMINATIM_URL || null,
      googleKey: read.GOOGLE_PLACES_KEY || null,
      googleUrl: read.GOOGLE_PLACES_URL,
    },
    trustProxy: read.TRUST_PROXY || false,
    appOrigins: read.APP_ORIGINS.split(',').filter(Boolean),
    logLevel: read.LOG_LEVEL,
    tracing: readTracing(read),
    operator: readOperator(read),
  };
}

/** The development-only parts that are on where others can reach them, by the variables that switch them off. */
export function exposedParts({ host, publicUrl, stripe, sandbox, outboxPage, social }: Config): string[] {
  if ([host, new URL(publicUrl).hostname].every(isLoopbackHost)) return [];
  return [
    ...(social.local ? ['ENABLE_LOCAL_SIGN_IN'] : []),
    ...(outboxPage ? ['ENABLE_OUTBOX'] : []),
    ...(sandbox && !stripe ? ['ENABLE_SANDBOX'] : []),
  ];
}

const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);

function readSecretKey(key: string): string | null {
  if (key && key.length < 32) throw new Error('SECRET_KEY needs at least 32 characters.');
  return key || null;
}

function readReplicas(read: Static<typeof Environment>): ReplicaConfig {
  const urls = read.DATABASE_REPLICA_URLS.split(',').filter(Boolean);
  if (urls.length && !read.DATABASE_URL) throw new Error('DATABASE_REPLICA_URLS needs DATABASE_URL.');
  return { urls, mostLagMs: read.DATABASE_REPLICA_LAG_MS, pool: read.DATABASE_POOL };
}

/** At the start rather than on the first of a month. */
function knownZone(zone: string): string {
  Temporal.Now.plainDateISO(zone);
  return zone;
}

function readStripe(read: Static<typeof Environment>): StripeConfig | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = read;
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
  const missing = Object.entries(keys).filter(([, value]) => !value);
  if (missing.length === 3) return null;
  // Half of it would take money and never hear that it came.
  if (missing.length) throw new Error(`Stripe also needs ${missing.map(([name]) => name).join(' and ')}.`);
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: read.STRIPE_API_URL,
    timeoutMs: read.STRIPE_TIMEOUT_MS,
  };
}
