import type { endpoints } from '@wopack/contract';
import { monthOf, monthStart } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { balanceOf, nextPayoutOf } from '../ledger/index.ts';
import { nextCredit } from './affiliates.rules.ts';
import { creditsOf, findPartner, funnel, uncredited } from './overview.queries.ts';
import { countPeople } from './people.queries.ts';

export async function showOverview(context: Context, { actor }: Call<typeof endpoints.affiliateOverview>) {
  const { db, clock, config } = context;
  const now = clock.now();
  const zone = config.operatorZone;
  const month = monthOf(now, zone);
  const [partner, open, credits, balance, counts, clients, sellers, nextPayout] = await Promise.all([
    findPartner(db, actor.id),
    uncredited(db, actor.id),
    creditsOf(db, actor.id),
    balanceOf(db, `partner:${actor.id}`),
    funnel(db, actor.id, monthStart(month, zone), `${month}-01`),
    countPeople(db, 'buyer', actor.id),
    countPeople(db, 'seller', actor.id),
    nextPayoutOf(context, actor.id),
  ]);
  return {
    data: {
      is_partner: partner.is_partner,
      email_verified: partner.email_verified_at !== null,
      ref_code: partner.ref_code,
      link: `${config.publicUrl}/?ref=${encodeURIComponent(partner.ref_code)}`,
      month,
      pending_hundredths: open.pending,
      approved_hundredths: open.approved,
      credited_cents: credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      owed_cents: balance === 0 ? 0 : -balance,
      next_credit: nextCredit(now, zone),
      next_payout: nextPayout,
      payout_minimum_cents: config.operator.minPayoutCents,
      ...counts,
      clients,
      sellers,
    },
  };
}
