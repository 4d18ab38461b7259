import { formatCents, pickLanguage, pickupDateText } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { MailTemplates } from '../../platform/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import { findForMail } from './orders.queries.ts';
import { readPin } from './pins.ts';

/** Mails about an order to its buyer, made when they are sent: the PIN stands in no job. */
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
