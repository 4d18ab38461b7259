import type { Context } from '../../platform/context.ts';
import { type OurPayment, openedIn } from './payments.queries.ts';
import type { ListedPayment, PaymentProvider } from './provider.ts';

/** A payment that the provider's book and ours do not agree about. */
export interface Mismatch {
  ref: string;
  what: 'unknown_to_us' | 'unknown_to_provider' | 'amount' | 'not_settled' | 'not_paid' | 'refunded';
  ours: string;
  theirs: string;
}

const HOUR_MS = 3_600_000;

/**
 * Compares every payment opened in the period with the provider's own record of it. What happened in the last hour is
 * left out: notices and refunds may still be on their way.
 */
export async function reconcile(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  provider: PaymentProvider,
  period: { from: Date; to: Date },
): Promise<Mismatch[]> {
  const settled = new Date(clock.now().getTime() - HOUR_MS);
  const { from, to } = { ...period, to: settled < period.to ? settled : period.to };
  // The two clocks differ by a little: at the edges each side is looked up in more than the period of the other.
  const wider = { from: new Date(from.getTime() - HOUR_MS), to: new Date(to.getTime() + HOUR_MS) };
  const [theirs, ours] = await Promise.all([
    provider.list(wider),
    openedIn(db, provider.name, { from: wider.from, to: new Date(wider.to.getTime() + HOUR_MS) }),
  ]);
  const oursByRef = new Map(ours.map((payment) => [payment.ref, payment]));
  const theirsByRef = new Map(theirs.map((payment) => [payment.id, payment]));
  const within = (at: Date) => at >= from && at < to;
  return [
    ...theirs
      .filter(({ created_at }) => within(created_at))
      .flatMap((their) => compare(their, oursByRef.get(their.id))),
    ...ours
      .filter(({ ref, created_at }) => within(created_at) && !theirsByRef.has(ref))
      .map(({ ref, state }) => mismatch(ref, 'unknown_to_provider', state, 'nothing')),
  ];
}

function compare(their: ListedPayment, our: OurPayment | undefined): Mismatch[] {
  const { id, status, amount_cents, refunded_cents } = their;
  if (!our) return status === 'succeeded' ? [mismatch(id, 'unknown_to_us', 'nothing', status)] : [];
  const came = our.state === 'paid' || our.state === 'refund_due' || our.state === 'refunded';
  if (status === 'succeeded' && !came) return [mismatch(id, 'not_settled', our.state, status)];
  if (status !== 'succeeded') return came ? [mismatch(id, 'not_paid', our.state, status)] : [];
  return [
    ...(our.amount_cents === amount_cents ? [] : [mismatch(id, 'amount', our.amount_cents, amount_cents)]),
    ...(our.refunded_cents === refunded_cents || our.state === 'refund_due'
      ? []
      : [mismatch(id, 'refunded', our.refunded_cents, refunded_cents)]),
  ];
}

const mismatch = (ref: string, what: Mismatch['what'], ours: string | number, theirs: string | number) => ({
  ref,
  what,
  ours: String(ours),
  theirs: String(theirs),
});

/** For a log or a mail: 'pi_123 refunded: we say 0, the provider says 399'. */
export const mismatchLine = ({ ref, what, ours, theirs }: Mismatch): string =>
  `${ref} ${what}: we say ${ours}, the provider says ${theirs}`;
