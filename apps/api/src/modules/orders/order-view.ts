import {
  cancellationDeadline,
  canHandOut,
  eurosFromCents,
  formatCents,
  type Language,
  pickLanguage,
  pickupDateText,
  ratingDeadline,
} from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { MailTemplates } from '../../platform/mail/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { BuyerOrder } from './orders.queries.ts';
import { findForMail } from './orders.queries.ts';
import { buyerCancellation, formatShortName, isReportable, reportAnswerDeadline } from './orders.rules.ts';
import { readPin } from './pin/pins.ts';
import type { SellerOrder } from './seller/seller-orders.queries.ts';

export const buildBuyerOrderView = (row: BuyerOrder, language: Language, now: Date, secrets: Secrets) => ({
  id: row.id,
  state: row.state,
  pin: row.state === 'paid' ? readPin(secrets, row.pin) : null,
  price: eurosFromCents(row.price_cents),
  old_price: row.old_price_cents === null ? null : eurosFromCents(row.old_price_cents),
  price_cents: row.price_cents,
  refunded_cents: row.refunded_cents,
  pickup: pickupDateText(row.pickup_start, row.pickup_end, row.time_zone, language),
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  cancel_until: cancellationDeadline(row.pickup_start).toISOString(),
  created_at: row.created_at.toISOString(),
  collected_at: row.collected_at?.toISOString() ?? null,
  card: row.card_last4,
  can_cancel: buyerCancellation(row.state, row.pickup_start, now),
  can_rate:
    row.collected_at !== null &&
    row.state === 'collected' &&
    row.stars === null &&
    now <= ratingDeadline(row.collected_at),
  rating: row.stars === null ? null : { stars: row.stars, text: row.rating_text ?? '' },
  can_report: row.report_text === null && isReportable(row.state, row.pickup_start, row.pickup_end, now),
  report:
    row.report_text === null
      ? null
      : {
          text: row.report_text,
          photo: row.report_photo,
          created_at: row.reported_at!.toISOString(),
          answer: row.report_answer,
          answered_by: row.answered_by,
        },
  cancel_reason: row.cancel_reason,
  product: { id: row.product_id, name: row.product_name, photos: row.photos },
  sale_place: {
    id: row.sale_place_id,
    name: row.place_name,
    address: row.address,
    phone: row.phone,
    latitude: row.latitude,
    longitude: row.longitude,
    time_zone: row.time_zone,
  },
});

export const buildSellerOrderView = (row: SellerOrder, language: Language, now: Date) => ({
  id: row.id,
  state: row.state,
  client: formatShortName(row.name, row.surname),
  price: eurosFromCents(row.price_cents),
  price_cents: row.price_cents,
  earning_cents: row.earning_cents,
  refunded_cents: row.refunded_cents,
  pickup: pickupDateText(row.pickup_start, row.pickup_end, row.time_zone, language),
  pickup_start: row.pickup_start.toISOString(),
  pickup_end: row.pickup_end.toISOString(),
  collected_at: row.collected_at?.toISOString() ?? null,
  cancel_reason: row.cancel_reason,
  slot_id: row.slot_id,
  can_cancel: row.state === 'paid' && now <= cancellationDeadline(row.pickup_start),
  report:
    row.report_text === null
      ? null
      : {
          text: row.report_text,
          photo: row.report_photo,
          created_at: row.reported_at!.toISOString(),
          answer: row.report_answer,
          answered_by: row.answered_by,
          answer_until: reportAnswerDeadline(row.reported_at!).toISOString(),
          can_answer: row.answered_by === null && now <= reportAnswerDeadline(row.reported_at!),
        },
  can_hand_out: row.state === 'paid' && canHandOut(now, row.pickup_start, row.pickup_end),
  product: { id: row.product_id, name: row.product_name },
  sale_place: { id: row.sale_place_id, name: row.place_name, time_zone: row.time_zone },
});

/** Mails to the buyer, rendered when they are sent, so that the PIN is not stored in the job table. */
export const orderMails = ({ db, config, secrets }: Context): MailTemplates => ({
  order: async ({ orderId }: { orderId: number }) => {
    const order = await findForMail(db, orderId);
    const pin = order && readPin(secrets, order.pin);
    if (!order || !pin) return null;
    const { email: to, product_name: name } = order;
    const language = pickLanguage(order.language);
    const url = `${config.publicUrl}/orders/${orderId}`;
    return {
      to,
      url,
      subject: translate('mail.order.subject', language, { name }),
      text: translate('mail.order.text', language, {
        name,
        place: order.place_name,
        address: order.address,
        pickup: pickupDateText(order.pickup_start, order.pickup_end, order.time_zone, language),
        pin,
        url,
      }),
      language,
    };
  },
  cancelled: async ({ orderId }: { orderId: number }) => {
    const order = await findForMail(db, orderId);
    if (!order) return null;
    const { email: to, product_name: name } = order;
    const language = pickLanguage(order.language);
    const amount = formatCents(order.price_cents, language);
    return {
      to,
      subject: translate('mail.cancelled.subject', language, { name }),
      text: translate('mail.cancelled.text', language, { name, amount }),
      language,
    };
  },
});
