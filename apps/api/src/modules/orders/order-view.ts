import { hasMemberRight } from '@wopack/contract';
import {
  cancellationDeadline,
  canHandOut,
  countKeptUnits,
  dateTimeText,
  deadlineText,
  eurosFromCents,
  formatCents,
  formatShortName,
  getFullName,
  getLocale,
  isolateWords,
  type Language,
  ofUnits,
  pickLanguage,
  pickupDateText,
  ratingDeadline,
  splitPaid,
  withdrawalDeadline,
} from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { MemberActor } from '../../platform/http/route.ts';
import { composeMail, type MailTemplates } from '../../platform/mail/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { signTicket } from './counter/ticket-keys.ts';
import { findSendError } from './friend/friend-links.rules.ts';
import { canChangeInvoice, DEFAULT_COUNTRY, getInvoiceDeadline } from './invoices/invoices.rules.ts';
import { type BuyerOrder, findForMail } from './orders.queries.ts';
import {
  buildCancelReason,
  buildReviewReply,
  buildWords,
  buyerCancellation,
  canWithdraw,
  formatUnits,
  getMeans,
  getNetEarning,
  getPaidParts,
  isLateCancellation,
  isReportable,
  maxPartRefund,
  methodNames,
  ofBusiness,
  reportAnswerDeadline,
  SOLD_STATES,
} from './orders.rules.ts';
import { readPin } from './pin/pins.ts';
import { buildReceiptValues } from './receipts/receipts.ts';
import type { SellerOrder } from './seller/seller-orders.queries.ts';
import { canAnswerValue, getUnitValue } from './value/value.rules.ts';

/** A buyer's complaint, as both sides see it. */
const buildReport = (row: BuyerOrder | SellerOrder) =>
  row.report_text === null
    ? null
    : {
        text: row.report_text,
        wish: row.report_wish,
        photo: row.report_photo,
        created_at: row.reported_at!.toISOString(),
        answer: row.report_answer,
        answered_by: row.answered_by,
        answer_until: reportAnswerDeadline(row.reported_at!).toISOString(),
      };

type TicketRow = Pick<BuyerOrder, 'id' | 'state' | 'dispute' | 'pin' | 'name' | 'surname'> &
  Pick<BuyerOrder, 'sale_place_id' | 'slot_id' | 'product_id' | 'pickup_start' | 'pickup_end'> &
  Pick<BuyerOrder, 'ticket_version' | 'ticket_key_id' | 'quantity' | 'returned_quantity'>;

/** PIN and signed ticket of an order that can be collected. Whoever has the money back from the bank gets nothing for it. */
export function buildTicket(row: TicketRow, secrets: Secrets) {
  const pin = row.state === 'paid' && row.dispute !== 'lost' ? readPin(secrets, row.pin) : null;
  if (pin === null) return { pin };
  const ticket = {
    orderId: row.id,
    salePlaceId: row.sale_place_id,
    slotId: row.slot_id,
    productId: row.product_id,
    quantity: countKeptUnits(row),
    buyer: formatShortName(row.name, row.surname) ?? '',
    pickupStart: row.pickup_start.getTime(),
    pickupEnd: row.pickup_end.getTime(),
    version: row.ticket_version,
    keyId: row.ticket_key_id,
  };
  return { pin, ticket: signTicket(secrets, ticket, pin) };
}

/** Packs bought, of them returned while the order stands, and handed out. */
const buildQuantities = (row: {
  quantity: number;
  returned_quantity: number;
  handed_out_quantity: number | null;
}) => ({
  quantity: row.quantity,
  returned_quantity: row.returned_quantity,
  handed_out_quantity: row.handed_out_quantity,
});

/** Where an order is collected. */
export const buildSalePlace = (
  row: Pick<BuyerOrder, 'sale_place_id' | 'place_name' | 'address' | 'phone'> &
    Pick<BuyerOrder, 'latitude' | 'longitude' | 'time_zone'>,
) => ({
  id: row.sale_place_id,
  name: row.place_name,
  address: row.address,
  phone: row.phone,
  latitude: row.latitude,
  longitude: row.longitude,
  time_zone: row.time_zone,
});

