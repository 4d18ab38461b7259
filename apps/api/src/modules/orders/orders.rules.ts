import type { DiscountPayer, OrderState, PaymentMethod } from '@wopack/contract';
import {
  cancellationDeadline,
  countKeptUnits,
  findReadyReason,
  isWithdrawable,
  type Language,
  MINUTE_MS,
  type OrderUnits,
  ofUnits,
  type PaidParts,
  type ReadyReason,
  readyReasons,
  reportDeadline,
  splitPaid,
} from '@wopack/domain';
import type { Posting } from '../ledger/index.ts';

/** All allowed state transitions. Source: docs/specification.md, Orders. */
const transitions: Record<OrderState, readonly OrderState[]> = {
  paid: ['collected', 'not_collected', 'cancelled_by_buyer', 'cancelled_by_store', 'refunded'],
  collected: ['refunded'],
  // By a counter that was without a connection until the window was over.
  not_collected: ['collected', 'refunded'],
  cancelled_by_buyer: [],
  cancelled_by_store: [],
  refunded: [],
};

/** 'done' when the order is in the state already. */
export function checkTransition(from: OrderState, to: OrderState): 'yes' | 'done' | 'no' {
  if (from === to) return 'done';
  return transitions[from].includes(to) ? 'yes' : 'no';
}

/**
 * How a buyer may cancel: free until two hours before the window, then with a reason until it starts.
 * Source: docs/specification.md, Orders.
 */
export function buyerCancellation(
  state: OrderState,
  windowStart: Date,
  now: Date,
): 'free' | 'with_reason' | 'no' {
  if (state !== 'paid' || now >= windowStart) return 'no';
  return now <= cancellationDeadline(windowStart) ? 'free' : 'with_reason';
}

/**
 * Whether a seller who cannot hand out refunds instead of cancelling: from two hours before the window until it ends.
 * Source: docs/specification.md, Orders.
 */
export const isLateCancellation = (windowStart: Date, windowEnd: Date, now: Date): boolean =>
  now > cancellationDeadline(windowStart) && now <= windowEnd;

/** What an order was paid by; its price, earning and commission are those without a discount. */
export interface OrderParts {
  price_cents: number;
  credit_cents: number;
  discount_cents: number;
  discount_payer: DiscountPayer | null;
}

export const getPaidParts = (order: Omit<OrderParts, 'discount_payer'>): PaidParts => ({
  cardCents: order.price_cents - order.credit_cents - order.discount_cents,
  creditCents: order.credit_cents,
  discountCents: order.discount_cents,
});

/** The part of a discount that the business pays: all or nothing. */
export const ofBusiness = (order: Pick<OrderParts, 'discount_payer'>, discountCents: number): number =>
  order.discount_payer === 'business' ? discountCents : 0;

/** The earning without what the business pays of a discount. */
export const getNetEarning = (order: OrderParts & { earning_cents: number }): number =>
  order.earning_cents - ofBusiness(order, order.discount_cents);

type Entries = Posting['entries'];

/** Entries of what the buyer spends, and of what WoPack pays of a discount; that of a business is in its earning. */
export const toPaidEntries = (
  { user_id: userId, discount_payer: payer }: { user_id: number } & Pick<OrderParts, 'discount_payer'>,
  { cardCents, creditCents, discountCents }: PaidParts,
): Entries => [
  { account: { kind: 'buyer', userId }, amountCents: cardCents },
  { account: { kind: 'credit', userId }, amountCents: creditCents },
  { account: { kind: 'promotions' }, amountCents: payer === 'operator' ? discountCents : 0 },
];

/** The business's stays: its statement lists each of them with the commission, also what brings it nothing. */
export const withoutZeros = (entries: Entries): Entries =>
  entries.filter(({ account, amountCents }) => amountCents !== 0 || account.kind === 'seller');

export interface RefundableOrder extends OrderUnits, OrderParts {
  commission_cents: number;
  earning_cents: number;
  refunded_cents: number;
}

/** '2 × Evening box': so many units of an order, by default those that were not given back singly; of one alone the name. */
export const formatUnits = (
  name: string,
  { units, ...order }: { quantity: number; returned_quantity: number; units?: number | undefined },
): string => (order.quantity === 1 ? name : `${units ?? countKeptUnits(order)} × ${name}`);

