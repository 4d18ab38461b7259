import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allRows } from '../../lib/all-rows.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { clientsQuery, sellersQuery } from './affiliates.api.ts';
import { FileButton } from './file-button.tsx';
import { PeopleTable, type Side } from './people-table.tsx';

/** All clients or sellers somebody brought, newest first, without an end. */
export function PeopleList({ side }: { side: Side }) {
  const { t } = useTranslation('partner');
  const clients = useInfiniteQuery({ ...clientsQuery, enabled: side === 'clients' });
  const sellers = useInfiniteQuery({ ...sellersQuery, enabled: side === 'sellers' });
  const list = side === 'clients' ? clients : sellers;
  if (list.isPending) {
    return (
      <Loading className="grid gap-2 rounded-lg bg-surface p-4 sm:p-6">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </Loading>
    );
  }
  if (!list.data) {
    return (
      <ErrorState
        error={list.error}
        safe={t('safe')}
        retrying={list.isRefetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const people = allRows(list.data.pages);
  if (people.length === 0) {
    return (
      <div className="rounded-lg bg-surface">
        <EmptyState
          title={t(`${side}.none`)}
          action={<ButtonLink to={paths.affiliate}>{t('people.toLink')}</ButtonLink>}
        >
          {t(`${side}.noneText`)}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <section className="overflow-x-auto rounded-lg bg-surface p-4 sm:p-6" aria-label={t(`${side}.title`)}>
        <PeopleTable
          side={side}
          people={people}
          totals={list.data.pages[0]?.totals}
          caption={t(`${side}.title`)}
        />
      </section>
      <ListEnd list={list} more={t('more')} failed={t('moreFailed')} />
      <div className="flex flex-wrap gap-2">
        <FileButton list={side} />
        <FileButton list="shares" />
      </div>
    </div>
  );
}
