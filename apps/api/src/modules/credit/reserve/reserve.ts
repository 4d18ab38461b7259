import { DAY_MS, type PaidParts } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { AppError, type FieldErrors } from '../../../platform/http/app-error.ts';
import { getUser } from '../../identity/index.ts';
import { findCodeForUser, insertUseOfPayment, takeCodeUse } from '../codes/codes.queries.ts';
import { normalizeCode } from '../codes/codes.rules.ts';
import { hashAddress } from '../codes/codes.ts';
import { findCheckoutRefusal, getDiscount, planParts } from '../credit.rules.ts';
import { createGrant } from '../grants.ts';
import {
  findCodeFit,
  type HeldCredit,
  listUsableGrants,
  lockCodes,
  lockGrantsOf,
  putCodeBack,
  putCreditBack,
  replaceReturnedCredit,
  returnCreditToGrants,
  takeCredit,
  takeReturnedCredit,
  type UsableGrant,
} from './reserve.queries.ts';

/** What is to be paid, and by what besides the card. */
export interface RequestedParts {
  userId: number;
  productId: number;
  slotId: number;
  priceCents: number;
  quantity: number;
  /** As it was typed. */
  code: string | undefined;
  usesCredit: boolean;
  now: Date;
}

/** Parts of a price, with the code that takes the discount off: null without a discount. */
export interface PlannedParts extends PaidParts {
  codeId: number | null;
}

/** What the columns of a payment say of its parts. */
export interface PaymentParts {
  id: number;
  user_id: number;
  amount_cents: number;
  credit_cents: number;
  discount_cents: number;
  discount_code_id: number | null;
}

export const toPlannedParts = (payment: Omit<PaymentParts, 'id' | 'user_id'>): PlannedParts => ({
  cardCents: payment.amount_cents,
  creditCents: payment.credit_cents,
  discountCents: payment.discount_cents,
  codeId: payment.discount_code_id,
});

export const getPrice = (
  payment: Pick<PaymentParts, 'amount_cents' | 'credit_cents' | 'discount_cents'>,
): number => payment.amount_cents + payment.credit_cents + payment.discount_cents;

export const hasParts = (payment: Pick<PaymentParts, 'credit_cents' | 'discount_cents'>): boolean =>
  payment.credit_cents + payment.discount_cents > 0;

export const wantsParts = ({ code, usesCredit }: Pick<RequestedParts, 'code' | 'usesCredit'>): boolean =>
  usesCredit || normalizeCode(code ?? '') !== '';

type Reading = Pick<Context, 'secrets'>;

type CodeForPurchase = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/** A code with what of it is about the user and the product. Of their addresses one that is not proved may be anybody's. */
async function findCode({ secrets }: Reading, db: DbOrTrx, typed: string, wish: RequestedParts) {
  const { email, email_verified_at: verifiedAt } = await getUser(db, wish.userId);
  const addressHash = verifiedAt ? hashAddress(secrets, email) : null;
  const code = await findCodeForUser(db, typed, { userId: wish.userId, addressHash });
  const fit = code && (await findCodeFit(db, code.id, wish));
  return fit && { ...code, ...fit };
}

/** The code that was typed, or why it takes nothing off; null when none was typed. */
export async function tryCode(
  context: Reading,
  db: DbOrTrx,
  wish: RequestedParts,
): Promise<{ code: CodeForPurchase; refusal: null } | { code: null; refusal: FieldErrors[string] } | null> {
  const typed = normalizeCode(wish.code ?? '');
  if (typed === '') return null;
  const code = await findCode(context, db, typed, wish);
  const refusal = findCheckoutRefusal(code, wish);
  return refusal === null ? { code: code!, refusal } : { code: null, refusal };
}

/** Plans what pays a price; without taking it. Throws when the code takes nothing off. */
export async function planPurchase(
  context: Reading,
  db: DbOrTrx,
  wish: RequestedParts,
): Promise<PlannedParts> {
  const tried = await tryCode(context, db, wish);
  if (tried?.refusal) throw new AppError('validation', { fields: { code: tried.refusal } });
  const code = tried?.code ?? null;
  const grants = wish.usesCredit ? await listUsableGrants(db, wish, wish.now) : [];
  const parts = planParts(wish.priceCents, {
    discountCents: code ? getDiscount(code, wish) : 0,
    availableCents: sumUp(grants),
  });
  return { ...parts, codeId: parts.discountCents > 0 ? code!.id : null };
}

