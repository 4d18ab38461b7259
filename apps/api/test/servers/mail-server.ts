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
