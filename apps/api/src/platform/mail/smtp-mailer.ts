import { ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';
import { createTransport, type NodemailerError } from 'nodemailer';
import { buildMailMessage, type Mailer } from './mail-message.ts';

/** After this many unanswered attempts the next mails fail at once, for CIRCUIT_OPEN_MS. */
const MAX_CONSECUTIVE_FAILURES = 3;
const CIRCUIT_OPEN_MS = 30_000;

export interface SmtpConfig {
  /** smtp://user:password@host:587, or smtps://. */
  url: string;
  from: string;
}

/**
 * Whether to abort before sending the password when the connection is not encrypted. Otherwise a man in the
 * middle could strip the server's STARTTLS offer. Not needed for a server on this machine.
 */
export function requiresTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const isRequired = searchParams.get('requireTLS');
  if (isRequired !== null) return isRequired !== 'false';
  if (searchParams.get('ignoreTLS') === 'true') return false;
  return !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Sends through an SMTP server over a few pooled connections. */
export function createSmtpMailer(
  { url, from }: SmtpConfig,
  now: () => Date,
  circuitOpenMs: number = CIRCUIT_OPEN_MS,
): Mailer & { close(): Promise<void> } {
  const transport = createTransport({
    url,
    requireTLS: requiresTls(url),
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Mail content is never read from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const hasNoResponse = (error: unknown) => (error as NodemailerError).responseCode === undefined;
  const breaker = circuitBreaker(handleWhen(hasNoResponse), {
    halfOpenAfter: circuitOpenMs,
    breaker: new ConsecutiveBreaker(MAX_CONSECUTIVE_FAILURES),
  });
  return {
    async send(mail) {
      try {
        await breaker.execute(() => transport.sendMail(buildMailMessage(mail, from, now())));
      } catch (cause) {
        throw isBrokenCircuitError(cause) ? new Error('the mail server does not answer', { cause }) : cause;
      }
    },
    close: async () => transport.close(),
  };
}
