import type { endpoints } from '@wopack/contract';
import {
  addMonths,
  centsFromHundredths,
  listEndedMonths,
  type Month,
  monthOf,
  monthStart,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { getBalance, getNextPayoutDayOfUser, postTransaction } from '../../ledger/index.ts';
import { approveOverdueShares, countReferredUsers } from '../affiliates.queries.ts';
import { findLastPaidOutMonth, getNextCreditDate } from '../affiliates.rules.ts';
import {
  assignSharesToMonth,
  countSharesByMonth,
  getPartner,
  getReferralFunnel,
  insertCredit,
  isMonthCredited,
  listCredits,
  listPartnersToCredit,
  lockPartner,
  sumUncreditedShares,
} from './credits.queries.ts';

type Dependencies = Pick<Context, 'db' | 'clock'> & { config: Pick<Context['config'], 'operatorTimeZone'> };

/** Credits the ended months that have shares, the oldest first; safe to repeat and after downtime. */
export async function creditMonths(context: Dependencies): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  await approveOverdueShares(db, now);
  const thisMonth = monthStart(monthOf(now, config.operatorTimeZone), config.operatorTimeZone);
  const errors: unknown[] = [];
  for (const { partnerId, since } of await listPartnersToCredit(db, thisMonth)) {
    // A failing partner must not delay the others.
    try {
      for (const month of listEndedMonths(since, now, config.operatorTimeZone)) {
        await creditMonth(context, partnerId, month, now);
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'some partners could not be credited');
}

/**
 * One transaction per month: assigns its shares, sums them with one rounding, and posts. Shares approved
 * too late for a credited month, or before the address is verified, go to the next month.
 */
async function creditMonth({ db, config }: Dependencies, partnerId: number, month: Month, now: Date) {
  const firstDay = `${month}-01`;
  const monthEnd = monthStart(addMonths(month, 1), config.operatorTimeZone);
  await db.transaction().execute(async (trx) => {
    const verifiedAt = await lockPartner(trx, partnerId);
    if (!verifiedAt || verifiedAt >= monthEnd || (await isMonthCredited(trx, partnerId, firstDay))) return;
    const { lines, hundredths, transferred_hundredths } = await assignSharesToMonth(
      trx,
      partnerId,
      firstDay,
      monthEnd,
    );
    if (lines === 0) return;
    const cents = centsFromHundredths(hundredths);
    await insertCredit(trx, {
      partner_id: partnerId,
      month: firstDay,
      hundredths,
      amount_cents: cents,
      transfer_cents: centsFromHundredths(transferred_hundredths),
      credited_at: now,
    });
    if (cents === 0) return;
    await postTransaction(trx, {
      kind: 'affiliate_credit',
      partnerId,
      creditMonth: firstDay,
      entries: [
        { account: { kind: 'commission' }, amountCents: cents },
        { account: { kind: 'partner', userId: partnerId }, amountCents: -cents },
      ],
      now,
      // Goes on the statement of its own month.
      effectiveAt: new Date(monthEnd.getTime() - 1),
    });
  });
}

type EarningsDependencies = Pick<Context, 'db' | 'clock' | 'config'>;

/** Newest first: the current month, then the credited ones. */
export async function loadPartnerMonths({ db, clock, config }: EarningsDependencies, partnerId: number) {
  const [credits, lines, balance, uncredited] = await Promise.all([
    listCredits(db, partnerId),
    countSharesByMonth(db, partnerId),
    getBalance(db, { kind: 'partner', userId: partnerId }),
    sumUncreditedShares(db, partnerId),
  ]);
  const creditedCents = credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const lastPaidOutMonth = findLastPaidOutMonth(credits, creditedCents + balance);
  const hundredths = uncredited.pending + uncredited.approved;
  return [
    {
      month: monthOf(clock.now(), config.operatorTimeZone) as string,
      shares: uncredited.lines,
      amount_cents: centsFromHundredths(hundredths),
      hundredths,
      state: 'open' as const,
      credited_at: null,
    },
    ...credits.toReversed().map((credit) => ({
      month: credit.month.slice(0, 7),
      shares: lines.get(credit.month) ?? 0,
      amount_cents: credit.amount_cents,
      hundredths: credit.hundredths,
      state:
        lastPaidOutMonth !== null && credit.month <= lastPaidOutMonth
          ? ('paid_out' as const)
          : ('credited' as const),
      credited_at: credit.credited_at.toISOString(),
    })),
  ];
}

/** Paged in memory: there are twelve a year. */
export async function listAffiliateMonths(
  context: EarningsDependencies,
  { actor, query }: Call<typeof endpoints.listAffiliateMonths>,
) {
  const { cursor, limit = 24 } = query;
  const months = await loadPartnerMonths(context, actor.id);
  const remaining = cursor ? months.filter(({ month, state }) => month < cursor && state !== 'open') : months;
  const page = remaining.slice(0, limit);
  return { data: page, next_cursor: remaining.length > limit ? page.at(-1)!.month : null };
}

export async function getAffiliateOverview(
  context: Context,
  { actor }: Call<typeof endpoints.getAffiliateOverview>,
) {
  const { db, clock, config } = context;
  const now = clock.now();
  const timeZone = config.operatorTimeZone;
  const month = monthOf(now, timeZone);
  const since = monthStart(month, timeZone);
  const [partner, uncredited, credits, balance, funnel, clients, sellers, nextPayout] = await Promise.all([
    getPartner(db, actor.id),
    sumUncreditedShares(db, actor.id),
    listCredits(db, actor.id),
    getBalance(db, { kind: 'partner', userId: actor.id }),
    getReferralFunnel(db, actor.id, since, `${month}-01`),
    countReferredUsers(db, 'buyer', actor.id, since),
    countReferredUsers(db, 'seller', actor.id, since),
    getNextPayoutDayOfUser(context, actor.id),
  ]);
  return {
    data: {
      is_partner: partner.is_partner,
      email_verified: partner.email_verified_at !== null,
      ref_code: partner.referral_code,
      link: `${config.publicUrl}/?ref=${encodeURIComponent(partner.referral_code)}`,
      month,
      pending_hundredths: uncredited.pending,
      approved_hundredths: uncredited.approved,
      credited_cents: credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      owed_cents: balance === 0 ? 0 : -balance,
      next_credit: getNextCreditDate(now, timeZone),
      next_payout: nextPayout,
      payout_minimum_cents: config.operator.minPayoutCents,
      shares: uncredited.lines,
      ...funnel,
      clients: clients.total,
      sellers: sellers.total,
      new_clients: clients.recent,
      new_sellers: sellers.recent,
    },
  };
}
