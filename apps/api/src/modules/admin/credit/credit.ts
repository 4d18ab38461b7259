import type { endpoints } from '@wopack/contract';
import { type Language, localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../../platform/http/app-error.ts';
import type { PartiallyValidCall } from '../../../platform/http/route.ts';
import {
  type CodePayer,
  endAnyGrant,
  endOfDay,
  findCodeErrors,
  getCodeState,
  grantBySupport,
  insertNewCode,
  stopAnyCode,
} from '../../credit/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import { countCreditOfDay, getCreditOfDay } from '../operators/operators.queries.ts';
import { getRefundLimit } from '../operators/refund-limit.ts';
import {
  type AdminCodeRow,
  type AdminGrantRow,
  codeSums,
  filterCodes,
  filterGrants,
  findAdminCode,
  grantSums,
  listSalePlacesByWords,
  selectCodes,
  selectGrants,
} from './credit.queries.ts';

const buildCodeRow = (row: AdminCodeRow, now: Date) => {
  const { seller_id, payer_name, created_by, maker_name, is_for_addresses: _, ...code } = row;
  return {
    ...code,
    state: getCodeState(row, now),
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    stopped_at: row.stopped_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    payer: seller_id === null ? null : { id: seller_id, name: payer_name },
    created_by: created_by === null ? null : { id: created_by, name: maker_name ?? '' },
  };
};

export const createCodeList = (context: Context) =>
  createList(context, 'AdminCodes', {
    file: 'codes',
    filter: filterCodes,
    period: 'discount_codes.created_at',
    select: selectCodes,
    sorts: { id: { column: 'discount_codes.id', type: 'integer' } },
    key: { column: 'discount_codes.id', type: 'integer' },
    sums: codeSums,
    build: buildCodeRow,
    csv: [
      'id',
      'code',
      'name',
      'effect',
      'state',
      'payer.id',
      'payer.name',
      'percent',
      'amount_cents',
      'cap_cents',
      'starts_at',
      'ends_at',
      'max_uses',
      'max_uses_per_user',
      'is_first_order_only',
      'minimum_cents',
      'budget_cents',
      'sale_places',
      'types',
      'addresses',
      'used_count',
      'used_cents',
      'returned_count',
      'returned_cents',
      'stopped_at',
      'created_at',
    ],
  });

const buildGrantRow = (row: AdminGrantRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  user: { id: row.user_id, name: row.user_name },
  source: row.source,
  payer: row.seller_id === null ? null : { id: row.seller_id, name: row.payer_name },
  code: row.code,
  order_id: row.order_id,
  amount_cents: row.amount_cents,
  left_cents: row.left_cents,
  used_cents: row.amount_cents - row.left_cents - row.ended_cents,
  ended_cents: row.ended_cents,
  ends_at: row.ends_at?.toISOString() ?? null,
  note: row.note,
  created_by: row.created_by === null ? null : { id: row.created_by, name: row.giver_name ?? '' },
});

export const createGrantList = (context: Context) =>
  createList(context, 'AdminGrants', {
    file: 'credit',
    filter: filterGrants,
    period: 'credit_grants.created_at',
    select: selectGrants,
    sorts: { id: { column: 'credit_grants.id', type: 'integer' } },
    key: { column: 'credit_grants.id', type: 'integer' },
    sums: grantSums,
    build: buildGrantRow,
    csv: [
      'id',
      'created_at',
      'user.id',
      'user.name',
      'source',
      'payer.id',
      'payer.name',
      'code',
      { order: 'order_id' },
      'amount_cents',
      'left_cents',
      'used_cents',
      'ended_cents',
      'ends_at',
      'note',
      'created_by.id',
      'created_by.name',
    ],
  });

const getPayer = ({ config }: Pick<Context, 'config'>): CodePayer => ({
  sellerId: null,
  timeZone: config.operatorTimeZone,
});

export const validateAdminCode = (
  context: Context,
  { body, refused }: PartiallyValidCall<typeof endpoints.createAdminCode>,
): Promise<FieldErrors> => findCodeErrors(context, body, refused, getPayer(context));

async function viewCode({ db, clock }: Context, id: number, language: Language) {
  const now = clock.now();
  const row = await findAdminCode(db, id, now, language);
  if (!row) throw new AppError('notFound');
  return { data: buildCodeRow(row, now) };
}

