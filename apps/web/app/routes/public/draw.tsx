import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { drawQuery } from '../../features/allocation/allocation.api.ts';
import { DrawCheckView } from '../../features/allocation/check/draw-check.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startQueries } from '../../lib/data/shared-queries.ts';
import { parseId, paths } from '../../lib/paths.ts';

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  return id === null ? null : startQueries(() => [queryClient.query(drawQuery(id))]);
};

/** Public: anybody can check a draw. */
export function Component() {
  const { t } = useTranslation('draw');
  return (
    <div className="gutter py-5 [--color-panel:light-dark(#f7f3f4,#301c29)] sm:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <QueryState
        query={useQuery(drawQuery(parseId(useParams().id)))}
        heading={<h1 className="sr-only">{t('title')}</h1>}
        loading={
          <Loading className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
            <Skeleton className="h-[520px] rounded-lg!" />
            <Skeleton className="h-[300px] rounded-lg!" />
          </Loading>
        }
        reassurance={t('safe')}
        missing={
          <EmptyState
            mood="round"
            title={t('notFound.title')}
            action={<ButtonLink to={paths.offers}>{t('seeOffers')}</ButtonLink>}
          >
            {t('notFound.text')}
          </EmptyState>
        }
      >
        {(draw) => <DrawCheckView draw={draw} />}
      </QueryState>
    </div>
  );
}