/** WoPack's commission for the units that were not given back. */
export const keptCommission = (order: RefundableOrder): number =>
  ofUnits(order.commission_cents, order, countKeptUnits(order));

/** What the buyer has back, on the card and as credit, once so much of the price is refunded. */
function getBackOfBuyer(order: RefundableOrder, refundedCents: number): number {
  const { cardCents, creditCents } = splitPaid(getPaidParts(order), refundedCents);
  return cardCents + creditCents;
}

/**
 * The lowest total of refunds by which the buyer has more back than now: of less, all would be a discount and go to whoever
 * paid it. Null where the discount is the whole price.
 */
export function minPartRefund(order: RefundableOrder): number | null {
  const { price_cents: priceCents, discount_cents: discountCents } = order;
  const paidCents = priceCents - discountCents;
  if (paidCents === 0) return null;
  return Math.ceil(((getBackOfBuyer(order, order.refunded_cents) + 1) * priceCents) / paidCents);
}

/**
 * The highest total of refunds that leaves a part of the price: that which takes the earning of the units that were not
 * given back, and with it what of a discount the business gets back. 0 where none up to it gives the buyer anything more.
 */
export function maxPartRefund(order: RefundableOrder): number {
  const { price_cents: priceCents } = order;
  const keptCents = getNetEarning(order) + ofUnits(order.commission_cents, order, order.returned_quantity);
  const paidCents = priceCents - ofBusiness(order, order.discount_cents);
  const maxCents = Math.ceil(((keptCents + 1) * priceCents) / paidCents) - 1;
  const minCents = minPartRefund(order);
  return minCents !== null && minCents <= maxCents ? maxCents : 0;
}

/**
 * Classifies a refund that raises an order's refunded amount to `totalCents`. The full price reverses the sale
 * ('whole'); less is taken from the seller's earning alone ('part'), so that amounts between earning and price are
 * refused ('aboveEarning'), and so are those that give the buyer nothing ('nothingBack').
 * Source: docs/specification.md, Money.
 */
export function planRefund(
  order: RefundableOrder & { state: OrderState },
  totalCents: number,
): 'done' | 'part' | 'whole' | 'notRefundable' | 'belowRefunded' | 'aboveEarning' | 'nothingBack' {
  if (totalCents === order.refunded_cents) return 'done';
  if (checkTransition(order.state, 'refunded') !== 'yes') return 'notRefundable';
  if (totalCents === order.price_cents) return 'whole';
  if (totalCents < order.refunded_cents) return 'belowRefunded';
  if (totalCents > maxPartRefund(order)) return 'aboveEarning';
  return totalCents < minPartRefund(order)! ? 'nothingBack' : 'part';
}

/** provider: somebody on the payment provider's pages; bank: the cardholder's, after a dispute; buyer: by withdrawing. */
export type OrderRefundDecider = 'seller' | 'operator' | 'provider' | 'bank' | 'buyer';

/** What a refund of so much of the price is made of, in all. */
export interface RefundSplit {
  /** What the earning loses, less what the business gets back of a discount that it pays. */
  sellerCents: number;
  commissionCents: number;
  /** What the buyer has back, and whoever paid a discount. */
  back: PaidParts;
}

/**
 * Who pays what the buyer has back: units given back as their sale was shared, and what was refunded by amount the seller
 * up to the earning of the other units, then WoPack out of its commission. Buyer, seller and operator cannot decide on so
 * much; a bank and the pages of the payment provider can. It goes back as it was paid; the business gets its discount back.
 */
export function splitRefund(
  order: Omit<RefundableOrder, 'refunded_cents' | 'returned_quantity'>,
  { refundedCents, returnedUnits }: { refundedCents: number; returnedUnits: number },
): RefundSplit {
  const back = splitPaid(getPaidParts(order), refundedCents);
  const ofSellerCents = refundedCents - ofUnits(order.commission_cents, order, returnedUnits);
  const limitCents = getNetEarning(order) + ofBusiness(order, back.discountCents);
  const sellerCents = Math.min(ofSellerCents, limitCents);
  return {
    sellerCents: sellerCents - ofBusiness(order, back.discountCents),
    commissionCents: refundedCents - sellerCents,
    back,
  };
}

