import Type, { type Static } from 'typebox';

// Settings of outside services that have several; mail, push and maps, which have one or two, stand in config.ts.

const textSetting = (description = '', defaultValue = '') =>
  Type.String({ default: defaultValue, description });
const urlSetting = (description = '', defaultValue = '') =>
  Type.String({ format: 'http-url', default: defaultValue, description });

/** A line when some, but not all, of the settings that a service needs together are set. */
export function listMissingSettings(service: string, settings: Record<string, string>): string[] {
  const missing = Object.entries(settings).filter(([, value]) => !value);
  if (missing.length === 0 || missing.length === Object.keys(settings).length) return [];
  return [`${service} also needs ${missing.map(([name]) => name).join(' and ')}.`];
}

/** Card payments, used instead of the sandbox. */
export const StripeEnvironment = Type.Object({
  STRIPE_SECRET_KEY: textSetting('card payments by Stripe; requires all three keys'),
  STRIPE_PUBLISHABLE_KEY: textSetting(),
  STRIPE_WEBHOOK_SECRET: textSetting('verifies the signature of webhook calls to PUBLIC_URL/stripe/webhook'),
  STRIPE_CONNECT_WEBHOOK_SECRET: textSetting(
    'the same for a webhook that listens to events on connected accounts, with PAYOUT_WAY=stripe_connect',
  ),
  STRIPE_API_URL: urlSetting(
    'base URL of the Stripe API; for tests against another server',
    'https://api.stripe.com',
  ),
  STRIPE_TIMEOUT_MS: Type.Integer({
    default: 8000,
    minimum: 100,
    description: 'time limit of a Stripe call; each of two attempts gets half of it',
  }),
});

export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Null: changes of connected accounts are only asked for. */
  connectWebhookSecret: string | null;
  apiUrl: string;
  timeoutMs: number;
}

/** Null: sandbox payments. */
export function parseStripeConfig(environment: Static<typeof StripeEnvironment>): StripeConfig | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = environment;
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
  const missing = Object.entries(keys).filter(([, value]) => !value);
  if (missing.length === 3) return null;
  // An incomplete configuration would take payments without ever receiving their events.
  if (missing.length) throw new Error(`Stripe also needs ${missing.map(([name]) => name).join(' and ')}.`);
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    connectWebhookSecret: environment.STRIPE_CONNECT_WEBHOOK_SECRET || null,
    apiUrl: environment.STRIPE_API_URL,
    timeoutMs: environment.STRIPE_TIMEOUT_MS,
  };
}

/** S3-compatible storage for photos, used instead of DATA_DIR/media. */
export const MediaEnvironment = Type.Object({
  S3_ENDPOINT: Type.String({
    format: 'bucket-url',
    default: '',
    description:
      'URL of an S3-compatible storage for photos, e.g. https://s3.eu-west-1.amazonaws.com; the bucket replaces {bucket}, or is appended as path',
  }),
  S3_BUCKET: textSetting(),
  S3_REGION: textSetting('region name of the storage', 'us-east-1'),
  S3_ACCESS_KEY_ID: textSetting(),
  S3_SECRET_ACCESS_KEY: textSetting(),
  S3_TIMEOUT_MS: Type.Integer({
    default: 5000,
    minimum: 100,
    description: 'time limit of one attempt; a request makes up to two',
  }),
  MEDIA_PUBLIC_URL: urlSetting(
    'public URL of the bucket, e.g. a CDN; without it browsers are redirected to signed URLs of S3_ENDPOINT',
  ),
});

export interface S3Config {
  /** Includes the bucket. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeoutMs: number;
  /** Without a trailing slash; null: URLs are signed. */
  publicUrl: string | null;
}

/** Null: photos are stored in a folder. */
export function parseS3Config(environment: Static<typeof MediaEnvironment>): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, MEDIA_PUBLIC_URL } = environment;
  const requiredSettings = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(requiredSettings).filter(([, value]) => !value);
  if (missing.length === 4 && !MEDIA_PUBLIC_URL) return null;
  if (missing.length) throw new Error(`S3 also needs ${missing.map(([name]) => name).join(' and ')}.`);
  const endpoint = S3_ENDPOINT.replace(/\/+$/, '');
  const url = endpoint.includes('{bucket}')
    ? endpoint.replace('{bucket}', S3_BUCKET)
    : `${endpoint}/${S3_BUCKET}`;
  return {
    url,
    region: environment.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    timeoutMs: environment.S3_TIMEOUT_MS,
    publicUrl: MEDIA_PUBLIC_URL.replace(/\/+$/, '') || null,
  };
}

