import { createECDH } from 'node:crypto';

/**
 * Push services of the known browsers. The server calls the URL a browser registers: without this allowlist
 * a user could make it request any URL (SSRF).
 */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
  'push.yandex.ru',
];

export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false;
  return PUSH_SERVICES.some((service) => url.hostname === service || url.hostname.endsWith(`.${service}`));
}

/** Whether the key is a point on P-256, as encryption requires. */
export function isBrowserKey(p256dh: string): boolean {
  const key = createECDH('prime256v1');
  key.generateKeys();
  try {
    return key.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

export const isAuthSecret = (auth: string): boolean => Buffer.from(auth, 'base64url').length === 16;
