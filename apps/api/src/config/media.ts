import Type, { type Static } from 'typebox';

const textSetting = (description = '', defaultValue = '') =>
  Type.String({ default: defaultValue, description });

/** S3-compatible storage for photos, used instead of DATA_DIR/media. */
export const MediaEnvironment = Type.Object({
  S3_ENDPOINT: textSetting(
    'URL of an S3-compatible storage for photos, e.g. https://s3.eu-west-1.amazonaws.com; the bucket replaces {bucket}, or is appended as path',
  ),
  S3_BUCKET: textSetting(),
  S3_REGION: textSetting('region name of the storage', 'us-east-1'),
  S3_ACCESS_KEY_ID: textSetting(),
  S3_SECRET_ACCESS_KEY: textSetting(),
  S3_TIMEOUT_MS: Type.Integer({
    default: 5000,
    minimum: 100,
    description: 'time limit of one attempt; a request makes up to two',
  }),
  MEDIA_PUBLIC_URL: textSetting(
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
  // A malformed URL fails at startup rather than at the first photo.
  for (const address of [url, MEDIA_PUBLIC_URL]) if (address) new URL(address);
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
