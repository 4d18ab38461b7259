import { useQuery } from '@tanstack/react-query';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { overviewQuery } from './affiliates.api.ts';
import { useShareFormat } from './share-list.tsx';

/** What a partner earned this month. */
export default function MonthShares({ placeholder }: { placeholder: ReactNode }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const { data, error, refetch } = useQuery(overviewQuery);
  if (!data) {
    return error ? <InlineError error={error} onRetry={() => void refetch()} /> : placeholder;
  }
  const { pending_hundredths: pending, approved_hundredths: approved } = data;
  return (
    <section className="relative grid max-w-[640px] gap-1.5 rounded-lg bg-panel p-4 lg:px-[22px] lg:py-5">
      <h2 className="text-sm text-muted">
        <Link to={paths.affiliate} className="after:absolute after:inset-0 after:rounded-lg">
          {t('main.title', { month: format.monthNameInSentence(data.month) })}
        </Link>
      </h2>
      <p className="font-display text-[clamp(1.125rem,.6rem+2.2vw,1.625rem)] leading-[1.15] font-bold tracking-[-.03em]">
        {format.roundedShares(pending + approved)}
      </p>
      <p className="text-xs text-muted">
        {t('main.note', { count: data.orders.month, day: format.day(data.next_credit) })}
      </p>
    </section>
  );
}