/** What the business still earns by an order. */
export const keptEarning = (order: RefundableOrder): number =>
  getNetEarning(order) -
  splitRefund(order, { refundedCents: order.refunded_cents, returnedUnits: order.returned_quantity })
    .sellerCents;

/** Whether an order can still be reported, by its state and window alone. */
export const isReportable = (state: OrderState, windowStart: Date, windowEnd: Date, now: Date): boolean =>
  ['paid', 'collected', 'not_collected'].includes(state) &&
  now >= windowStart &&
  now <= reportDeadline(windowEnd);

/** A pack that keeps, once it is paid and whatever became of it, as long as the sale stands. */
export const canWithdraw = (
  {
    state,
    is_perishable: isPerishable,
    pickup_end: windowEnd,
  }: { state: OrderState; is_perishable: boolean; pickup_end: Date },
  now: Date,
): boolean => SOLD_STATES.includes(state) && isWithdrawable({ isPerishable, windowEnd }, now);

/** A seller has 72 hours to answer a report; then the operator decides. Source: docs/specification.md, Orders. */
export const REPORT_ANSWER_MS = 72 * 60 * MINUTE_MS;
export const reportAnswerDeadline = (reportedAt: Date): Date =>
  new Date(reportedAt.getTime() + REPORT_ANSWER_MS);

/** Five wrong PINs per sale place within ten minutes block it for a minute. Source: docs/specification.md, Orders. */
export const MAX_WRONG_PINS = 5;
const WRONG_PIN_WINDOW_MS = 10 * MINUTE_MS;
const PIN_WAIT_MS = 60_000;
/** Wrong PINs entered up to this instant no longer count. */
export const wrongPinsCountAfter = (now: Date): Date => new Date(now.getTime() - WRONG_PIN_WINDOW_MS);
/** The block is over if the last wrong PIN was entered up to this instant. */
export const pinWaitOverFor = (now: Date): Date => new Date(now.getTime() - PIN_WAIT_MS);
export const pinWaitUntil = (lastWrongAt: Date): Date => new Date(lastWrongAt.getTime() + PIN_WAIT_MS);

/** A review or the reply to it in the reader's language, where it was translated, beside the original. */
export function buildWords<L extends Language | null>(
  original: { text: string; language: L },
  translations: Partial<Record<Language, string>> | null,
  language: Language,
) {
  const translation = original.text && translations?.[language];
  if (!translation)
    return { text: original.text, language: original.language, translated: false, original: null };
  return {
    text: translation,
    language,
    translated: true,
    original: { text: original.text, language: original.language },
  };
}

interface ReplyRow {
  reply_text: string | null;
  reply_language: Language | null;
  reply_translations: Partial<Record<Language, string>> | null;
  replied_at: Date | null;
}

/** The seller's reply to a review; null without. */
export const buildReviewReply = (
  { reply_text: text, reply_language: ownLanguage, reply_translations: translations, replied_at }: ReplyRow,
  language: Language,
) =>
  text === null
    ? null
    : {
        ...buildWords({ text, language: ownLanguage! }, translations, language),
        created_at: replied_at!.toISOString(),
      };

/** Why an order was cancelled, as it is stored. */
export interface CancelReason {
  text: string;
  /** Set when a ready reason was chosen. */
  code: ReadyReason | null;
  /** Language of the text. */
  language: Language;
}

/** Words that equal a ready reason of any language are that reason; others are in the language of the caller. */
export function parseCancelReason(text: string, language: Language): CancelReason {
  const ready = findReadyReason(text);
  return { text, code: ready?.reason ?? null, language: ready?.language ?? language };
}

interface CancelReasonRow {
  cancel_reason: string | null;
  cancel_reason_code: ReadyReason | null;
  cancel_reason_language: Language | null;
}

/** A ready reason is in the reader's language, other words are in their own. */
export const buildCancelReason = (row: CancelReasonRow, language: Language) =>
  row.cancel_reason_code === null
    ? { cancel_reason: row.cancel_reason, cancel_reason_language: row.cancel_reason_language }
    : { cancel_reason: readyReasons[row.cancel_reason_code][language], cancel_reason_language: language };

