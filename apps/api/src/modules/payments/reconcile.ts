import { DAY_MS, HOUR_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { type ComparedSum, saveReconciliation } from '../ledger/index.ts';
import { listPaymentsOpenedIn, type RecordedPayment } from './payments.queries.ts';
import type { ListedPayment, PaymentProvider } from './providers/payment-provider.ts';
import { createMismatch, formatMismatch, type Mismatch } from './reconcile.rules.ts';
import { compareTransfers } from './transfers/compare-transfers.ts';

/** Each comparison is of the last week, so that a night that was missed is made up for. */
export async function recordComparison(
  context: Pick<Context, 'db' | 'clock'>,
  provider: PaymentProvider,
): Promise<Mismatch[]> {
  const to = context.clock.now();
  const from = new Date(to.getTime() - 7 * DAY_MS);
  const { mismatches, sums } = await compareWithProvider(context, provider, { from, to });
  const differences = mismatches.map(formatMismatch);
  await saveReconciliation(context.db, { kind: 'provider', checked_at: to, differences, sums });
  return mismatches;
}

/** Payments of a period, and what was moved in it to and from accounts of sellers and partners. */
export async function compareWithProvider(
  context: Pick<Context, 'db' | 'clock'>,
  provider: PaymentProvider,
  period: { from: Date; to: Date },
): Promise<{ mismatches: Mismatch[]; sums: ComparedSum[] }> {
  const payments = await comparePayments(context, provider, period);
  if (!provider.transfers) return payments;
  const transfers = await compareTransfers(context, provider.transfers, period);
  return {
    mismatches: [...payments.mismatches, ...transfers.mismatches],
    sums: [...payments.sums, ...transfers.sums],
  };
}

/**
 * Compares every payment created in the period with the provider's record of it. Leaves out the last hour, whose
 * notices and refunds may still be in transit.
 */
async function comparePayments(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  provider: PaymentProvider,
  period: { from: Date; to: Date },
): Promise<{ mismatches: Mismatch[]; sums: ComparedSum[] }> {
  const settledBefore = new Date(clock.now().getTime() - HOUR_MS);
  const { from, to } = { ...period, to: settledBefore < period.to ? settledBefore : period.to };
  // The clocks may differ slightly: each side is looked up in a wider period than is compared.
  const widerPeriod = { from: new Date(from.getTime() - HOUR_MS), to: new Date(to.getTime() + HOUR_MS) };
  const [listedPayments, recordedPayments] = await Promise.all([
    provider.list(widerPeriod),
    listPaymentsOpenedIn(db, provider.name, {
      from: widerPeriod.from,
      to: new Date(widerPeriod.to.getTime() + HOUR_MS),
    }),
  ]);
  const recordedByRef = new Map(recordedPayments.map((payment) => [payment.ref, payment]));
  const listedByRef = new Map(listedPayments.map((payment) => [payment.id, payment]));
  const isWithin = (at: Date) => at >= from && at < to;
  const listedInPeriod = listedPayments.filter(({ created_at }) => isWithin(created_at));
  const unlisted = recordedPayments.filter(
    ({ ref, created_at }) => isWithin(created_at) && !listedByRef.has(ref),
  );
  const charged = listedInPeriod.filter(({ status }) => status === 'succeeded');
  const recordedCharged = [
    ...listedInPeriod.flatMap(({ id }) => recordedByRef.get(id) ?? []),
    ...unlisted,
  ].filter(isMoneyIn);
  return {
    mismatches: [
      ...listedInPeriod.flatMap((listed) => comparePayment(listed, recordedByRef.get(listed.id))),
      ...unlisted.map(({ ref, state }) => createMismatch(ref, 'unknown_to_provider', state, 'nothing')),
    ],
    sums: (['amount_cents', 'refunded_cents'] as const).map((field) => ({
      name: field === 'amount_cents' ? 'charges' : 'refunds',
      ledgerCents: recordedCharged.reduce((sum, payment) => sum + payment[field], 0),
      otherCents: charged.reduce((sum, payment) => sum + payment[field], 0),
    })),
  };
}

export const reconcile = async (...args: Parameters<typeof compareWithProvider>): Promise<Mismatch[]> =>
  (await compareWithProvider(...args)).mismatches;

const isMoneyIn = ({ state }: RecordedPayment): boolean =>
  state === 'paid' || state === 'refund_due' || state === 'refunded';

function comparePayment(listed: ListedPayment, recorded: RecordedPayment | undefined): Mismatch[] {
  const { id, status, amount_cents, refunded_cents } = listed;
  if (!recorded)
    return status === 'succeeded' ? [createMismatch(id, 'unknown_to_us', 'nothing', status)] : [];
  if (status === 'succeeded' && !isMoneyIn(recorded))
    return [createMismatch(id, 'not_settled', recorded.state, status)];
  if (status !== 'succeeded')
    return isMoneyIn(recorded) ? [createMismatch(id, 'not_paid', recorded.state, status)] : [];
  return [
    ...(recorded.amount_cents === amount_cents
      ? []
      : [createMismatch(id, 'amount', recorded.amount_cents, amount_cents)]),
    ...(recorded.refunded_cents === refunded_cents || recorded.state === 'refund_due'
      ? []
      : [createMismatch(id, 'refunded', recorded.refunded_cents, refunded_cents)]),
  ];
}
