import { randomInt } from 'node:crypto';
import type { endpoints } from '@wopack/contract';
import { MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../platform/http/app-error.ts';
import {
  type Actor,
  type Authenticate,
  type Call,
  type PartiallyValidCall,
  SUCCESS,
} from '../../platform/http/route.ts';
import { generateToken, sha256 } from '../identity/index.ts';
import { recordActivity } from './activity.queries.ts';
import { lockBusiness } from './businesses.queries.ts';
import { removeCounterNamesOfSalePlace } from './counter-names.queries.ts';
import {
  countWrongCode,
  type DeviceRow,
  endDevice,
  endDevicesOfSalePlace,
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
/** The first characters say which code a wrong one was meant to be, so that it ends after a few of them. */
const PUBLIC_PART_LENGTH = 2;
const MAX_WRONG_CODES = 5;

const generateCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('');

const createCode = ({ secrets, clock }: Pick<Context, 'secrets' | 'clock'>) => {
  const code = generateCode();
  const expiresAt = new Date(clock.now().getTime() + CODE_LIFETIME_MS);
  const partHash = secrets.hash('device-code-part', code.slice(0, PUBLIC_PART_LENGTH));
  return { code, codeHash: secrets.hash('device-code', code), partHash, expiresAt };
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
  has_wrong_tries: row.code_expires_at === null && row.code_wrong_tries >= MAX_WRONG_CODES,
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

/** Hand-outs and the activity name a counter: people tell two of one shop apart by that. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

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
  const { code, ...values } = createCode(context);
  const now = clock.now();
  const row = await db.transaction().execute(async (trx) => {
    // One after the other, so that two with the same name are not added at once.
    await lockBusiness(trx, businessId);
    const name = body.name.trim();
    const isTaken = (await listDevices(trx, actor.member)).some(
      (device) => device.sale_place_id === salePlaceId && isSameName(device.name, name),
    );
    if (isTaken) throw createValidationError('name', 'businesses.deviceNameTaken');
    const device = await insertDevice(trx, {
      business_id: businessId,
      sale_place_id: salePlaceId,
      name,
      created_at: now,
    });
    await recordActivity(trx, actor, { kind: 'device_added', deviceId: device.id, salePlaceId, now });
    return (await setDeviceCode(trx, actor.member, { id: device.id, ...values }))!;
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
  const row = await db.transaction().execute(async (trx) => {
    const device = await setDeviceCode(trx, actor.member, { id: params.id, ...values });
    if (!device) throw new AppError('notFound');
    await recordActivity(trx, actor, {
      kind: 'device_code_renewed',
      deviceId: device.id,
      salePlaceId: device.sale_place_id,
      now: clock.now(),
    });
    return device;
  });
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
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const device = await endDevice(trx, actor.member, params.id, now);
    if (!device) throw new AppError('notFound');
    const { id: deviceId, sale_place_id: salePlaceId } = device;
    await recordActivity(trx, actor, { kind: 'device_ended', deviceId, salePlaceId, now });
  });
  return SUCCESS;
}

/** Counter devices, and who is named at them without an account. */
export async function endCountersOfSalePlace(trx: Trx, salePlaceId: number, now: Date): Promise<void> {
  await endDevicesOfSalePlace(trx, salePlaceId, now);
  await removeCounterNamesOfSalePlace(trx, salePlaceId, now);
}

/** The token exists only in this answer. */
export async function pairCounter(
  { db, clock, secrets }: Context,
  { body }: Call<typeof endpoints.pairCounter>,
) {
  const code = body.code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const token = TOKEN_PREFIX + generateToken();
  const now = clock.now();
  const isPaired = await db.transaction().execute(async (trx) => {
    const device = await useDeviceCode(trx, {
      codeHash: secrets.hash('device-code', code),
      tokenHash: sha256(token),
      now,
    });
    if (device)
      await recordActivity(
        trx,
        { id: null, device, member: { businessId: device.business_id } },
        { kind: 'device_paired', salePlaceId: device.sale_place_id, now },
      );
    // Not thrown here: the try has to be kept.
    else
      await countWrongCode(trx, {
        partHash: secrets.hash('device-code-part', code.slice(0, PUBLIC_PART_LENGTH)),
        maxTries: MAX_WRONG_CODES,
        now,
      });
    return device !== undefined;
  });
  if (!isPaired) throw createValidationError('code', 'businesses.unknownDeviceCode');
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
      hasHandedOver: false,
      isPartner: false,
      latitude: null,
      longitude: null,
      member: { businessId: row.business_id, role: 'counter', salePlaceIds: [row.sale_place_id] },
      lastVisitAt: null,
      device: {
        id: row.id,
        name: row.name,
        salePlaceId: row.sale_place_id,
        asksName: row.asks_name,
      },
    } satisfies Actor;
  };