/** Origin of pictures for the content security policy. */
export const getMediaOrigin = ({ url, publicUrl }: S3Config): string => new URL(publicUrl ?? url).origin;

/** Settings of social sign-in. A provider is enabled when all its variables are set. */
export const SocialEnvironment = Type.Object({
  GOOGLE_CLIENT_ID: textSetting('Google sign-in; redirect URI PUBLIC_URL/google/callback'),
  GOOGLE_CLIENT_SECRET: textSetting(),
  GOOGLE_ISSUER: urlSetting('issuer, changed only by tests', 'https://accounts.google.com'),
  APPLE_CLIENT_ID: textSetting('Sign in with Apple: the services ID; redirect URI PUBLIC_URL/apple/callback'),
  APPLE_TEAM_ID: textSetting(),
  APPLE_KEY_ID: textSetting(),
  APPLE_PRIVATE_KEY: textSetting('content of the .p8 file; line breaks may be written as \\n'),
  APPLE_ISSUER: urlSetting('issuer, changed only by tests', 'https://appleid.apple.com'),
  FACEBOOK_CLIENT_ID: textSetting('Facebook sign-in; redirect URI PUBLIC_URL/facebook/callback'),
  FACEBOOK_CLIENT_SECRET: textSetting(),
  FACEBOOK_DIALOG_URL: urlSetting(
    'dialog URL, changed only by tests',
    'https://www.facebook.com/v23.0/dialog/oauth',
  ),
  FACEBOOK_GRAPH_URL: urlSetting('Graph API URL, changed only by tests', 'https://graph.facebook.com/v23.0'),
  ENABLE_LOCAL_SIGN_IN: Type.String({
    format: 'flag',
    default: '',
    description:
      '1 enables a provider that signs in any name without proof, 0 disables it; default 0 in production or with DATABASE_URL',
  }),
});

export interface SocialConfig {
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  apple: { issuer: string; clientId: string; teamId: string; keyId: string; privateKey: string } | null;
  facebook: { clientId: string; clientSecret: string; dialogUrl: string; graphUrl: string } | null;
  /** A local provider for development that replaces providers without configuration. */
  localProviderEnabled: boolean;
}

/** `enableLocalByDefault` applies unless ENABLE_LOCAL_SIGN_IN is set. */
export function parseSocialConfig(
  environment: Static<typeof SocialEnvironment>,
  enableLocalByDefault: boolean,
): SocialConfig {
  const flag = environment.ENABLE_LOCAL_SIGN_IN;
  const google = { clientId: environment.GOOGLE_CLIENT_ID, clientSecret: environment.GOOGLE_CLIENT_SECRET };
  const apple = {
    clientId: environment.APPLE_CLIENT_ID,
    teamId: environment.APPLE_TEAM_ID,
    keyId: environment.APPLE_KEY_ID,
    privateKey: environment.APPLE_PRIVATE_KEY,
  };
  const facebook = {
    clientId: environment.FACEBOOK_CLIENT_ID,
    clientSecret: environment.FACEBOOK_CLIENT_SECRET,
  };
  const isComplete = (settings: object) => Object.values(settings).every(Boolean);
  return {
    google: isComplete(google) ? { ...google, issuer: environment.GOOGLE_ISSUER } : null,
    apple: isComplete(apple) ? { ...apple, issuer: environment.APPLE_ISSUER } : null,
    facebook: isComplete(facebook)
      ? { ...facebook, dialogUrl: environment.FACEBOOK_DIALOG_URL, graphUrl: environment.FACEBOOK_GRAPH_URL }
      : null,
    localProviderEnabled: flag === '' ? enableLocalByDefault : flag === '1' || flag === 'true',
  };
}

/** A provider with a part of its settings would be left out in silence. */
export const listIncompleteSignIns = (environment: Static<typeof SocialEnvironment>): string[] => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = environment;
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = environment;
  const { FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET } = environment;
  return [
    ...listMissingSettings('Google sign-in', { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }),
    ...listMissingSettings('Apple sign-in', {
      APPLE_CLIENT_ID,
      APPLE_TEAM_ID,
      APPLE_KEY_ID,
      APPLE_PRIVATE_KEY,
    }),
    ...listMissingSettings('Facebook sign-in', { FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET }),
  ];
};

