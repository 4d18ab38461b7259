import type { endpoints } from '@wopack/contract';
import {
  DAY_MS,
  deadlineText,
  effectiveFrom,
  formatCents,
  formatShortName,
  getLocale,
  isWithdrawable,
  type Language,
  withdrawalDeadline,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import {
  AppError,
  createValidationError,
  type FieldErrors,
  getBlankError,
} from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { lockBusiness } from '../../businesses/index.ts';
import { lockUser } from '../../identity/index.ts';
import { getBalance } from '../../ledger/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { assertWholeBusiness } from '../codes/codes.ts';
import { createGrant, endGrant } from '../grants.ts';
import {
  findGrant,
  findThankedOrder,
  getGrantedByOperators,
  getThanksForOrder,
  isOrderOfUser,
  lockThankedOrder,
} from './give.queries.ts';

/** How long a push about credit is worth delivering. */
const NOTICE_MS = 7 * DAY_MS;

interface NotifiedGrant {
  userId: number;
  amountCents: number;
  endsAt: Date | null;
  note: string;
  /** The shop that gives it; null: WoPack. */
  placeName: string | null;
}

async function notifyBuyer(context: Context, trx: Trx, grant: NotifiedGrant, now: Date): Promise<void> {
  const { amountCents, endsAt, note, placeName } = grant;
  const { operatorTimeZone: timeZone } = context.config;
  const describeEnd = (language: Language): string =>
    endsAt === null
      ? translate('credit.usableAlways', language)
      : translate('credit.usableUntil', language, {
          // The last day, of which the end is the next midnight.
          date: new Intl.DateTimeFormat(getLocale(language), { dateStyle: 'long', timeZone }).format(
            new Date(endsAt.getTime() - 1),
          ),
        });
  await notifyUser(context, trx, {
    userId: grant.userId,
    template: placeName === null ? 'creditByWopack' : 'creditByShop',
    values: (language: Language) => ({
      amount: formatCents(amountCents, language),
      ...(placeName !== null && { place: placeName }),
      until: { composed: describeEnd(language) },
      text: note,
    }),
    url: '/account/credit',
    tag: 'credit',
    until: new Date(now.getTime() + NOTICE_MS),
  });
}

/**
 * A business gives at most what it earned by the order, and what it is owed now, so that nobody gets credit that nobody
 * pays; less where it gave some before.
 */
const getMaxCents = (
  order: { earned_cents: number; has_left: boolean },
  { grantedCents, endedCents, owedCents }: { grantedCents: number; endedCents: number; owedCents: number },
): number =>
  // What ended unused, by the refund of a sale that is restored, went back to the business.
  order.has_left ? 0 : Math.max(0, Math.min(order.earned_cents - (grantedCents - endedCents), owedCents));

/**
 * From when credit can be given for an order: of a pack that keeps, once its buyer can no longer withdraw from the contract,
 * because credit that is used already would stand against it. Null: now.
 */
const getPossibleFrom = (
  { is_perishable: isPerishable, pickup_end: windowEnd }: { is_perishable: boolean; pickup_end: Date },
  now: Date,
): Date | null => (isWithdrawable({ isPerishable, windowEnd }, now) ? withdrawalDeadline(windowEnd) : null);

/** What is owed to a business, of what it earned until now. */
const getOwedCents = async (db: DbOrTrx, businessId: number): Promise<number> =>
  0 - (await getBalance(db, { kind: 'seller', userId: businessId }));

export async function getOrderCredit(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, params: { id } }: Call<typeof endpoints.getOrderCredit>,
) {
  assertWholeBusiness(actor);
  const order = await findThankedOrder(db, actor.member.businessId, id);
  if (!order) throw new AppError('notFound');
  const former = await getThanksForOrder(db, id);
  const owedCents = await getOwedCents(db, actor.member.businessId);
  return {
    data: {
      given_cents: former.grantedCents,
      max_cents: getMaxCents(order, { ...former, owedCents }),
      possible_from: getPossibleFrom(order, clock.now())?.toISOString() ?? null,
      time_zone: order.time_zone,
      client: formatShortName(order.name, order.surname) ?? '',
      product_name: order.product_name,
    },
  };
}

