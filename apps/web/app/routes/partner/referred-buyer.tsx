import { useQuery } from '@tanstack/react-query';
import { ButtonLink, TextLink } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { referredBuyerQuery, sharesQuery } from '../../features/affiliates/affiliates.api.ts';
import { ReferredUserStats } from '../../features/affiliates/referred-user-list.tsx';
import { ShareList } from '../../features/affiliates/share-list.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { parseId, paths } from '../../lib/paths.ts';

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  if (id === null) return null;
  return startUserQueries(() => [
    queryClient.query(referredBuyerQuery(id)),
    queryClient.infiniteQuery(sharesQuery({ side: 'buyer', person_id: id })),
  ]);
};

/** A buyer by number, with each order's share. */
export function Component() {
  const { t } = useTranslation(['partner', 'common']);
  const id = Number(useParams().id);
  const title = t('buyerNumber', { id: Number.isInteger(id) ? id : '…' });
  return (
    <div className="gutter grid grid-cols-[minmax(0,1fr)] gap-4 py-6 lg:gap-5 lg:py-7">
      <PageTitle>{title}</PageTitle>
      <header>
        <TextLink to={paths.referredBuyers} className="text-sm">
          {t('buyers.back')}
        </TextLink>
        <h1 className="d2">{title}</h1>
        <p className="mt-1 max-w-[70ch] text-pretty text-muted">{t('buyers.private')}</p>
      </header>
      <ReferredBuyerContent id={id} />
    </div>
  );
}

function ReferredBuyerContent({ id }: { id: number }) {
  const { t } = useTranslation('partner');
  return (
    <QueryState
      query={useQuery(referredBuyerQuery(id))}
      loading={
        <Loading className="grid gap-4">
          <Skeleton className="h-[110px] rounded-lg" />
          <Skeleton className="h-[280px] rounded-lg" />
        </Loading>
      }
      reassurance={t('safe')}
      missing={
        <EmptyState
          mood="round"
          title={t('buyers.missing')}
          action={<ButtonLink to={paths.referredBuyers}>{t('buyers.back')}</ButtonLink>}
        />
      }
    >
      {(data) => (
        <>
          <ReferredUserStats user={data} />
          <section aria-labelledby="buyer-shares" className="rounded-lg bg-surface p-4 sm:p-6">
            <h2 id="buyer-shares" className="h2 mb-1">
              {t('shares.title')}
            </h2>
            <ShareList filter={{ side: 'buyer', person_id: id }} />
          </section>
        </>
      )}
    </QueryState>
  );
}
