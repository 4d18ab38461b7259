import { type Logger, pino } from 'pino';
import type { Config } from '../../config/config.ts';

export type Log = Logger;

/** JSON lines on standard output, or readable lines outside production. */
export const createLog = ({ logLevel, production }: Pick<Config, 'logLevel' | 'production'>): Log =>
  pino({
    ...logFormat,
    level: logLevel,
    ...(!production &&
      logLevel !== 'silent' && {
        transport: {
          target: 'pino-pretty',
          options: { ignore: 'pid,hostname,reqId', singleLine: true },
        },
      }),
  });

/** Keeps personal data out of logs: tokens, search terms, IP and e-mail addresses. */
export const logFormat = {
  serializers: {
    req: ({ method, url }: { method: string; url: string }) => ({ method, url: maskUrl(url) }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: describeError,
  },
};

/** Drops the query string and the key of an unsubscribe link. */
const maskUrl = (url: string) => url.split('?')[0]!.replace(/(\/unsubscribe\/[^/]*\/).+/, '$1***');

interface ErrorDescription {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
}

const MAX_NESTED_ERRORS = 10;

/**
 * Type, message and stack of an error without its other properties: PostgreSQL's `detail` and a mail
 * server's `rejected` quote personal data.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: maskAddresses(String(error)) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message: maskAddresses(message),
    ...(code !== undefined && { code }),
    ...(stack && { stack: maskAddresses(stack) }),
    ...(cause !== undefined && { cause: describeError(cause) }),
    ...(error instanceof AggregateError && {
      errors: error.errors.slice(0, MAX_NESTED_ERRORS).map(describeError),
    }),
  };
}

/** Masks e-mail addresses; mail servers name the recipient they refuse. */
export const maskAddresses = (text: string): string =>
  text.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '***');