/** The question whether it was worth its value; nothing for those who are not asked. */
const buildValueView = (row: BuyerOrder, now: Date) => {
  const valueCents = getUnitValue(row);
  const hasQuestion = row.collected_at && valueCents !== null && !row.opened_at && !row.is_of_member;
  if (!hasQuestion || (row.state !== 'collected' && row.value_answer === null)) return {};
  return {
    value: {
      can_answer: canAnswerValue(row, now),
      until: ratingDeadline(row.collected_at!).toISOString(),
      value_cents: valueCents,
      answer: row.value_answer,
      photo: row.value_photo,
      may_be_shown: row.is_value_photo_allowed ?? false,
      is_shown: row.pinned_at !== null && row.value_hidden_at === null,
    },
  };
};
/** Undefined for an order that the card alone has paid. */
function buildParts(
  row: Pick<BuyerOrder, 'price_cents' | 'credit_cents' | 'discount_cents' | 'refunded_cents'>,
) {
  const paid = getPaidParts(row);
  if (paid.cardCents === row.price_cents) return {};
  const back = splitPaid(paid, row.refunded_cents);
  return {
    parts: {
      card_cents: paid.cardCents,
      credit_cents: paid.creditCents,
      discount_cents: paid.discountCents,
      card_back_cents: back.cardCents,
      credit_back_cents: back.creditCents,
    },
  };
}

export const buildBuyerOrderView = (row: BuyerOrder, language: Language, now: Date, secrets: Secrets) => ({
  id: row.id,
  state: row.state,
  // A friend who opened the link has the PIN alone.
  ...(row.opened_at === null ? buildTicket(row, secrets) : { pin: null }),
  price: eurosFromCents(row.price_cents),
  old_price: row.old_price_cents === null ? null : eurosFromCents(row.old_price_cents),
  price_cents: row.price_cents,
  ...buildQuantities(row),
  refunded_cents: row.refunded_cents,
  ...buildParts(row),
  money_back: row.money_back,
  dispute: row.dispute,
  pickup: pickupDateText(row.pickup_start, row.pickup_end, row.time_zone, language),
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  cancel_until: cancellationDeadline(row.pickup_start).toISOString(),
  created_at: row.created_at.toISOString(),
  collected_at: row.collected_at?.toISOString() ?? null,
  paid_with: row.method,
  card: row.card_last4,
  can_cancel: buyerCancellation(row.state, row.pickup_start, now),
  ...(!row.is_perishable && {
    withdrawal: {
      can_withdraw: row.dispute !== 'lost' && canWithdraw(row, now),
      until: withdrawalDeadline(row.pickup_end).toISOString(),
      withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    },
  }),
  ...(row.sent_at && {
    friend: { sent_at: row.sent_at.toISOString(), opened_at: row.opened_at?.toISOString() ?? null },
  }),
  ...(findSendError(row, now) === null && { can_send_to_friend: true }),
  can_rate:
    row.collected_at !== null &&
    row.state === 'collected' &&
    row.stars === null &&
    !row.is_of_member &&
    now <= ratingDeadline(row.collected_at),
  rating:
    row.stars === null
      ? null
      : {
          stars: row.stars,
          text: row.rating_text ?? '',
          reply: buildReviewReply(row, language),
        },
  ...buildValueView(row, now),
  can_report: row.report_text === null && isReportable(row.state, row.pickup_start, row.pickup_end, now),
  report: buildReport(row),
  ...buildCancelReason(row, language),
  ...(row.first_until && {
    late_cancellation: {
      first_until: row.first_until.toISOString(),
      can_be_first: row.first_used_at === null && now < row.first_until,
    },
  }),
  invoice: {
    name: row.invoice_name,
    tax_number: row.invoice_tax_number,
    change_until: getInvoiceDeadline(row).toISOString(),
    can_change: canChangeInvoice(row, now),
    seller_name: row.issuer_name,
    country: row.issuer_country ?? DEFAULT_COUNTRY,
    vat_rate: row.vat_rate,
  },
  product: {
    id: row.product_id,
    name: row.product_name,
    local_name: row.product_names?.[language] ?? null,
    photos: row.photos,
  },
  sale_place: buildSalePlace(row),
});

/** As sellers see buyers; whoever signed in by code may have no name, and a deleted account has none. */
export const formatCustomerName = (
  { name, surname }: { name: string; surname: string },
  language: Language,
): string => formatShortName(name, surname) ?? translate('orders.customer', language);

/** With what the seller may do about it, and what the operator and the seller have written. */
function buildSellerReport(row: SellerOrder, language: Language, now: Date) {
  const report = buildReport(row);
  const isOpen = row.answered_by === null;
  return (
    report && {
      ...report,
      ...buildWords({ text: report.text, language: row.report_language }, row.report_translations, language),
      can_answer: isOpen && now <= reportAnswerDeadline(row.reported_at!),
      messages: row.report_messages,
      question_at: isOpen ? (row.question_at?.toISOString() ?? null) : null,
      can_write:
        isOpen &&
        now > reportAnswerDeadline(row.reported_at!) &&
        (row.question_at !== null || row.seller_message_at === null),
    }
  );
}

type HandedOutRow = Pick<SellerOrder, 'name_at_counter' | 'counter_name' | 'counter_surname'>;

