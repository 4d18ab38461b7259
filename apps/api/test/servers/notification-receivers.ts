import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Reply to an SMTP command: code and text; null accepts it. */
type SmtpReply = { code: number; message: string } | null;

/** A local SMTP server whose replies are set by the test. */
export class MailServer {
  readonly mails: Email[] = [];
  /** Number of accepted connections. */
  connections = 0;
  loginReply: SmtpReply = null;
  recipientReply: (address: string) => SmtpReply = () => null;
  dataReply: SmtpReply = null;
  url = '';
  private server: SMTPServer | null = null;

  async open(port = 0): Promise<void> {
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      // Closes open connections instead of waiting for their clients.
      closeTimeout: 100,
      authOptional: true,
      allowInsecureAuth: true,
      onConnect: (_session, callback) => {
        this.connections += 1;
        callback();
      },
      onAuth: ({ username }, _session, callback) =>
        callback(toSmtpError(this.loginReply), { user: username }),
      onRcptTo: ({ address }, _session, callback) => callback(toSmtpError(this.recipientReply(address))),
      onData: (stream, _session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          if (!this.dataReply) this.mails.push(await PostalMime.parse(Buffer.concat(chunks)));
          callback(toSmtpError(this.dataReply));
        });
      },
    });
    this.server.on('error', () => {});
    await new Promise<void>((resolve) => this.server!.listen(port, '127.0.0.1', resolve));
    this.url = `smtp://wopack:secret@127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.server!.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server!.close(resolve));
  }
}

function toSmtpError(reply: SmtpReply): Error | null {
  return reply && Object.assign(new Error(reply.message), { responseCode: reply.code });
}

let browserCount = 0;

/** A push subscription as a browser creates it, with the private key that decrypts its messages. */
export function createPushBrowser(
  endpoint = `https://fcm.googleapis.com/fcm/send/browser-${++browserCount}`,
) {
  const keyPair = createECDH('prime256v1');
  const p256dh = keyPair.generateKeys('base64url');
  const auth = randomBytes(16);
  return {
    subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } },
    decryptMessage: (message: Buffer) => decrypt(message, keyPair, auth),
  };
}

export const createPushSubscription = () => createPushBrowser().subscription;

/** RFC 8291, one record of aes128gcm. */
function decrypt(message: Buffer, keyPair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = message.subarray(0, 16);
  const idLength = message.readUInt8(20);
  const sender = message.subarray(21, 21 + idLength);
  const ciphertext = message.subarray(21 + idLength);
  const derive = (secret: Buffer, keySalt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, keySalt, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keyPair.getPublicKey(), sender]);
  const secret = derive(keyPair.computeSecret(sender), auth, info, 32);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    nonce,
  );
  decipher.setAuthTag(ciphertext.subarray(-16));
  const plaintext = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
  // Padding: a 2 after the text of the last record.
  return plaintext.subarray(0, plaintext.lastIndexOf(2)).toString();
}
