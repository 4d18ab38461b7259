import type { endpoints, SecurityEventKind } from '@wopack/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { readBatches } from '../../../platform/db/batches.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { wideNetworkOf } from '../../../platform/http/rate-limits.ts';
import type { Call } from '../../../platform/http/route.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { listRecognisedDevices } from '../sessions/recognised-devices.queries.ts';
import {
  deleteSecurityRecords,
  insertSecurityEvent,
  listLastSecurityEvents,
  readSecurityEvents,
  type SecurityEventRow,
} from './security-events.queries.ts';

const DEVICE_NAME_LENGTH = 200;
const LISTED_EVENTS = { own: 30, anybodys: 10 };

type SecurityEvent = {
  kind: SecurityEventKind;
  /** Null: a command. */
  request: FastifyRequest | null;
  /** By default the user agent. */
  deviceName?: string;
} & ({ userId: number } | { email: string });

/**
 * Stores what happened to the access to an account, and logs it, without address and network. Metrics count the stored
 * events.
 */
export async function recordSecurityEvent(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  db: DbOrTrx,
  { kind, request, deviceName = request?.headers['user-agent'] ?? '', ...user }: SecurityEvent,
): Promise<void> {
  const userId = await insertSecurityEvent(db, user, {
    kind,
    created_at: clock.now(),
    network: request ? wideNetworkOf(request.ip) : '',
    device_name: deviceName.slice(0, DEVICE_NAME_LENGTH),
  });
  const level = kind === 'sign_in_failed' ? 'warn' : 'info';
  log[level](
    { security_event: kind, user_id: userId, ...(request && { reqId: request.id }) },
    'security event',
  );
}

const buildEventView = (event: SecurityEventRow) => ({
  id: event.id,
  kind: event.kind,
  created_at: event.created_at.toISOString(),
  network: event.network,
  device_name: event.device_name,
});

export async function listSecurityEvents(
  { db }: Context,
  { actor }: Call<typeof endpoints.listSecurityEvents>,
) {
  const events = await listLastSecurityEvents(db, actor.id, LISTED_EVENTS);
  return { data: events.map(buildEventView) };
}

async function* exportEvents(db: DbOrTrx, userId: number) {
  for await (const events of readBatches(readSecurityEvents(db, userId)))
    yield events.map(buildEventView).map(({ id: _, ...event }) => event);
}

export const securityPersonalData: PersonalDataHandler = {
  async export(db, { id: userId }) {
    const devices = await listRecognisedDevices(db, userId);
    return {
      recognised_devices: devices.map(({ device_name, created_at, last_sign_in_at }) => ({
        device_name,
        created_at: created_at.toISOString(),
        last_sign_in_at: last_sign_in_at.toISOString(),
      })),
      security_events: exportEvents(db, userId),
    };
  },
  async erase(trx, { id: userId }) {
    await deleteSecurityRecords(trx, userId);
    return [];
  },
};
