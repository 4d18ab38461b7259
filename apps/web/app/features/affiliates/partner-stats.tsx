import { centsFromHundredths } from '@wopack/domain';
import { Stat } from '@wopack/ui/display/stat.tsx';
import { useTranslation } from 'react-i18next';
import type { AffiliateOverview } from './affiliates.api.ts';
import { useShareFormat } from './share-list.tsx';

export function PartnerStats({ overview }: { overview: AffiliateOverview }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const { pending_hundredths: pending, approved_hundredths: approved } = overview;
  const note = getPayoutNote(overview);
  return (
    <dl className="grid grid-cols-2 gap-3 lg:gap-5">
      <Stat
        name={t('stats.month', { month: format.monthName(overview.month) })}
        note={
          pending + approved === 0
            ? t('stats.nextCredit', { day: format.day(overview.next_credit) })
            : t('stats.monthNote', {
                approved: format.roundedShares(approved),
                pending: format.money(
                  centsFromHundredths(pending + approved) - centsFromHundredths(approved),
                ),
                day: format.day(overview.next_credit),
              })
        }
      >
        {format.roundedShares(pending + approved)}
      </Stat>
      <Stat
        name={t('stats.credited')}
        note={t(`stats.payout.${note}`, {
          owed: format.money(overview.owed_cents),
          minimum: format.money(overview.payout_minimum_cents),
          day: format.day(overview.next_payout),
        })}
      >
        {format.money(overview.credited_cents)}
      </Stat>
      <Stat name={t('stats.clients')} note={t('stats.signUps', { count: overview.sign_ups.month })}>
        {overview.clients}
      </Stat>
      <Stat name={t('stats.sellers')} note={t('stats.orders', { count: overview.orders.month })}>
        {overview.sellers}
      </Stat>
    </dl>
  );
}

/** The note on credited money: none, all paid out, due on the payout day, or below the minimum. */
export function getPayoutNote({
  credited_cents,
  owed_cents,
  payout_minimum_cents,
}: Pick<AffiliateOverview, 'credited_cents' | 'owed_cents' | 'payout_minimum_cents'>) {
  if (owed_cents < 0) return 'negative';
  if (owed_cents > 0) return owed_cents < payout_minimum_cents ? 'little' : 'waiting';
  return credited_cents > 0 ? 'done' : 'none';
}

const funnelSteps = ['visits', 'sign_ups', 'buyers', 'orders'] as const;

export function ReferralFunnel({ overview }: { overview: AffiliateOverview }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  return (
    <section aria-labelledby="partner-funnel" className="rounded-lg bg-surface p-4 sm:p-6">
      <h2 id="partner-funnel" className="h2 mb-4">
        {t('funnel.title')}
      </h2>
      <ol className="grid grid-cols-2 gap-x-4 gap-y-5 lg:grid-cols-4">
        {funnelSteps.map((step) => (
          <li key={step} className="grid content-start gap-1 border-l-[3px] border-brand pl-3">
            <span className="text-sm text-muted">{t(`funnel.${step}`)}</span>
            <b className="font-display text-[1.375rem] leading-tight tracking-[-.03em]">
              {overview[step].total}
            </b>
            <span className="text-xs text-muted">
              {t('funnel.month', {
                count: overview[step].month,
                month: format.monthNameInSentence(overview.month),
              })}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-xs text-pretty text-muted">{t('funnel.note')}</p>
    </section>
  );
}
