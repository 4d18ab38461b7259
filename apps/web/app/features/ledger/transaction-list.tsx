import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { type MovementKind, movementKinds, movementRoles } from '@wopack/contract/vocabulary';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { DataTable, type TableColumn } from '@wopack/ui/display/data-table.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { DateField } from '@wopack/ui/form/date-field.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { useDownloadFile } from '../../lib/browser/use-download-file.ts';
import { useHasTableRoom } from '../../lib/browser/use-media-query.ts';
import { useMe } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { parseAsDateString, urlStateOptions } from '../../lib/storage/url-state.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { PagedList } from '../../ui/lists.tsx';
import { type Movement, type MovementFilter, transactionsQuery } from './ledger.api.ts';

const filterParsers = {
  role: parseAsStringLiteral(movementRoles),
  kind: parseAsStringLiteral(movementKinds),
  from: parseAsDateString,
  to: parseAsDateString,
};
type FilterUpdate = Parameters<ReturnType<typeof useQueryStates<typeof filterParsers>>[1]>[0];

/** The filter of movements, stored in the URL so that Back, reload and bookmarks keep it. */
export function useMovementFilter() {
  const [params, setParams] = useQueryStates(filterParsers, urlStateOptions);
  const filter: MovementFilter = Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== null),
  );
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    /** An empty text removes a filter. */
    updateFilter: (changes: Partial<Record<keyof MovementFilter, string>>) => {
      const values = Object.entries(changes).map(([key, value]) => [key, value || null]);
      void setParams(Object.fromEntries(values) as FilterUpdate);
    },
    clear: () => void setParams(null),
  };
}

export type MovementFilterState = ReturnType<typeof useMovementFilter>;

const transferKinds = ['transfer', 'transfer_reversal', 'provider_payout'] as const;
const kindsByRole: Record<string, readonly MovementKind[]> = {
  buyer: ['purchase', 'refund', 'refund_failed'],
  seller: [
    'sale',
    'reversal',
    'restored',
    'partial_refund',
    'credit_given',
    'credit_ended',
    'payout',
    'payout_returned',
    ...transferKinds,
  ],
  partner: ['share', 'payout', 'payout_returned', ...transferKinds],
};

type MovementRole = Movement['role'];

/** Those of the user: what they are now, what they have movements as, and what the address asks for. */
function useMovementRoles(
  movementRolesOfUser: readonly MovementRole[],
  requestedRole: MovementRole | undefined,
): MovementRole[] {
  const { data: me } = useMe();
  const isApplicable: Record<MovementRole, boolean> = {
    buyer: true,
    seller: me?.is_owner === true,
    partner: me?.is_partner === true,
  };
  return movementRoles.filter(
    (role) => isApplicable[role] || movementRolesOfUser.includes(role) || role === requestedRole,
  );
}

/** Kinds of any of the roles; only sellers and partners have other movements. */
function listKinds(roles: readonly MovementRole[]): MovementKind[] {
  const isBuyerOnly = roles.every((role) => role === 'buyer');
  return movementKinds.filter((kind) =>
    kind === 'other' ? !isBuyerOnly : roles.some((role) => kindsByRole[role]?.includes(kind)),
  );
}

interface Props {
  filterState: MovementFilterState;
  roles: readonly MovementRole[];
  /** The server's error about the period. */
  periodError?: string | undefined;
}

