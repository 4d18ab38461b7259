import { join } from 'node:path';
import { readOrCreateFile } from './files/private-files.ts';

/** Push subscription of a browser. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Payload shown by the service worker. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path of the linked page. */
  url: string;
  /** Replaces an earlier message with the same tag. */
  tag: string;
  /** Answered by buttons of the notification, where the platform has them. */
  question?: PushQuestion;
}

/** How many units there are today: `answerPushedQuestion`. */
export interface PushQuestion {
  id: number;
  key: string;
  /** Units when it was asked. */
  former: number;
  language: string;
  choices: { quantity: number; title: string }[];
  /** Shown when the server cannot be reached. */
  failed: string;
}

export interface Push {
  /** base64url */
  publicKey: string;
  /**
   * `ttl`: seconds the service may keep the message for an offline browser. 'gone': the subscription has
   * ended.
   */
  send(subscription: Subscription, message: PushMessage, ttl: number): Promise<'sent' | 'gone'>;
}

const TIMEOUT_MS = 10_000;

/** Push services take 4,096 bytes, of which encryption needs 103. Source: RFC 8291, section 4. */
const MAX_MESSAGE_BYTES = 4096 - 103;

/** What is about to end must not wait until the phone wakes up. Source: RFC 8030, section 5.3. */
const URGENT_SECONDS = 3600;

export const isTooLongForPush = (message: PushMessage): boolean =>
  Buffer.byteLength(JSON.stringify(message)) > MAX_MESSAGE_BYTES;

/** Encrypted for the browser (RFC 8291) and signed with the VAPID keys (RFC 8292). */
export const createWebPush = ({ publicKey, privateKey }: VapidKeys, subject: string): Push => ({
  publicKey,
  async send({ endpoint, p256dh, auth }, message, ttl) {
    const { default: webpush } = await import('web-push');
    const { method, headers, body } = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttl,
        urgency: ttl <= URGENT_SECONDS ? 'high' : 'normal',
      },
    );
    const response = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'sent';
    if (response.status === 404 || response.status === 410) return 'gone';
    throw new Error(`the push service answered ${response.status}`);
  },
});

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Configured VAPID keys, or those created on the first start. Changing them would end every subscription. */
export async function loadVapidKeys(dataDir: string, configuredKeys: VapidKeys | null): Promise<VapidKeys> {
  if (configuredKeys) return configuredKeys;
  const text = await readOrCreateFile(join(dataDir, 'vapid-keys.json'), async () => {
    const { default: webpush } = await import('web-push');
    return JSON.stringify(webpush.generateVAPIDKeys());
  });
  return JSON.parse(text) as VapidKeys;
}
