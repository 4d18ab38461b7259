import Type, { type Static } from 'typebox';

const text = (description = '', otherwise = '') => Type.String({ default: otherwise, description });

/** Where photos are kept when not in DATA_DIR/media: any storage that speaks S3. */
export const MediaEnvironment = Type.Object({
  S3_ENDPOINT: text(
    'S3-compatible storage for photos, e.g. https://s3.eu-west-1.amazonaws.com; the bucket is added as path, or put where it says {bucket}',
  ),
  S3_BUCKET: text(),
  S3_REGION: text('as the storage names it', 'us-east-1'),
  S3_ACCESS_KEY_ID: text(),
  S3_SECRET_ACCESS_KEY: text(),
  S3_TIMEOUT_MS: Type.Integer({
    default: 5000,
    minimum: 100,
    description: 'how long one try may take; there are two',
  }),
  MEDIA_PUBLIC_URL: text(
    'where browsers find what is in the bucket, e.g. a CDN; without it they get signed addresses of S3_ENDPOINT',
  ),
});

export interface S3Config {
  /** With the bucket. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeoutMs: number;
  /** Without a slash at its end; null: addresses are signed. */
  publicUrl: string | null;
}

/** Null: files in a folder. */
export function readMedia(read: Static<typeof MediaEnvironment>): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, MEDIA_PUBLIC_URL } = read;
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(needed).filter(([, value]) => !value);
  if (missing.length === 4 && !MEDIA_PUBLIC_URL) return null;
  if (missing.length) throw new Error(`S3 also needs ${missing.map(([name]) => name).join(' and ')}.`);
  const endpoint = S3_ENDPOINT.replace(/\/+$/, '');
  const url = endpoint.includes('{bucket}')
    ? endpoint.replace('{bucket}', S3_BUCKET)
    : `${endpoint}/${S3_BUCKET}`;
  // Misspelt, they are to be seen at the start rather than at the first photo.
  for (const each of [url, MEDIA_PUBLIC_URL]) if (each) new URL(each);
  return {
    url,
    region: read.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    timeoutMs: read.S3_TIMEOUT_MS,
    publicUrl: MEDIA_PUBLIC_URL.replace(/\/+$/, '') || null,
  };
}

/** Where browsers are sent for pictures, for the page's policy. */
export const mediaOrigin = ({ url, publicUrl }: S3Config): string => new URL(publicUrl ?? url).origin;
