import type { Context } from '../../platform/context.ts';
import type { Payment } from './payments.queries.ts';
import type { PaymentProvider } from './provider.ts';
import { type Reason, release } from './release.ts';
import { type OnPaid, settle } from './settle.ts';

/**
 * Ends a hold because it ran out, failed or was let go. The provider has the last word: if the money did come, it is
 * settled instead. A provider that does not answer keeps nobody's unit: money that comes later is settled late.
 */
export async function endPayment(
  context: Context,
  provider: PaymentProvider,
  onPaid: OnPaid,
  payment: Payment,
  reason: Reason,
): Promise<void> {
  const intent = payment.provider_ref ? await provider.cancel(payment.provider_ref).catch(() => null) : null;
  if (intent?.status === 'succeeded') await settle(context, onPaid, payment.id, intent.cardLast4);
  else await release(context, payment.id, reason);
}
