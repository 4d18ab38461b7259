import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

let count = 0;

/** A subscription as a browser makes it, and the key by which that browser alone reads what it is sent. */
export function pushBrowser(endpoint = `https://fcm.googleapis.com/fcm/send/browser-${++count}`) {
  const key = createECDH('prime256v1');
  const p256dh = key.generateKeys('base64url');
  const auth = randomBytes(16);
  return {
    subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } },
    read: (message: Buffer) => decrypt(message, key, auth),
  };
}

export const browser = () => pushBrowser().subscription;

/** RFC 8291, one record of aes128gcm. */
function decrypt(message: Buffer, key: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = message.subarray(0, 16);
  const idLength = message.readUInt8(20);
  const sender = message.subarray(21, 21 + idLength);
  const sealed = message.subarray(21 + idLength);
  const derive = (secret: Buffer, with_: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender]);
  const secret = derive(key.computeSecret(sender), auth, info, 32);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    nonce,
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // Padding: a 2 after the text of the last record.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
