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

/** Keeps secrets and personal data out of logs: keys and search terms in addresses, IP and e-mail addresses. */
export const logFormat = {
  serializers: {
    req: describeRequest,
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: describeError,
  },
};

/** The pattern of its route instead of the address, which may have keys; null: no route has the address. */
function describeRequest({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) {
  return { method, route: routeOptions?.url ?? null };
}

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
  if (!(error instanceof Error)) return { type: typeof error, message: maskSecrets(String(error)) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message: maskSecrets(message),
    ...(code !== undefined && { code }),
    ...(stack && { stack: maskSecrets(stack) }),
    ...(cause !== undefined && { cause: describeError(cause) }),
    ...(error instanceof AggregateError && {
      errors: error.errors.slice(0, MAX_NESTED_ERRORS).map(describeError),
    }),
  };
}

/** Masks e-mail addresses, and keys in web addresses: errors of libraries quote the address they were called by. */
const maskSecrets = (text: string): string =>
  maskAddresses(text)
    .replace(/(\/[^\s?#"'<>]*)[?#][^\s"'<>)]+/g, '$1?***')
    .replace(/(?<=\/)(?=[\w-]*\d)[\w-]{24,}(?![\w.-])/g, '***');

/** Masks e-mail addresses; mail servers name the recipient they refuse. */
export const maskAddresses = (text: string): string =>
  text.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '***');
