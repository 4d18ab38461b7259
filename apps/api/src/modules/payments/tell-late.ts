import { formatCents, pickLanguage } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { translate } from '../../platform/messages/translate.ts';
import { findBuyerAndPack } from './payments.queries.ts';

/** Tells a buyer that their money came too late for the pack and is on its way back. */
export async function tellLate(
  { jobs }: Pick<Context, 'jobs'>,
  trx: Trx,
  payment: { id: number; amount_cents: number },
) {
  const { email, name, ...buyer } = await findBuyerAndPack(trx, payment.id);
  const language = pickLanguage(buyer.language);
  const amount = formatCents(payment.amount_cents, language);
  await jobs.enqueue(trx, 'mail', {
    to: email,
    subject: translate('mail.refund.subject', language),
    text: translate('mail.refund.text', language, { name, amount }),
    language,
  });
}