/** Public name of a review's author, e.g. 'Marta'; null without a name. */
export const formatFirstName = (name: string): string | null => name.trim().split(/\s+/)[0] || null;

/** What a seller may search orders by: the number, or the name as it is shown to them. */
export type OrderSearch = { id: number } | { firstName: string; initial: string | null } | 'nothing';

/** '10482', '№ 10482', 'marta' or 'Marta S.'; null for an empty text. */
export function parseOrderSearch(text: string): OrderSearch | null {
  if (text.trim() === '') return null;
  const number = /^\D*(\d{1,9})\D*$/.exec(text)?.[1];
  if (number) return { id: Number(number) };
  const [firstName, secondName] = text.split(/[^\p{L}’'-]+/u).filter(Boolean);
  return firstName ? { firstName, initial: secondName?.[0] ?? null } : 'nothing';
}

/** States of orders that count as sold: neither cancelled nor fully refunded. */
export const SOLD_STATES: readonly OrderState[] = ['paid', 'collected', 'not_collected'];

/** Calendar days at the sale place, both included. */
export interface DateRangeOfSales {
  from: string;
  to: string;
}

const MAX_DAYS = 366;

/** Defaults to the current week and the three before it. */
export function resolveSalesRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: Temporal.PlainDate,
): DateRangeOfSales {
  const lastDate = to === undefined ? today : Temporal.PlainDate.from(to);
  const firstDate =
    from === undefined ? mondayOf(lastDate).subtract({ weeks: 3 }) : Temporal.PlainDate.from(from);
  return { from: firstDate.toString(), to: lastDate.toString() };
}

export function rangeError({ from, to }: DateRangeOfSales): 'backwards' | 'tooLong' | null {
  const days = Temporal.PlainDate.from(from).until(to).total('days') + 1;
  if (days < 1) return 'backwards';
  return days > MAX_DAYS ? 'tooLong' : null;
}

const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });

/** The same weekdays earlier, shifted by as few whole weeks as avoid an overlap. */
export function comparisonRange({ from, to }: DateRangeOfSales): DateRangeOfSales {
  const [firstDate, lastDate] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const weeks = Math.ceil((firstDate.until(lastDate).total('days') + 1) / 7);
  return { from: firstDate.subtract({ weeks }).toString(), to: lastDate.subtract({ weeks }).toString() };
}

export const dayBefore = (day: string): string =>
  Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

export interface SalesTotals {
  offered: number;
  sold: number;
  collected: number;
  price_cents: number;
  refunded_cents: number;
  commission_cents: number;
  /** The part of discount codes that the business pays. */
  discount_cents: number;
  earning_cents: number;
}

export function addTotals(days: readonly SalesTotals[]): SalesTotals {
  const total = (key: keyof SalesTotals) => days.reduce((sum, day) => sum + day[key], 0);
  return {
    offered: total('offered'),
    sold: total('sold'),
    collected: total('collected'),
    price_cents: total('price_cents'),
    refunded_cents: total('refunded_cents'),
    commission_cents: total('commission_cents'),
    discount_cents: total('discount_cents'),
    earning_cents: total('earning_cents'),
  };
}

/** Splits a range into parts of at most 31 days. */
export function* splitRange({ from, to }: DateRangeOfSales): Generator<DateRangeOfSales> {
  const lastDate = Temporal.PlainDate.from(to);
  for (
    let firstDate = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(firstDate, lastDate) <= 0;
  ) {
    const end = firstDate.add({ days: 30 });
    const until = Temporal.PlainDate.compare(end, lastDate) < 0 ? end : lastDate;
    yield { from: firstDate.toString(), to: until.toString() };
    firstDate = until.add({ days: 1 });
  }
}

/** The names are the same in each language. */
export const methodNames: Record<PaymentMethod, string> = {
  card: '',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  mb_way: 'MB WAY',
};

/** Which text says how an order was paid. */
export function getMeans({
  method,
  card_last4: card,
}: {
  method: PaymentMethod;
  card_last4: string | null;
}): '' | 'ByCard' | 'ByWallet' | 'ByMethod' {
  if (method !== 'card') return card ? 'ByWallet' : 'ByMethod';
  return card ? 'ByCard' : '';
}
