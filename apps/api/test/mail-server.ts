import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What a mail server says to a step: its code and words; null lets it pass. */
type Answer = { code: number; words: string } | null;

/** A real mail server on this machine, whose manners a test decides. */
export class MailServer {
  readonly mails: Email[] = [];
  /** Connections that came. */
  connections = 0;
  login: Answer = null;
  recipient: (address: string) => Answer = () => null;
  data: Answer = null;
  url = '';
  private server: SMTPServer | null = null;

  async open(port = 0): Promise<void> {
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      // Away is away: whoever keeps a connection open is not waited for.
      closeTimeout: 100,
      authOptional: true,
      allowInsecureAuth: true,
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onAuth: ({ username }, _session, done) => done(refusal(this.login), { user: username }),
      onRcptTo: ({ address }, _session, done) => done(refusal(this.recipient(address))),
      onData: (stream, _session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', async () => {
          if (!this.data) this.mails.push(await PostalMime.parse(Buffer.concat(parts)));
          done(refusal(this.data));
        });
      },
    });
    this.server.on('error', () => {});
    await new Promise<void>((done) => this.server!.listen(port, '127.0.0.1', done));
    this.url = `smtp://wopack:secret@127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.server!.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.server!.close(done));
  }
}

function refusal(answer: Answer): Error | null {
  return answer && Object.assign(new Error(answer.words), { responseCode: answer.code });
}
