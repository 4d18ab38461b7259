import { formatCents, pickLanguage } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { MailTemplates } from '../../platform/mail.ts';
import { translate } from '../../platform/messages/translate.ts';
import { getLateRefund } from './checkout.queries.ts';

export const checkoutMails = ({ db }: Pick<Context, 'db'>): MailTemplates => ({
  /** To a buyer whose money came too late and is on its way back. */
  lateRefund: async ({ paymentId }: { paymentId: number }) => {
    const { email: to, name, amount_cents, ...buyer } = await getLateRefund(db, paymentId);
    const language = pickLanguage(buyer.language);
    const amount = formatCents(amount_cents, language);
    return {
      to,
      subject: translate('mail.refund.subject', language),
      text: translate('mail.refund.text', language, { name, amount }),
      language,
    };
  },
});
