import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { impactQuery } from '../../features/orders/impact/impact.api.ts';
import { ImpactView } from '../../features/orders/impact/impact-view.tsx';
import { MonthSelect, useImpactMonth } from '../../features/orders/impact/month-select.tsx';
import { TownLinks } from '../../features/orders/impact/town-links.tsx';
import { paths } from '../../lib/paths.ts';
import { AccountSubPage } from './account-sub-page.tsx';

/** What came of the packs that the user collected. */
export function Component() {
  const { t } = useTranslation('impact');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <NuqsAdapter>
        <AccountSubPage title={t('title')} isWide>
          <BuyerImpact />
        </AccountSubPage>
      </NuqsAdapter>
    </div>
  );
}

function BuyerImpact() {
  const { t } = useTranslation('impact');
  const choice = useImpactMonth();
  const query = { subject: 'buyer', month: choice.month } as const;
  const impact = useQuery(impactQuery(query));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex">
        <MonthSelect {...choice} />
      </div>
      {impact.data ? <InlineError query={impact} /> : null}
      <QueryState query={impact} loading={<LoadingRows count={4} row="h-24" />} reassurance={t('safe')}>
        {(data) =>
          data.sum.packs === 0 && choice.month === null ? (
            <EmptyState
              mood="asleep"
              title={t('none.title')}
              action={<ButtonLink to={paths.offers}>{t('none.action')}</ButtonLink>}
            >
              {t('none.text')}
            </EmptyState>
          ) : (
            <ImpactView impact={data} query={query} />
          )
        }
      </QueryState>
      <TownLinks />
    </div>
  );
}
