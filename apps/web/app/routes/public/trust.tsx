import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { trustQuery } from '../../features/ledger/trust.api.ts';
import { TrustView } from '../../features/ledger/trust-view.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { companyName } from '../../lib/company.ts';
import { startQueries } from '../../lib/data/shared-queries.ts';
import { paths } from '../../lib/paths.ts';

export const loader = () => startQueries(() => [queryClient.query(trustQuery)]);

/** Public, where the operator publishes it. */
export function Component() {
  const { t } = useTranslation('trustPage');
  return (
    <div className="mx-auto max-w-[860px]">
      <PageTitle>{t('title')}</PageTitle>
      <h1 className="d1 wrap-break-word hyphens-auto">{t('title')}</h1>
      <p className="mt-4 text-lg text-pretty">{t('lead', { company: companyName })}</p>
      <QueryState
        query={useQuery(trustQuery)}
        loading={
          <Loading className="mt-6 grid gap-5">
            <Skeleton className="h-32 rounded-lg" />
            <Skeleton className="h-56 rounded-lg" />
            <Skeleton className="h-72 rounded-lg" />
          </Loading>
        }
        reassurance={t('safe')}
        missing={
          <EmptyState
            mood="round"
            title={t('off.title')}
            action={<ButtonLink to={paths.offers}>{t('toOffers')}</ButtonLink>}
          >
            {t('off.text')}
          </EmptyState>
        }
      >
        {({ nights }) => <TrustView nights={nights} />}
      </QueryState>
    </div>
  );
}
