import { type Logger, pino } from 'pino';
import type { Config } from '../../config/config.ts';
import { describeError } from './describe-error.ts';
import { createRepeatLimit } from './repeated-lines.ts';

export type Log = Logger;

/** JSON lines on standard output, or readable lines outside production. */
export function createLog({ logLevel, production }: Pick<Config, 'logLevel' | 'production'>): Log {
  const repeatLimit = createRepeatLimit();
  process.once('exit', repeatLimit.endAll);
  return pino({
    ...createLogFormat(repeatLimit),
    level: logLevel,
    ...(!production &&
      logLevel !== 'silent' && {
        transport: {
          target: 'pino-pretty',
          options: { ignore: 'pid,hostname,reqId', singleLine: true },
        },
      }),
  });
}

/**
 * Keeps secrets and personal data out of logs: keys and search terms in addresses, IP and e-mail addresses. Describes
 * whatever was thrown, and limits how often the same is said.
 */
export const createLogFormat = ({ logMethod } = createRepeatLimit()) => ({
  hooks: { logMethod },
  serializers: {
    req: describeRequest,
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: (error: unknown) => describeError(error),
  },
});

/** The pattern of its route instead of the address, which may have keys; null: no route has the address. */
function describeRequest({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) {
  return { method, route: routeOptions?.url ?? null };
}