/** Services for places that the embedded gazetteer lacks. */
export const GeoEnvironment = Type.Object({
  PHOTON_URL: urlSetting(
    'Photon server for cities, establishments and addresses that the embedded gazetteer lacks',
  ),
  NOMINATIM_URL: urlSetting('Nominatim server for addresses of positions'),
  GOOGLE_PLACES_KEY: textSetting('key of the Google Places API (New) for establishments'),
  GOOGLE_PLACES_URL: urlSetting('', 'https://places.googleapis.com'),
});

/** Geocoding services; null: not used. */
export interface GeoConfig {
  photonUrl: string | null;
  nominatimUrl: string | null;
  googleKey: string | null;
  googleUrl: string;
}

export const parseGeoConfig = (environment: Static<typeof GeoEnvironment>): GeoConfig => ({
  photonUrl: environment.PHOTON_URL || null,
  nominatimUrl: environment.NOMINATIM_URL || null,
  googleKey: environment.GOOGLE_PLACES_KEY || null,
  googleUrl: environment.GOOGLE_PLACES_URL,
});

/** Translation of product texts. */
export const TranslationEnvironment = Type.Object({
  DEEPL_KEY: textSetting('translation of product texts by DeepL'),
  DEEPL_URL: urlSetting('base URL of the DeepL API; default: that of the plan which the key belongs to'),
  LIBRETRANSLATE_URL: urlSetting(
    'LibreTranslate server for translation of product texts, unless DEEPL_KEY is set',
  ),
  LIBRETRANSLATE_KEY: textSetting('its API key, if it needs one'),
});

/** Translation services; null: not used. */
export interface TranslationConfig {
  deepl: { url: string; key: string } | null;
  libreTranslate: { url: string; key: string } | null;
}

export function listIneffectiveTranslation(environment: Static<typeof TranslationEnvironment>): string[] {
  const { DEEPL_KEY, DEEPL_URL, LIBRETRANSLATE_URL, LIBRETRANSLATE_KEY } = environment;
  return [
    ...(DEEPL_URL && !DEEPL_KEY ? ['DEEPL_URL needs DEEPL_KEY.'] : []),
    ...(LIBRETRANSLATE_KEY && !LIBRETRANSLATE_URL ? ['LIBRETRANSLATE_KEY needs LIBRETRANSLATE_URL.'] : []),
    ...(DEEPL_KEY && LIBRETRANSLATE_URL
      ? ['Only one of DEEPL_KEY and LIBRETRANSLATE_URL can translate.']
      : []),
  ];
}

/** Keys of DeepL's free plan end in ':fx' and belong to another server. */
export function parseTranslationConfig(
  environment: Static<typeof TranslationEnvironment>,
): TranslationConfig {
  const { DEEPL_KEY: key, DEEPL_URL, LIBRETRANSLATE_URL, LIBRETRANSLATE_KEY } = environment;
  const deeplUrl = DEEPL_URL || `https://${key.endsWith(':fx') ? 'api-free' : 'api'}.deepl.com`;
  const trimSlashes = (url: string) => url.replace(/\/+$/, '');
  return {
    deepl: key ? { url: trimSlashes(deeplUrl), key } : null,
    libreTranslate: LIBRETRANSLATE_URL
      ? { url: trimSlashes(LIBRETRANSLATE_URL), key: LIBRETRANSLATE_KEY }
      : null,
  };
}

/** Standard OpenTelemetry names; its exporter reads OTEL_EXPORTER_OTLP_HEADERS and _TIMEOUT itself. */
export const TracingEnvironment = Type.Object({
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.String({
    format: 'http-url',
    default: '',
    description: 'OTLP/HTTP endpoint for traces, e.g. http://localhost:4318; empty: tracing is off',
  }),
  OTEL_SERVICE_NAME: Type.String({ default: 'wopack', description: 'service name in traces' }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'fraction of requests that is traced',
  }),
});

export interface TracingConfig {
  /** OTLP traces endpoint, including the path. */
  url: string;
  serviceName: string;
  sampleRatio: number;
}

/** Null: tracing is off, and its modules are not loaded. */
export const parseTracingConfig = (environment: Static<typeof TracingEnvironment>): TracingConfig | null =>
  environment.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        url: new URL(`${environment.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`).href,
        serviceName: environment.OTEL_SERVICE_NAME,
        sampleRatio: environment.OTEL_TRACES_SAMPLER_ARG,
      }
    : null;
