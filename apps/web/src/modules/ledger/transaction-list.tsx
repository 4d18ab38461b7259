import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { movementRoles } from '@wopack/contract/vocabulary';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useReached } from '../../lib/use-reached.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type Filter, transactionsQuery, useFile } from './ledger.api.ts';
import { MovementRow } from './movement-row.tsx';

type Role = (typeof movementRoles)[number];

/** All money movements of the person, newest first. */
export function TransactionList() {
  const { t, i18n } = useTranslation(['money', 'errors']);
  const format = useFormat();
  const [role, setRole] = useState<Role | ''>('');
  const filter: Filter = role ? { role } : {};
  const list = useInfiniteQuery(transactionsQuery(filter, i18n.language));
  const file = useFile('wopack-transactions.csv', 'text/csv', () =>
    call('transactionsCsv', { query: filter }),
  );
  const more = () => void list.fetchNextPage({ cancelRefetch: false });
  const failed = list.isFetchNextPageError;
  const end = useReached(more, list.hasNextPage && !list.isFetchingNextPage && !failed);
  const sums = list.data?.pages[0]?.sums;
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          look="pill"
          label={t('role')}
          value={role}
          onChange={(event) => setRole(event.target.value as Role | '')}
          className="min-w-44 flex-1"
        >
          <option value="">{t('roles.all')}</option>
          {movementRoles.map((one) => (
            <option key={one} value={one}>
              {t(`roles.${one}`)}
            </option>
          ))}
        </Select>
        <Button
          look="soft"
          icon={<IconDownload aria-hidden="true" />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('csv')}
        </Button>
      </div>
      {sums && sums.count > 0 ? (
        <dl className="grid grid-cols-2 gap-3 rounded-lg bg-quiet-2 p-4">
          <div>
            <dt className="text-sm text-2">{t('in')}</dt>
            <dd className="h2">{format.money(sums.in_cents)}</dd>
          </div>
          <div>
            <dt className="text-sm text-2">{t('out')}</dt>
            <dd className="h2">{format.money(sums.out_cents)}</dd>
          </div>
        </dl>
      ) : null}
      {list.isPending ? (
        <Loading className="grid gap-3">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-16 rounded-md" />
          ))}
        </Loading>
      ) : list.data ? null : (
        <ErrorState
          error={list.error}
          safe={t('safe')}
          retrying={list.isRefetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && rows.length === 0 ? (
        <EmptyState
          title={t('none')}
          action={role ? null : <ButtonLink to={paths.offers}>{t('toOffers')}</ButtonLink>}
        />
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {rows.map((row) => (
          <MovementRow key={row.id} movement={row} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div ref={end} className="grid justify-items-center gap-3">
          {failed ? <p role="alert">{t('moreFailed')}</p> : null}
          <Button look="soft" loading={list.isFetchingNextPage} onClick={more}>
            {failed ? t('errors:retry') : t('more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
