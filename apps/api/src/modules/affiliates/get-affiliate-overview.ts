import type { endpoints } from '@wopack/contract';
import { monthOf, monthStart } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { getBalance, getNextPayoutDayOfUser } from '../ledger/index.ts';
import { getNextCreditDate } from './affiliates.rules.ts';
import { getPartner, getReferralFunnel, listCredits, sumUncreditedShares } from './overview.queries.ts';
import { countReferredUsers } from './referrals/referred-users.queries.ts';

export async function getAffiliateOverview(
  context: Context,
  { actor }: Call<typeof endpoints.getAffiliateOverview>,
) {
  const { db, clock, config } = context;
  const now = clock.now();
  const timeZone = config.operatorTimeZone;
  const month = monthOf(now, timeZone);
  const [partner, uncredited, credits, balance, funnel, clients, sellers, nextPayout] = await Promise.all([
    getPartner(db, actor.id),
    sumUncreditedShares(db, actor.id),
    listCredits(db, actor.id),
    getBalance(db, { kind: 'partner', userId: actor.id }),
    getReferralFunnel(db, actor.id, monthStart(month, timeZone), `${month}-01`),
    countReferredUsers(db, 'buyer', actor.id),
    countReferredUsers(db, 'seller', actor.id),
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
      ...funnel,
      clients,
      sellers,
    },
  };
}
