import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What a mail server says to a step: its code and words; null lets it pass. */
type SmtpReply = { code: number; message: string } | null;

/** A real mail server on this machine, whose manners a test decides. */
export class MailServer {
  readonly mails: Email[] = [];
  /** Connections that came. */
  connections = 0;
  loginReply: SmtpReply = null;
  recipientReply: (address: string) => SmtpReply = () => null;
  dataReply: SmtpReply = null;
  url = '';
  private server: SMTPServer | null = null;

  async open(port = 0): Promise<void> {
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      // Away is away: whoever keeps a connection open is not waited for.
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
