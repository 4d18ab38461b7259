import { ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';
import { createTransport, type NodemailerError } from 'nodemailer';
import { buildMailMessage, type Mailer } from './mail.ts';

/** After so many servers that did not answer, the next mails do not wait for it. */
const MAX_CONSECUTIVE_FAILURES = 3;
const CIRCUIT_OPEN_MS = 30_000;

export interface SmtpConfig {
  /** smtp://user:password@host:587, or smtps://. */
  url: string;
  from: string;
}

/**
 * Whether a connection that could not be encrypted is given up before the password is sent. Without it, whoever sits
 * between can leave the server's offer of STARTTLS out. On this machine nobody sits between.
 */
export function requiresTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const isRequired = searchParams.get('requireTLS');
  if (isRequired !== null) return isRequired !== 'false';
  if (searchParams.get('ignoreTLS') === 'true') return false;
  return !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Sends by a mail server of somebody's, over a few connections that stay open. */
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
    // Nothing of a mail is read from a file or fetched from an address.
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
