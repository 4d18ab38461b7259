import type { Context } from '../../platform/context.ts';
import type { Payment } from './payments.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { type ReleaseReason, releaseHold } from './release-hold.ts';
import { type OnPaymentSettled, settlePayment } from './settle-payment.ts';

/**
 * Ends a hold because it ran out, failed or was let go. The provider has the last word: if the money did come, it is
 * settled instead. A provider that does not answer keeps nobody's unit: money that comes later is settled late.
 */
export async function endPendingPayment(
  context: Context,
  provider: PaymentProvider,
  onPaid: OnPaymentSettled,
  payment: Payment,
  reason: ReleaseReason,
): Promise<void> {
  const intent = payment.provider_ref ? await provider.cancel(payment.provider_ref).catch(() => null) : null;
  if (intent?.status === 'succeeded') await settlePayment(context, onPaid, payment.id, intent.cardLast4);
  else await releaseHold(context, payment.id, reason);
}
