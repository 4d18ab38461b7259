import { useTranslation } from 'react-i18next';
import type { AffiliateOverview } from './affiliates.api.ts';
import { useShareFormat } from './use-share-format.ts';

const funnelSteps = ['visits', 'sign_ups', 'buyers', 'orders'] as const;

/** From the link to orders: how many came that far, in all and this month. */
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
