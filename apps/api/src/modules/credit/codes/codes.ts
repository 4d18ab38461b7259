import { type endpoints, MAX_CODE_ADDRESSES } from '@wopack/contract';
import { type Language, localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { parseEmail } from '../../../platform/email-address.ts';
import { AppError, createValidationError, type FieldErrors } from '../../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../../platform/http/route.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { listSalePlaceNames } from '../../sale-places/index.ts';
import {
  type CodeRow,
  countSalePlaces,
  countTypes,
  findCodeOfBusiness,
  insertCode,
  insertCodeLimits,
  listCodesOfBusiness,
  stopCode,
} from './codes.queries.ts';
import { type CodeForm, findFormErrors, getCodeState, getEffect, normalizeCode } from './codes.rules.ts';

/** `email` is an address in its one form. */
export const hashAddress = (secrets: Secrets, email: string): Buffer => secrets.hash('code-address', email);

export interface NewCode extends CodeForm {
  max_uses?: number | null;
  max_uses_per_user?: number;
  addresses?: string;
}

/** Whose days and sale places those of a code are. */
export interface CodePayer {
  /** Null: the operator. */
  sellerId: number | null;
  timeZone: string;
}

/** Addresses of a list, each once; those that are none as they were typed. */
function parseAddresses(list = ''): { emails: string[]; wrong: string[] } {
  const words = list.split(/[\s,;]+/).filter(Boolean);
  const parsed = words.map((word) => ({ word, email: parseEmail(word) }));
  return {
    emails: [...new Set(parsed.flatMap(({ email }) => email ?? []))],
    wrong: parsed.filter(({ email }) => email === null).map(({ word }) => word),
  };
}

function findAddressError(list: string | undefined): FieldErrors[string] {
  const { emails, wrong } = parseAddresses(list);
  if (wrong.length > 0) return { key: 'credit.addressWrong', values: { address: wrong[0]!.slice(0, 100) } };
  if (emails.length > MAX_CODE_ADDRESSES)
    return { key: 'credit.addressesTooMany', values: { count: MAX_CODE_ADDRESSES } };
  return null;
}

/** All that is wrong with a new code. */
export async function findCodeErrors(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  form: Partial<NewCode>,
  refused: ReadonlySet<string>,
  { sellerId, timeZone }: CodePayer,
): Promise<FieldErrors> {
  const { sale_place_ids: salePlaceIds = [], type_ids: typeIds = [] } = form;
  const today = localDate(clock.now(), timeZone).toString();
  const places = new Set(salePlaceIds);
  const types = new Set(typeIds);
  const isPlaceMissing = places.size > 0 && (await countSalePlaces(db, [...places], sellerId)) < places.size;
  const isTypeMissing = types.size > 0 && (await countTypes(db, [...types])) < types.size;
  const errors = findFormErrors(form, refused, today);
  return {
    ...errors,
    sale_place_ids: errors.sale_place_ids || (isPlaceMissing && 'credit.placeUnknown'),
    type_ids: errors.type_ids || (isTypeMissing && 'credit.typeUnknown'),
    addresses: findAddressError(form.addresses),
  };
}

const startOf = (day: string, timeZone: string, addedDays = 0): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: addedDays }).toZonedDateTime(timeZone).epochMilliseconds);

/** The instant at which a last day is over. */
export const endOfDay = (day: string, timeZone: string): Date => startOf(day, timeZone, 1);