/** Role, kind and period. */
export function MovementFilters({ filterState: { filter, updateFilter }, roles, periodError }: Props) {
  const { t } = useTranslation('money');
  const { role = '', kind = '', from = '', to = '' } = filter;
  const kinds = role ? (kindsByRole[role] ?? []) : listKinds(roles);
  return (
    <div
      className={cn(
        'grid grid-cols-2 gap-3',
        roles.length > 1 ? 'lg:max-w-[1080px] lg:grid-cols-4' : 'lg:max-w-[810px] lg:grid-cols-3',
      )}
    >
      {roles.length > 1 ? (
        <Select
          variant="pill"
          className="max-sm:col-span-2"
          label={t('role')}
          value={role}
          onChange={({ target }) => {
            const hasKind = !target.value || kindsByRole[target.value]?.some((option) => option === kind);
            updateFilter({ role: target.value, ...(!hasKind && { kind: '' }) });
          }}
        >
          <option value="">{t('roles.all')}</option>
          {roles.map((option) => (
            <option key={option} value={option}>
              {t(`roles.${option}`)}
            </option>
          ))}
        </Select>
      ) : null}
      <Select
        variant="pill"
        className={roles.length > 1 ? 'max-sm:col-span-2' : 'max-lg:col-span-2'}
        label={t('kind')}
        value={kind}
        onChange={({ target }) => updateFilter({ kind: target.value })}
      >
        <option value="">{t('allKinds')}</option>
        {kinds.map((option) => (
          <option key={option} value={option}>
            {t(`kinds.${option}`)}
          </option>
        ))}
      </Select>
      <DateField
        variant="search"
        label={t('from')}
        value={from}
        max={to || undefined}
        error={periodError}
        inputClassName="h-12! font-semibold"
        onDateChange={(from) => updateFilter({ from })}
      />
      <DateField
        variant="search"
        label={t('to')}
        value={to}
        min={from || undefined}
        inputClassName="h-12! font-semibold"
        onDateChange={(to) => updateFilter({ to })}
      />
    </div>
  );
}

/** Movements of the user in all roles, or those of a business as seller. */
export function TransactionList({ businessId = null }: { businessId?: number | null }) {
  const { t, i18n } = useTranslation('money');
  const format = useFormat();
  const filterState = useMovementFilter();
  const { isFiltered, clear } = filterState;
  const filter = { ...filterState.filter, ...(businessId !== null && { business_id: businessId }) };
  const list = useInfiniteQuery(transactionsQuery(filter, i18n.language));
  const csvDownload = useDownloadFile('wopack-transactions.csv', 'text/csv', () =>
    call('exportTransactions', { query: filter }),
  );
  const rolesOfUser = useMovementRoles(list.data?.pages[0]?.roles ?? [], filter.role);
  const roles = businessId === null ? rolesOfUser : (['seller'] as const);
  const periodError = list.error instanceof ApiError ? list.error.errors.from?.[0] : undefined;
  const sums = list.data?.pages[0]?.sums;
  // A role is one of the payee's own balances, anything else leaves lines out.
  const { kind, from, to } = filterState.filter;
  const isPart = Boolean(kind || from || to);
  const isWide = useHasTableRoom();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <MovementFilters filterState={filterState} roles={roles} periodError={periodError} />
      <DownloadButton file={csvDownload} className="justify-self-start" disabled={Boolean(periodError)}>
        {t('csv')}
      </DownloadButton>
      {sums && sums.count > 0 ? (
        <dl
          className={cn(
            'grid grid-cols-2 gap-3 rounded-lg bg-panel p-4',
            sums.balances ? 'max-w-[1080px] lg:grid-cols-4' : 'max-w-[640px]',
          )}
        >
          <Sum name={t('in')}>{format.formatMoney(sums.in_cents)}</Sum>
          <Sum name={t('out')}>{format.formatMoney(sums.out_cents)}</Sum>
          {sums.balances ? (
            <>
              <Sum name={t(isPart ? 'balances.owedChange' : 'balances.owed')}>
                {(isPart ? format.formatChange : format.formatMoney)(sums.balances.owed_change_cents)}
              </Sum>
              <Sum name={t(isPart ? 'balances.atProviderChange' : 'balances.atProvider')}>
                {(isPart ? format.formatChange : format.formatMoney)(sums.balances.at_provider_change_cents)}
              </Sum>
            </>
          ) : null}
        </dl>
      ) : null}
      {periodError ? null : (
        <PagedList
          list={list}
          loading={<LoadingRows count={4} row="h-16 rounded-md" />}
          reassurance={t('safe')}
          empty={
            <EmptyState
              title={t(isFiltered ? 'noneFits' : 'none')}
              action={
                isFiltered ? (
                  <Button variant="soft" onClick={clear}>
                    {t('showAll')}
                  </Button>
                ) : businessId === null ? (
                  <ButtonLink to={paths.offers}>{t('toOffers')}</ButtonLink>
                ) : null
              }
            />
          }
        >
          {(rows) =>
            isWide ? (
              <MovementTable movements={rows} hasRoles={roles.length > 1} />
            ) : (
              <ul className="grid grid-cols-[minmax(0,1fr)]">
                {rows.map((row) => (
                  <MovementRow key={row.id} movement={row} />
                ))}
              </ul>
            )
          }
        </PagedList>
      )}
    </div>
  );
}