export async function createAdminCode(
  context: Context,
  { actor, body: { reason, ...form }, language, record }: OperatorCall<'createAdminCode'>,
) {
  const now = context.clock.now();
  const id = await context.db.transaction().execute(async (trx) => {
    const created = await insertNewCode(context, trx, form, {
      ...getPayer(context),
      createdBy: actor.id,
      now,
    });
    // Addresses are people's, and the log outlives them.
    const { addresses, ...recorded } = form;
    await record(trx, {
      subject: ['code', created],
      after: { ...recorded, is_for_addresses: Boolean(addresses?.trim()) },
      reason: reason.trim(),
    });
    return created;
  });
  return viewCode(context, id, language);
}

const MAX_SALE_PLACES = 20;

export const findSalePlacesForCode = async (
  { db }: Context,
  { query }: OperatorCall<'findSalePlacesForCode'>,
) => ({ data: await listSalePlacesByWords(db, query.q.trim(), MAX_SALE_PLACES) });

export async function stopAdminCode(
  context: Context,
  { params: { id }, body, language, record }: OperatorCall<'stopAdminCode'>,
) {
  await context.db.transaction().execute(async (trx) => {
    const before = await stopAnyCode(trx, id, context.clock.now());
    await record(trx, {
      subject: ['code', id],
      before: { code: before.code, is_stopped: before.stopped_at !== null },
      after: { is_stopped: true },
      reason: body.reason.trim(),
    });
  });
  return viewCode(context, id, language);
}

export const validateGrant = (
  { clock, config }: Context,
  { body }: PartiallyValidCall<typeof endpoints.grantCredit>,
): FieldErrors => ({
  note: getBlankError(body.note),
  ends_on:
    typeof body.ends_on === 'string' &&
    body.ends_on < localDate(clock.now(), config.operatorTimeZone).toString() &&
    'credit.endsInPast',
});

/** Support gives only so much on a day, to all users together. */
async function countWithinDay(
  { config, clock }: Context,
  trx: Trx,
  { id, operator }: OperatorCall<'grantCredit'>['actor'],
  amountCents: number,
): Promise<void> {
  const limitCents = operator.role === 'support' ? config.operator.supportCreditDayLimitCents : null;
  const day = localDate(clock.now(), config.operatorTimeZone).toString();
  const counted = await countCreditOfDay(trx, id, { day, amountCents, limitCents });
  if (counted !== undefined || limitCents === null) return;
  const leftCents = Math.max(0, limitCents - (await getCreditOfDay(trx, id, day)));
  throw createValidationError('amount_cents', 'admin.creditDayLimit', {
    left: leftCents,
    limit: limitCents,
  });
}

/** Support gives at most what it may refund alone, and so much on a day. */
export async function grantCredit(
  context: Context,
  { actor, params: { id: userId }, body, record }: OperatorCall<'grantCredit'>,
) {
  const { amount_cents: amountCents, ends_on: endsOn = null, order_id: orderId, note } = body;
  const limit = getRefundLimit(context, actor.operator.role);
  if (limit !== null && amountCents > limit)
    throw createValidationError('amount_cents', 'admin.refundLimit', { limit });
  return context.db.transaction().execute(async (trx) => {
    const data = await grantBySupport(context, trx, {
      userId,
      orderId,
      amountCents,
      grantedCents: body.granted_cents,
      endsAt: endsOn === null ? null : endOfDay(endsOn, context.config.operatorTimeZone),
      note,
      operatorId: actor.id,
    });
    await countWithinDay(context, trx, actor, amountCents);
    await record(trx, {
      subject: ['user', userId],
      before: { granted_cents: body.granted_cents },
      after: { grant: data.id, amount_cents: amountCents, ends_on: endsOn, order_id: orderId },
      reason: body.reason.trim(),
    });
    return { data };
  });
}

export async function endCredit(
  context: Context,
  { params: { id }, body, record }: OperatorCall<'endCredit'>,
) {
  return context.db.transaction().execute(async (trx) => {
    const { userId, endedCents } = await endAnyGrant(trx, id, context.clock.now());
    await record(trx, {
      subject: ['user', userId],
      after: { grant: id, ended_cents: endedCents },
      reason: body.reason.trim(),
    });
    return { data: { ended_cents: endedCents } };
  });
}
