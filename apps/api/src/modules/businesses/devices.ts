import { randomInt } from 'node:crypto';
import type { endpoints } from '@wopack/contract';
import { MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../platform/http/app-error.ts';
import type { Actor, Authenticate, Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { generateToken, sha256 } from '../identity/index.ts';
import {
  type DeviceRow,
  endDevice,
  findDeviceByToken,
  insertDevice,
  listDevices,
  setDeviceAsksName,
  setDeviceCode,
  setDeviceUsed,
  useDeviceCode,
} from './devices.queries.ts';
import type { ListSalePlaces } from './members.ts';

/** Tells a device's token from that of a session. */
const TOKEN_PREFIX = 'counter_';

/** Without characters that look alike. */
const CODE_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 6;
const CODE_LIFETIME_MS = 10 * MINUTE_MS;

const generateCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('');

const createCode = ({ secrets, clock }: Pick<Context, 'secrets' | 'clock'>) => {
  const code = generateCode();
  const expiresAt = new Date(clock.now().getTime() + CODE_LIFETIME_MS);
  return { code, codeHash: secrets.hash('device-code', code), expiresAt };
};

const buildCounter = (row: DeviceRow, salePlaces: readonly { id: number; name: string }[], now: Date) => ({
  id: row.id,
  name: row.name,
  sale_place: {
    id: row.sale_place_id,
    name: salePlaces.find(({ id }) => id === row.sale_place_id)?.name ?? '',
  },
  paired_at: row.paired_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  code_expires_at:
    row.code_expires_at !== null && row.code_expires_at > now ? row.code_expires_at.toISOString() : null,
  asks_name: row.asks_name,
});

export async function listCounters(
  { db, clock }: Context,
  { actor }: Call<typeof endpoints.listCounters>,
  listSalePlaces: ListSalePlaces,
) {
  const [rows, salePlaces] = await Promise.all([
    listDevices(db, actor.member),
    listSalePlaces(db, actor.member.businessId),
  ]);
  return { data: rows.map((row) => buildCounter(row, salePlaces, clock.now())) };
}

export const validateCounter = ({ body }: PartiallyValidCall<typeof endpoints.addCounter>): FieldErrors => ({
  name: getBlankError(body.name),
});

export async function addCounter(
  context: Context,
  { actor, body }: Call<typeof endpoints.addCounter>,
  listSalePlaces: ListSalePlaces,
) {
  const { db, clock } = context;
  const { businessId, salePlaceIds } = actor.member;
  const salePlaces = await listSalePlaces(db, businessId);
  const salePlaceId = body.sale_place_id;
  if (
    !salePlaces.some(({ id }) => id === salePlaceId) ||
    (salePlaceIds !== null && !salePlaceIds.includes(salePlaceId))
  )
    throw new AppError('notFound');
  const { code, codeHash, expiresAt } = createCode(context);
  const row = await insertDevice(db, {
    business_id: businessId,
    sale_place_id: salePlaceId,
    name: body.name.trim(),
    code_hash: codeHash,
    code_expires_at: expiresAt,
    created_at: clock.now(),
  });
  return { data: { counter: buildCounter(row, salePlaces, clock.now()), code } };
}

export async function renewCounterCode(
  context: Context,
  { actor, params }: Call<typeof endpoints.renewCounterCode>,
  listSalePlaces: ListSalePlaces,
) {
  const { db, clock } = context;
  const { code, ...values } = createCode(context);
  const row = await setDeviceCode(db, actor.member, { id: params.id, ...values });
  if (!row) throw new AppError('notFound');
  const salePlaces = await listSalePlaces(db, actor.member.businessId);
  return { data: { counter: buildCounter(row, salePlaces, clock.now()), code } };
}

export async function updateCounter(
  { db, clock }: Context,
  { actor, params, body }: Call<typeof endpoints.updateCounter>,
  listSalePlaces: ListSalePlaces,
) {
  const row = await setDeviceAsksName(db, actor.member, { id: params.id, asksName: body.asks_name });
  if (!row) throw new AppError('notFound');
  const salePlaces = await listSalePlaces(db, actor.member.businessId);
  return { data: buildCounter(row, salePlaces, clock.now()) };
}

export async function endCounter(
  { db, clock }: Context,
  { actor, params }: Call<typeof endpoints.endCounter>,
) {
  if (!(await endDevice(db, actor.member, params.id, clock.now()))) throw new AppError('notFound');
  return { success: true, code: 0 as const };
}

/** The token exists only in this answer. */
export async function pairCounter(
  { db, clock, secrets }: Context,
  { body }: Call<typeof endpoints.pairCounter>,
) {
  const code = body.code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const token = TOKEN_PREFIX + generateToken();
  const device = await useDeviceCode(db, {
    codeHash: secrets.hash('device-code', code),
    tokenHash: sha256(token),
    now: clock.now(),
  });
  if (!device) throw createValidationError('code', 'businesses.unknownDeviceCode');
  return { data: { token } };
}

/** Tokens of counter devices beside those of users. */
export const authenticateDevicesToo =
  ({ db, clock }: Context, authenticateUser: Authenticate): Authenticate =>
  async (token, usedLanguage) => {
    if (!token.startsWith(TOKEN_PREFIX)) return authenticateUser(token, usedLanguage);
    const row = await findDeviceByToken(db, sha256(token));
    if (!row) return null;
    const now = clock.now();
    if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= MINUTE_MS)
      await setDeviceUsed(db, row.id, now);
    return {
      id: row.business_id,
      tokenId: -row.id,
      isSeller: false,
      isPartner: false,
      latitude: null,
      longitude: null,
      member: { businessId: row.business_id, role: 'counter', salePlaceIds: [row.sale_place_id] },
      device: {
        id: row.id,
        name: row.name,
        salePlaceId: row.sale_place_id,
        asksName: row.asks_name,
      },
    } satisfies Actor;
  };