export const validateNote = ({
  body,
}: PartiallyValidCall<typeof endpoints.giveOrderCredit>): FieldErrors => ({ note: getBlankError(body.note) });

/** Out of the earnings of the business, so that it counts when those of the order do. */
export async function giveOrderCredit(
  context: Context,
  { actor, params: { id }, body, language }: Call<typeof endpoints.giveOrderCredit>,
) {
  const { businessId } = actor.member;
  const now = context.clock.now();
  const { amount_cents: amountCents, given_cents: shownCents } = body;
  return context.db.transaction().execute(async (trx) => {
    // What it is owed is given once.
    await lockBusiness(trx, businessId);
    if (!(await lockThankedOrder(trx, businessId, id))) throw new AppError('notFound');
    const order = (await findThankedOrder(trx, businessId, id))!;
    const former = await getThanksForOrder(trx, id);
    if (former.grantedCents !== shownCents)
      throw new AppError('conflict', { message: 'credit.givenMeanwhile' });
    const owedCents = await getOwedCents(trx, businessId);
    const maxCents = getMaxCents(order, { ...former, owedCents });
    if (order.has_left) throw new AppError('conflict', { message: 'credit.buyerHasLeft' });
    if (order.state === 'paid') throw createValidationError('amount_cents', 'credit.afterPickup');
    const possibleFrom = getPossibleFrom(order, now);
    if (possibleFrom)
      throw new AppError('conflict', {
        message: 'credit.afterWithdrawal',
        values: { from: deadlineText(possibleFrom, order.time_zone, language) },
      });
    if (amountCents > maxCents) throw createMaxError(maxCents);
    const note = body.note.trim();
    await createGrant(trx, {
      userId: order.user_id,
      source: 'business',
      amountCents,
      sellerId: businessId,
      orderId: id,
      endsAt: null,
      note,
      createdBy: actor.id,
      now,
      effectiveAt: effectiveFrom(order.pickup_end, now, { isPerishable: order.is_perishable }),
    });
    const grant = { userId: order.user_id, amountCents, endsAt: null, note, placeName: order.place_name };
    await notifyBuyer(context, trx, grant, now);
    return { data: { given_cents: former.grantedCents + amountCents } };
  });
}

const createMaxError = (maxCents: number) =>
  maxCents === 0
    ? createValidationError('amount_cents', 'credit.nothingMore')
    : createValidationError('amount_cents', 'credit.atMost', { limit: maxCents });

interface SupportGrant {
  userId: number;
  /** Order of the user that the credit makes up for. */
  orderId?: number | undefined;
  amountCents: number;
  /** What operators gave before, as the page showed. */
  grantedCents: number;
  endsAt: Date | null;
  note: string;
  operatorId: number;
}

/** Credit that the operator pays. Returns the grant, and what operators gave to the user in all. */
export async function grantBySupport(
  context: Context,
  trx: Trx,
  grant: SupportGrant,
): Promise<{ id: number; granted_cents: number }> {
  const { userId, orderId, amountCents, endsAt, operatorId } = grant;
  const now = context.clock.now();
  if (!(await lockUser(trx, userId))) throw new AppError('notFound');
  if (orderId !== undefined && !(await isOrderOfUser(trx, orderId, userId))) throw new AppError('notFound');
  const before = await getGrantedByOperators(trx, userId);
  if (before !== grant.grantedCents) throw new AppError('conflict', { message: 'credit.givenMeanwhile' });
  const note = grant.note.trim();
  const created = await createGrant(trx, {
    userId,
    source: 'support',
    amountCents,
    sellerId: null,
    orderId: orderId ?? null,
    endsAt,
    note,
    createdBy: operatorId,
    now,
  });
  await notifyBuyer(context, trx, { userId, amountCents, endsAt, note, placeName: null }, now);
  return { id: created!.id, granted_cents: before + amountCents };
}

/** Ends what is left of any credit; returns how much that was, and of whom. */
export async function endAnyGrant(
  trx: Trx,
  id: number,
  now: Date,
): Promise<{ userId: number; endedCents: number }> {
  const grant = await findGrant(trx, id);
  if (!grant) throw new AppError('notFound');
  await lockUser(trx, grant.user_id);
  return { userId: grant.user_id, endedCents: await endGrant(trx, { grantId: id, now }) };
}
