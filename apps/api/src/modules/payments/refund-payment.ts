import { formatCents, pickLanguage } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { translate } from '../../platform/messages/translate.ts';
import { post } from '../ledger/index.ts';
import { findBuyerAndPack, findPayment, lockPayment, updatePayment } from './payments.queries.ts';
import type { PaymentProvider } from './provider.ts';

/** Sends money back that came too late, tells the buyer, and books it once. */
export async function refundPayment(
  { db, clock, jobs }: Context,
  provider: PaymentProvider,
  paymentId: number,
) {
  const payment = await findPayment(db, paymentId);
  if (payment?.state !== 'refund_due' || !payment.provider_ref) return;
  await provider.refund(payment.provider_ref, `refund:${payment.token}`);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if ((await lockPayment(trx, paymentId)).state !== 'refund_due') return;
    await updatePayment(trx, paymentId, { state: 'refunded' });
    await post(trx, {
      kind: 'refund',
      reference: `payment:${paymentId}`,
      entries: [
        { account: `buyer:${payment.user_id}`, amountCents: payment.amount_cents },
        { account: 'provider', amountCents: -payment.amount_cents },
      ],
      now,
    });
    const { email, name, ...buyer } = await findBuyerAndPack(trx, paymentId);
    const language = pickLanguage(buyer.language);
    const amount = formatCents(payment.amount_cents, language);
    await jobs.enqueue(trx, 'mail', {
      to: email,
      subject: translate('mail.refund.subject', language),
      text: translate('mail.refund.text', language, { name, amount }),
    });
  });
}