/** Who handed it out; devices, which everybody at the counter reads, get short names. */
export const formatHandedOutBy = (row: HandedOutRow, actor: MemberActor): string | null =>
  row.name_at_counter ??
  ((actor.device ? formatShortName : getFullName)(row.counter_name ?? '', row.counter_surname ?? '') || null);

/** 'Fri 20 Nov 17:55 · Teresa P. · Tablet da Trindade', as far as it is known. */
export const describeHandOut = (row: SellerOrder, actor: MemberActor, language: Language): string =>
  [
    row.collected_at && dateTimeText(row.collected_at, row.time_zone, language),
    ...[formatHandedOutBy(row, actor), row.handed_out_device].map((words) => words && isolateWords(words)),
  ]
    .filter(Boolean)
    .join(' · ');

/** The reader is a member of the business, who may not hand out an order of their own. */
export const buildSellerOrderView = (
  row: SellerOrder,
  { actor, language }: { actor: MemberActor; language: Language },
  now: Date,
) => ({
  id: row.id,
  state: row.state,
  client: formatCustomerName(row, language),
  price: eurosFromCents(row.price_cents),
  price_cents: row.price_cents,
  // The counter, and devices there, see what was paid and not what is earned.
  earning_cents: hasMemberRight(actor.member.role, 'figures.view') ? getNetEarning(row) : 0,
  discount_cents: hasMemberRight(actor.member.role, 'figures.view') ? ofBusiness(row, row.discount_cents) : 0,
  max_part_refund_cents: hasMemberRight(actor.member.role, 'figures.view') ? maxPartRefund(row) : 0,
  ...buildQuantities(row),
  refunded_cents: row.refunded_cents,
  dispute: row.dispute,
  pickup: pickupDateText(row.pickup_start, row.pickup_end, row.time_zone, language),
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  collected_at: row.collected_at?.toISOString() ?? null,
  handed_out_by: formatHandedOutBy(row, actor),
  handed_out_device: row.handed_out_device,
  ...(row.opened_at && { is_with_friend: true }),
  hand_out_conflicts: row.hand_out_conflicts,
  ...(row.withdrawn_at && { withdrawn_at: row.withdrawn_at.toISOString() }),
  ...buildCancelReason(row, language),
  slot_id: row.slot_id,
  vat_rate: row.vat_rate,
  invoice: row.invoice_tax_number
    ? {
        name: row.invoice_name,
        tax_number: row.invoice_tax_number,
        given_at: row.invoice_given_at!.toISOString(),
        is_late: row.invoice_given_at! > row.created_at,
      }
    : null,
  can_cancel: row.state === 'paid' && now <= cancellationDeadline(row.pickup_start),
  can_refund:
    row.state === 'paid' &&
    row.dispute !== 'lost' &&
    isLateCancellation(row.pickup_start, row.pickup_end, now),
  report: hasMemberRight(actor.member.role, 'problems.answer') ? buildSellerReport(row, language, now) : null,
  can_hand_out:
    row.state === 'paid' &&
    row.dispute !== 'lost' &&
    row.user_id !== actor.id &&
    canHandOut(now, row.pickup_start, row.pickup_end),
  product: { id: row.product_id, name: row.product_name },
  sale_place: { id: row.sale_place_id, name: row.place_name, time_zone: row.time_zone },
});

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because making a formatter takes longer than the rest of a mail's text. */
const getDateFormat = (language: Language, timeZone: string): Intl.DateTimeFormat =>
  dateFormats.getOrInsertComputed(
    `${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(getLocale(language), { dateStyle: 'long', timeZone }),
  );

type OrderForMail = NonNullable<Awaited<ReturnType<typeof findForMail>>>;

/** What a buyer gets back of a refund: without the discount, and how much of it as credit. */
export function formatMoneyBack(
  order: Pick<OrderForMail, 'price_cents' | 'credit_cents' | 'discount_cents' | 'refunded_cents'>,
  amountCents: number,
  language: Language,
): string {
  const paid = getPaidParts(order);
  const after = Math.max(order.refunded_cents, amountCents);
  const [back, former] = [splitPaid(paid, after), splitPaid(paid, after - amountCents)];
  const creditCents = back.creditCents - former.creditCents;
  const amount = formatCents(back.cardCents - former.cardCents + creditCents, language);
  return creditCents === 0
    ? amount
    : translate('mail.moneyBackWithCredit', language, { amount, credit: formatCents(creditCents, language) });
}

/** What was charged, when and how, and what credit and a code paid besides. */
function formatReceipt(order: OrderForMail, language: Language): string {
  const { cardCents, creditCents, discountCents } = getPaidParts(order);
  const sentences = [
    translate(`mail.receipt${getMeans(order)}`, language, {
      id: order.id,
      paid: formatCents(cardCents, language),
      // In Russian it ends in an abbreviation, whose full stop is that of the sentence.
      paidOn: getDateFormat(language, order.time_zone).format(order.created_at).replace(/\.$/, ''),
      card: order.card_last4 ?? '',
      method: methodNames[order.method],
    }),
    order.quantity > 1 &&
      translate('mail.receiptUnits', language, {
        count: order.quantity,
        price: formatCents(ofUnits(order.price_cents, order, 1), language),
      }),
    discountCents > 0 &&
      translate('mail.receiptDiscount', language, { discount: formatCents(discountCents, language) }),
    creditCents > 0 &&
      translate('mail.receiptCredit', language, { credit: formatCents(creditCents, language) }),
  ];
  return sentences.filter(Boolean).join(' ');
}

/**
 * Placeholders of every mail about an order: place, address, window, the rule for cancelling as of now, and the
 * receipt. A mail is read on later days, so each date is in full.
 */
export function buildMailValues(order: OrderForMail, language: Language, now: Date, units?: number) {
  const { time_zone: timeZone, pickup_start: start, pickup_end: end } = order;
  const cancelUntil = cancellationDeadline(start);
  const cancelKey = now <= cancelUntil ? 'cancelUntil' : now < start ? 'cancelOver' : 'cancelStarted';
  return {
    name: formatUnits(order.product_names?.[language] ?? order.product_name, { ...order, units }),
    place: order.place_name,
    address: order.address,
    pickup: pickupDateText(start, end, timeZone, language),
    cancelling: translate(`mail.${cancelKey}`, language, {
      until: deadlineText(cancelUntil, timeZone, language),
    }),
    receipt: formatReceipt(order, language),
  };
}

/** The same for a notification that is sent from within a transaction. */
export async function loadMailValues(trx: Trx, orderId: number, now: Date) {
  const order = (await findForMail(trx, orderId))!;
  return (language: Language, units?: number) => buildMailValues(order, language, now, units);
}

/** Mails to the buyer, rendered when they are sent, so that the PIN is not stored in the job table. */
export const orderMails = ({ db, config, secrets, clock }: Context): MailTemplates => ({
  order: async ({ orderId }: { orderId: number }) => {
    const order = await findForMail(db, orderId);
    // Cancelled before this mail was sent: the buyer gets the mail of the cancellation only.
    if (!order || !SOLD_STATES.includes(order.state)) return null;
    const language = pickLanguage(order.language);
    const pin = order.opened_at ? translate('mail.pinOfFriend', language) : readPin(secrets, order.pin);
    if (!pin) return null;
    const url = `${config.publicUrl}/orders/${orderId}`;
    const values = {
      ...buildMailValues(order, language, clock.now()),
      ...(await buildReceiptValues({ db, clock }, order, language)),
      pin,
      url,
    };
    return {
      to: order.email,
      ...composeMail('order', language, values),
    };
  },
  /** The receipt of a withdrawal: what was stated, when, and by whom. */
  withdrawn: async ({ orderId }: { orderId: number }) => {
    const order = await findForMail(db, orderId);
    if (!order?.withdrawn_at) return null;
    const language = pickLanguage(order.language);
    const { time_zone: timeZone } = order;
    const values = {
      ...buildMailValues(order, language, clock.now()),
      id: order.id,
      amount: formatMoneyBack(order, order.price_cents, language),
      buyer: getFullName(order.name, order.surname) || order.email,
      email: { composed: order.email },
      at: new Intl.DateTimeFormat(getLocale(language), {
        dateStyle: 'long',
        timeStyle: 'long',
        timeZone,
      }).format(order.withdrawn_at),
    };
    return { to: order.email, ...composeMail('withdrawn', language, values) };
  },
  /** `amountCents`: of an order that had units given back before, the rest. */
  cancelled: async ({ orderId, amountCents }: { orderId: number; amountCents?: number }) => {
    const order = await findForMail(db, orderId);
    if (!order) return null;
    const language = pickLanguage(order.language);
    const amount = formatMoneyBack(order, amountCents ?? order.price_cents, language);
    const values = { ...buildMailValues(order, language, clock.now()), amount };
    return {
      to: order.email,
      ...composeMail('cancelled', language, values),
    };
  },
  /** Some packs of an order. */
  packsCancelled: async ({
    orderId,
    units,
    amountCents,
  }: {
    orderId: number;
    units: number;
    amountCents: number;
  }) => {
    const order = await findForMail(db, orderId);
    if (!order) return null;
    const language = pickLanguage(order.language);
    const values = {
      ...buildMailValues(order, language, clock.now(), units),
      left: formatUnits(order.product_names?.[language] ?? order.product_name, order),
      amount: formatMoneyBack(order, amountCents, language),
      url: `${config.publicUrl}/orders/${orderId}`,
    };
    return { to: order.email, ...composeMail('packsCancelled', language, values) };
  },
});