/** Makes a code whose fields are right. Returns its id; of two that are made with the same letters one is refused. */
export async function insertNewCode(
  { secrets }: Pick<Context, 'secrets'>,
  trx: Trx,
  form: NewCode,
  { sellerId, timeZone, createdBy, now }: CodePayer & { createdBy: number; now: Date },
): Promise<number> {
  const { emails } = parseAddresses(form.addresses);
  const starts = form.starts_on === undefined ? now : startOf(form.starts_on, timeZone);
  const inserted = await insertCode(trx, {
    code: normalizeCode(form.code!),
    name: form.name!.trim(),
    effect: getEffect(form),
    percent: form.percent ?? null,
    amount_cents: form.amount_cents ?? null,
    cap_cents: form.cap_cents ?? null,
    seller_id: sellerId,
    // That of today is the beginning of the day, which is over.
    starts_at: starts < now ? now : starts,
    ends_at: form.ends_on ? endOfDay(form.ends_on, timeZone) : null,
    max_uses: form.max_uses ?? null,
    max_uses_per_user: form.max_uses_per_user ?? 1,
    is_first_order_only: form.is_first_order_only ?? false,
    is_for_addresses: emails.length > 0,
    minimum_cents: form.minimum_cents ?? 0,
    budget_cents: form.budget_cents ?? null,
    credit_days: form.credit_days ?? null,
    created_by: createdBy,
    created_at: now,
  });
  if (!inserted) throw createValidationError('code', 'credit.codeTaken');
  await insertCodeLimits(trx, inserted.id, {
    salePlaceIds: [...new Set(form.sale_place_ids)],
    typeIds: [...new Set(form.type_ids)],
    addressHashes: emails.map((email) => hashAddress(secrets, email)),
  });
  return inserted.id;
}

/** A code as whoever manages it sees it. */
export const buildCode = ({ is_for_addresses: _, ...row }: CodeRow, now: Date) => ({
  ...row,
  state: getCodeState(row, now),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
  stopped_at: row.stopped_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** Days are those of the first sale place. */
async function getPayer(
  { db, config }: Pick<Context, 'db' | 'config'>,
  businessId: number,
): Promise<CodePayer> {
  const [first] = await listSalePlaceNames(db, businessId);
  return { sellerId: businessId, timeZone: first?.time_zone ?? config.operatorTimeZone };
}

/** Money belongs to the whole business: who works at some of its sale places does not see it. */
export function assertWholeBusiness({ member }: MemberActor): void {
  if (member.salePlaceIds !== null) throw new AppError('notAllowed');
}

export async function listDiscountCodes(
  { db, clock }: Context,
  { actor, language }: Call<typeof endpoints.listDiscountCodes>,
) {
  assertWholeBusiness(actor);
  const rows = await listCodesOfBusiness(db, actor.member.businessId, language);
  return { data: rows.map((row) => buildCode(row, clock.now())) };
}

export async function validateDiscountCode(
  context: Context,
  { actor, body, refused }: PartiallyValidCall<typeof endpoints.createDiscountCode>,
): Promise<FieldErrors> {
  return findCodeErrors(context, body, refused, await getPayer(context, actor.member.businessId));
}

async function viewCode(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  businessId: number,
  id: number,
  language: Language,
) {
  const row = await findCodeOfBusiness(db, businessId, id, language);
  if (!row) throw new AppError('notFound');
  return { data: buildCode(row, clock.now()) };
}

export async function createDiscountCode(
  context: Context,
  { actor, body, language }: Call<typeof endpoints.createDiscountCode>,
) {
  const { businessId } = actor.member;
  const payer = await getPayer(context, businessId);
  const now = context.clock.now();
  const id = await context.db
    .transaction()
    .execute((trx) => insertNewCode(context, trx, body, { ...payer, createdBy: actor.id, now }));
  return viewCode(context, businessId, id, language);
}

export async function stopDiscountCode(
  context: Context,
  { actor, params: { id }, language }: Call<typeof endpoints.stopDiscountCode>,
) {
  const { businessId } = actor.member;
  const now = context.clock.now();
  const before = await context.db
    .transaction()
    .execute((trx) => stopCode(trx, { id, sellerId: businessId, now }));
  if (!before) throw new AppError('notFound');
  return viewCode(context, businessId, id, language);
}

/** Operators stop any code, also one of a business. */
export async function stopAnyCode(
  trx: Trx,
  id: number,
  now: Date,
): Promise<{ stopped_at: Date | null; code: string }> {
  const before = await stopCode(trx, { id, sellerId: null, now });
  if (!before) throw new AppError('notFound');
  return before;
}
