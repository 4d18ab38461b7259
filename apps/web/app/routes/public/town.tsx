import { useQuery } from '@tanstack/react-query';
import type { Month } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { parseAsStringEnum, useQueryState } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { townImpactQuery, townsQuery } from '../../features/orders/impact/impact.api.ts';
import { ImpactView } from '../../features/orders/impact/impact-view.tsx';
import { listMonthChoices, MonthSelect } from '../../features/orders/impact/month-select.tsx';
import { TownLinks } from '../../features/orders/impact/town-links.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  startQueries(() => [
    queryClient.query(
      townImpactQuery(
        { key: params.key!, month: new URL(request.url).searchParams.get('month') },
        i18n.language,
      ),
    ),
    queryClient.query(townsQuery(i18n.language)),
  ]);

/** What came of the packs of a town, for everybody. */
export function Component() {
  const key = useParams().key!;
  return (
    <div className="gutter mx-auto w-full max-w-[1100px] py-6 lg:py-7">
      <NuqsAdapter>
        <TownImpact key={key} townKey={key} />
      </NuqsAdapter>
    </div>
  );
}

function TownImpact({ townKey }: { townKey: string }) {
  const { t, i18n } = useTranslation('impact');
  const months = listMonthChoices();
  const [month, setMonth] = useQueryState('month', parseAsStringEnum<Month>(months));
  const query = useQuery(townImpactQuery({ key: townKey, month }, i18n.language));
  const town = query.data;
  const title = town ? t('townTitle', { town: town.name }) : t('title');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageTitle>{title}</PageTitle>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="d2 min-w-0 wrap-anywhere">{title}</h1>
        {town ? (
          <MonthSelect
            month={month ?? (town.month as Month)}
            months={months}
            choose={(next) => void setMonth(next as Month)}
          />
        ) : null}
      </header>
      {town ? <InlineError query={query} /> : null}
      <QueryState
        query={query}
        loading={<LoadingRows count={4} row="h-24" />}
        missing={
          <EmptyState
            mood="round"
            title={t('noTown.title')}
            action={<ButtonLink to={paths.offers}>{t('none.action')}</ButtonLink>}
          >
            {t('noTown.text')}
          </EmptyState>
        }
      >
        {(data) => (
          <>
            <ImpactView impact={data} query={{ subject: { townKey: data.key }, month: data.month }} />
            <p className="text-sm text-pretty text-muted">{t('townRule')}</p>
          </>
        )}
      </QueryState>
      <TownLinks except={townKey} />
    </div>
  );
}
