import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { findBodyEmail, networkOf, wideNetworkOf } from '../../../platform/http/rate-limits.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import {
  deleteOtherRecognisedDevices,
  isRecognisedDevice,
  upsertRecognisedDevice,
} from './recognised-devices.queries.ts';
import { generateToken, sha256 } from './tokens.ts';

/** Browsers keep a cookie 400 days at most. */
const COOKIE_LIFETIME_SECONDS = 400 * 86_400;

const KEY_PATTERN = /^[\w-]{43}$/;

/** The prefix needs TLS. */
const getCookieName = ({ publicUrl }: Context['config']) =>
  publicUrl.startsWith('https:') ? '__Host-wopack_device' : 'wopack_device';

/** Where a sign-in or a request for a code comes from. */
export interface SignInSource {
  network: string;
  wideNetwork: string;
  /** Random, kept by the device after a sign-out; null when it has none. */
  deviceKey: string | null;
  /** Hash of the key when the device has signed in to the account of the address before. */
  recognisedDevice: Buffer | null;
}

const findBodyDeviceKey = ({ body }: FastifyRequest): string | undefined => {
  const { device_key: key } = (body ?? {}) as { device_key?: unknown };
  return typeof key === 'string' ? key : undefined;
};

export function findDeviceKey({ config }: Pick<Context, 'config'>, request: FastifyRequest): string | null {
  const key = findBodyDeviceKey(request) ?? request.cookies[getCookieName(config)] ?? '';
  return KEY_PATTERN.test(key) ? key : null;
}

const sources = new WeakMap<FastifyRequest, Promise<SignInSource>>();

/** Looked up once for limits and use case. */
export function findSignInSource(
  { config, db }: Pick<Context, 'config' | 'db'>,
  request: FastifyRequest,
): Promise<SignInSource> {
  return sources.getOrInsertComputed(request, async () => {
    const { ip } = request;
    const deviceKey = findDeviceKey({ config }, request);
    const email = findBodyEmail(request);
    const hash = deviceKey && email !== undefined ? sha256(deviceKey) : null;
    return {
      network: networkOf(ip),
      wideNetwork: wideNetworkOf(ip),
      deviceKey,
      recognisedDevice: hash && (await isRecognisedDevice(db, email!, hash)) ? hash : null,
    };
  });
}

/** Who guesses a code, without the address. */
export const hashCodeSource = (secrets: Secrets, source: SignInSource | null): Buffer => {
  const name = source?.recognisedDevice
    ? `device ${source.recognisedDevice.toString('base64url')}`
    : `network ${source?.network ?? ''}`;
  return secrets.hash('login-code-source', name);
};

interface SignIn {
  userId: number;
  deviceName: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Nobody has signed in to the account before. */
  isFirst: boolean;
}

/**
 * Records the sign-in, and makes the device a recognised one. The user is told by mail about one that was not, at a proved
 * address. Returns the key for a client that keeps it itself.
 */
export async function recordSignIn(
  context: Context,
  trx: Trx,
  { userId, deviceName, request, reply, isFirst }: SignIn,
): Promise<{ device_key?: string }> {
  const { config, clock, jobs } = context;
  const now = clock.now();
  const key = findDeviceKey(context, request) ?? generateToken();
  const isNew = await upsertRecognisedDevice(trx, { userId, hash: sha256(key), deviceName, now });
  const event = { userId, request, deviceName };
  await recordSecurityEvent(context, trx, { ...event, kind: 'sign_in' });
  if (isNew && !isFirst) {
    await recordSecurityEvent(context, trx, { ...event, kind: 'new_device' });
    await jobs.enqueue(trx, 'notifications.send-mail', {
      template: 'newDevice',
      userId,
      deviceName,
      at: now.toISOString(),
    });
  }
  if (findBodyDeviceKey(request) !== undefined) return { device_key: key };
  void reply.setCookie(getCookieName(config), key, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: COOKIE_LIFETIME_SECONDS,
  });
  return {};
}

/** With the other sessions: their devices are strangers again. Without a request all devices are. */
export async function forgetOtherDevices(
  context: Pick<Context, 'config'>,
  trx: Trx,
  userId: number,
  request: FastifyRequest | null,
): Promise<void> {
  const key = request && findDeviceKey(context, request);
  await deleteOtherRecognisedDevices(trx, userId, key ? sha256(key) : Buffer.alloc(0));
}