export const sumUp = (grants: readonly Pick<UsableGrant, 'left_cents'>[]): number =>
  grants.reduce((sum, { left_cents: cents }) => sum + cents, 0);

/**
 * Takes credit and one use of the code for a payment that has neither, as planned. Returns what is missing: then nothing
 * may be kept of it. `former`: what its hold had until now.
 */
export async function reserveParts(
  trx: Trx,
  { paymentId, userId, parts, former, now }: PartsToTake,
): Promise<'code' | 'credit' | null> {
  const { codeId, discountCents: amountCents, creditCents } = parts;
  if (codeId !== null) {
    const isHeld = codeId === former?.codeId;
    if (!(await takeCodeUse(trx, { codeId, amountCents, now, isHeld }))) return 'code';
    if (!(await insertUseOfPayment(trx, { codeId, userId, paymentId, amountCents, now }))) return 'code';
  }
  if (creditCents === 0) return null;
  const taken = await takeCredit(trx, {
    paymentId,
    userId,
    cents: creditCents,
    former: former?.credit ?? [],
    now,
  });
  return taken === creditCents ? null : 'credit';
}

/** What a hold had of credit and code until it was changed. */
export interface FormerParts {
  codeId: number | null;
  credit: HeldCredit[];
}

interface PartsToTake {
  paymentId: number;
  userId: number;
  parts: PlannedParts;
  former?: FormerParts;
  now: Date;
}

/** Gives back what a hold has of credit and code, which is to end unpaid or to be changed. Returns what it had. */
export async function releaseParts(
  trx: Trx,
  { id, credit_cents: creditCents, discount_code_id: codeId }: HoldParts,
): Promise<FormerParts> {
  if (codeId !== null) await putCodeBack(trx, id);
  return { codeId, credit: creditCents > 0 ? await putCreditBack(trx, id) : [] };
}

type HoldParts = Pick<PaymentParts, 'id' | 'credit_cents' | 'discount_code_id'>;

/**
 * Locks what payments have of credit and codes, in the order of ids, for whoever gives back that of several, or locks a
 * slot before giving it back.
 */
export async function lockParts(trx: Trx, payments: readonly HoldParts[]): Promise<void> {
  const codeIds = payments.flatMap(({ discount_code_id: codeId }) => codeId ?? []);
  if (codeIds.length > 0) await lockCodes(trx, codeIds);
  const withCredit = payments.filter(({ credit_cents: creditCents }) => creditCents > 0);
  if (withCredit.length === 0) return;
  await lockGrantsOf(
    trx,
    withCredit.map(({ id }) => id),
  );
}

/** Locks the codes of two holds, of which one is released and the other takes. */
export async function lockCodesOf(trx: Trx, codeIds: readonly (number | null)[]): Promise<void> {
  const ids = codeIds.filter((id) => id !== null);
  if (ids.length > 1) await lockCodes(trx, ids);
}

/** Credit that comes back when its grant has ended can be used for so long. */
const RETURNED_CREDIT_MS = 30 * DAY_MS;

/** Gives back so much of the credit that paid an order. */
export async function returnCredit(
  trx: Trx,
  { paymentId, cents, now }: { paymentId: number; cents: number; now: Date },
): Promise<void> {
  if (cents === 0) return;
  const extendedTo = new Date(now.getTime() + RETURNED_CREDIT_MS);
  const returned = await returnCreditToGrants(trx, { paymentId, cents, now, extendedTo });
  if (returned !== cents)
    throw new Error(`payment ${paymentId}: ${cents} cents of credit are to go back, and it used ${returned}`);
}

/**
 * Spends credit for an order again, whose sale is restored after it was given back: as far as the buyer still has it. The
 * rest is WoPack's: nobody is asked for what they have spent otherwise.
 */
export async function takeCreditAgain(
  trx: Trx,
  {
    orderId,
    paymentId,
    userId,
    cents,
    now,
  }: { orderId: number; paymentId: number; userId: number; cents: number; now: Date },
): Promise<void> {
  if (cents === 0) return;
  const missingCents = cents - (await takeReturnedCredit(trx, { paymentId, cents }));
  if (missingCents === 0) return;
  const grant = await createGrant(trx, {
    userId,
    source: 'support',
    amountCents: missingCents,
    sellerId: null,
    orderId,
    endsAt: null,
    now,
  });
  await replaceReturnedCredit(trx, { paymentId, grantId: grant!.id, cents: missingCents });
}