const Sum = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-w-0 content-between">
    <dt className="text-sm text-pretty text-muted">{name}</dt>
    <dd className="h2">{children}</dd>
  </div>
);

/** For wide screens. */
function MovementTable({ movements, hasRoles }: { movements: readonly Movement[]; hasRoles: boolean }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const roleColumn: TableColumn<Movement> = {
    key: 'role',
    head: t('role'),
    render: ({ role }) => t(`roles.${role}`),
  };
  const balanceColumns = (
    [
      ['owed', 'owed_cents'],
      ['atProvider', 'at_provider_cents'],
    ] as const
  ).map(
    ([key, field]): TableColumn<Movement> => ({
      key,
      head: t(`columns.${key}`),
      render: ({ balances }) => (balances ? format.formatMoney(balances[field]) : null),
      isNumber: true,
      className: 'whitespace-nowrap',
    }),
  );
  return (
    <DataTable
      caption={t('titles.transactions')}
      rows={movements}
      getKey={({ id }) => id}
      className="[&_tbody_tr>*]:py-2"
      columns={[
        {
          key: 'at',
          head: t('columns.at'),
          render: ({ at, time_zone: timeZone }) => format.formatDayTime(at, timeZone),
          className: 'whitespace-nowrap',
        },
        { key: 'kind', head: t('columns.kind'), render: ({ kind }) => t(`kinds.${kind}`) },
        ...(hasRoles ? [roleColumn] : []),
        { key: 'pack', head: t('columns.pack'), render: ({ text }) => text },
        { key: 'order', head: t('columns.order'), render: ({ order_id: id }) => id, isNumber: true },
        {
          key: 'amount',
          head: t('columns.amount'),
          render: ({ amount_cents: cents }) => <b>{format.formatChange(cents)}</b>,
          isNumber: true,
          className: 'whitespace-nowrap',
        },
        ...(movements.some(({ balances }) => balances) ? balanceColumns : []),
      ]}
    />
  );
}

type DisplayedMovement = Pick<Movement, 'at' | 'time_zone' | 'kind' | 'amount_cents' | 'order_id' | 'text'> &
  Pick<Partial<Movement>, 'balances'>;

/** Kind, time at the sale place and amount: with its sign, never by colour alone. */
export function MovementRow({ movement }: { movement: DisplayedMovement }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { at, time_zone: timeZone, kind, amount_cents: amountCents, order_id: orderId, text } = movement;
  const { balances } = movement;
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line py-3">
      <span className="grid min-w-0">
        <span className="font-semibold">{t(`kinds.${kind}`)}</span>
        <span className="dot-separated text-sm break-words text-muted">
          {text ? <span>{text}</span> : null}
          {orderId === null ? null : <span>{t('order', { id: orderId })}</span>}
          <span>{format.formatDayTime(at, timeZone)}</span>
        </span>
        {balances ? (
          <span className="dot-separated text-sm break-words text-muted">
            <span>{t('balances.owedAfter', { amount: format.formatMoney(balances.owed_cents) })}</span>
            <span>
              {t('balances.atProviderAfter', { amount: format.formatMoney(balances.at_provider_cents) })}
            </span>
          </span>
        ) : null}
      </span>
      <b className="whitespace-nowrap">{format.formatChange(amountCents)}</b>
    </li>
  );
}
