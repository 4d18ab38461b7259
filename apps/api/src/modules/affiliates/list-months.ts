import type { endpoints } from '@wopack/contract';
import { centsFromHundredths, monthOf } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { balanceOf } from '../ledger/index.ts';
import { paidOutUntil } from './affiliates.rules.ts';
import { creditsOf, linesByMonth, uncredited } from './overview.queries.ts';

type Needed = Pick<Context, 'db' | 'clock' | 'config'>;

/** Every month, newest first: the one that runs, then those credited. */
export async function monthsOf({ db, clock, config }: Needed, partnerId: number) {
  const [credits, lines, balance, open] = await Promise.all([
    creditsOf(db, partnerId),
    linesByMonth(db, partnerId),
    balanceOf(db, `partner:${partnerId}`),
    uncredited(db, partnerId),
  ]);
  const creditedCents = credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const paidOut = paidOutUntil(credits, creditedCents + balance);
  const hundredths = open.pending + open.approved;
  return [
    {
      month: monthOf(clock.now(), config.operatorZone) as string,
      shares: open.lines,
      amount_cents: centsFromHundredths(hundredths),
      hundredths,
      state: 'open' as const,
      credited_at: null,
    },
    ...credits.toReversed().map((credit) => ({
      month: credit.month.slice(0, 7),
      shares: lines.get(credit.month) ?? 0,
      amount_cents: credit.amount_cents,
      hundredths: Number(credit.hundredths),
      state: paidOut !== null && credit.month <= paidOut ? ('paid_out' as const) : ('credited' as const),
      credited_at: credit.credited_at.toISOString(),
    })),
  ];
}

/** There are a dozen a year: read as a whole, answered in pages. */
export async function listMonths(context: Needed, { actor, query }: Call<typeof endpoints.affiliateMonths>) {
  const { cursor, limit = 24 } = query;
  const months = await monthsOf(context, actor.id);
  const rest = cursor ? months.filter(({ month, state }) => month < cursor && state !== 'open') : months;
  const page = rest.slice(0, limit);
  return { data: page, next_cursor: rest.length > limit ? page.at(-1)!.month : null };
}
