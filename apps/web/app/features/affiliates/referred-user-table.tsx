import { type ReferralSort, referralSorts } from '@wopack/contract/vocabulary';
import { TextLink } from '@wopack/ui/button.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { paths } from '../../lib/paths.ts';
import {
  type AffiliateOverview,
  type ReferralOrder,
  type ReferralSide,
  type ReferralTotals,
  type ReferredBuyer,
  type ReferredSeller,
  useReferredUsers,
} from './affiliates.api.ts';
import { useShareFormat } from './share-list.tsx';

const tones = { active: 'ok', new: 'info', paused: 'plain', left: 'plain' } as const;

function StatusPill({ status }: { status: ReferredBuyer['status'] }) {
  const { t } = useTranslation('partner');
  return <Pill tone={tones[status]}>{t(`status.${status}`)}</Pill>;
}

type ReferredUser = ReferredBuyer & Partial<Pick<ReferredSeller, 'first_place' | 'name' | 'places'>>;

interface Props {
  side: ReferralSide;
  users: readonly ReferredUser[];
  totals?: ReferralTotals | null;
  /** Caption for screen readers. */
  caption: string;
  /** Given where the list can be sorted. */
  order?: ReferralOrder;
  onOrder?: (order: ReferralOrder) => void;
}

/** The shop from A to Z, figures and days from the top. */
const getFirstOrder = (sort: ReferralSort): ReferralOrder['order'] => (sort === 'name' ? 'asc' : 'desc');

/** Buyers by number, sellers by their sale place: a table on wide screens, rows on phones. */
export const ReferredUserTable = (props: Props) =>
  useIsWideScreen() ? <TableView {...props} /> : <CardView {...props} />;

function useReferredUserName(side: ReferralSide) {
  const { t } = useTranslation('partner');
  return ({ id, first_place: firstPlace, name }: ReferredUser) =>
    firstPlace ?? name ?? t(side === 'buyers' ? 'buyerNumber' : 'sellerNumber', { id });
}

/** The legal name where it is another one, and how many shops there are. */
function SellerNote({ user: { first_place: firstPlace, name, places = 0 } }: { user: ReferredUser }) {
  const { t } = useTranslation('partner');
  return (
    <span className="dot-separated text-xs font-normal text-muted empty:hidden">
      {name && name !== firstPlace ? <span>{name}</span> : null}
      {places > 1 ? <span>{t('people.shops', { count: places })}</span> : null}
    </span>
  );
}

const getPath = (side: ReferralSide, id: number) =>
  side === 'buyers' ? paths.referredBuyer(id) : paths.sellerProfile(id);

function TableView({ side, users, totals, caption, order, onOrder }: Props) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const getName = useReferredUserName(side);
  const sortBy = (sort: ReferralSort) =>
    order && onOrder
      ? {
          sort:
            sort !== order.sort
              ? ('none' as const)
              : order.order === 'asc'
                ? ('ascending' as const)
                : ('descending' as const),
          onSort: () =>
            onOrder({
              sort,
              order: sort !== order.sort ? getFirstOrder(sort) : order.order === 'asc' ? 'desc' : 'asc',
            }),
        }
      : {};
  return (
    <DataTable
      caption={caption}
      rows={users}
      getKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          ...sortBy('name'),
          head: t(side === 'buyers' ? 'people.buyer' : 'people.seller'),
          render: (user) => (
            <>
              <Link to={getPath(side, user.id)} className="link">
                {getName(user)}
              </Link>
              <SellerNote user={user} />
            </>
          ),
          foot: totals ? t('people.sum') : undefined,
        },
        {
          key: 'status',
          head: t('people.status'),
          render: ({ status }) => <StatusPill status={status} />,
        },
        {
          key: 'quantity',
          ...sortBy('quantity'),
          head: t('people.quantity'),
          render: ({ quantity }) => quantity,
          foot: totals?.quantity,
          isNumber: true,
        },
        {
          key: 'total',
          ...sortBy('total'),
          head: t('people.total'),
          render: (user) => format.money(user.total_cents),
          foot: totals ? format.money(totals.total_cents) : undefined,
          isNumber: true,
          className: 'whitespace-nowrap',
        },
        {
          key: 'yours',
          ...sortBy('yours'),
          head: t('people.yours'),
          render: (user) => <b>{format.roundedShares(user.yours_hundredths)}</b>,
          foot: totals ? format.roundedShares(totals.yours_hundredths) : undefined,
          isNumber: true,
          className: 'whitespace-nowrap',
        },
        {
          key: 'created',
          ...sortBy('created'),
          head: t('people.created'),
          render: (user) => format.shortDay(user.created_at, user.time_zone),
          className: 'whitespace-nowrap',
        },
      ]}
    />
  );
}

function CardView({ side, users, totals, caption, order, onOrder }: Props) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const getName = useReferredUserName(side);
  return (
    <>
      {order && onOrder ? (
        <Select
          variant="pill"
          className="mb-2"
          label={t('people.sortBy')}
          value={order.sort}
          onChange={({ target }) => {
            const sort = target.value as ReferralSort;
            onOrder({ sort, order: getFirstOrder(sort) });
          }}
        >
          {referralSorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`people.sorts.${sort}`)}
            </option>
          ))}
        </Select>
      ) : null}
      <ul aria-label={caption}>
        {users.map((user) => (
          <li
            key={user.id}
            className="relative flex items-center gap-3 border-b border-line py-2.5 last:border-0"
          >
            <span className="grid min-w-0 flex-1 gap-0.5">
              <Link
                to={getPath(side, user.id)}
                className="font-semibold break-words after:absolute after:inset-0 after:rounded-sm"
              >
                {getName(user)}
              </Link>
              <SellerNote user={user} />
              <span className="text-sm text-muted">
                {t('people.packs', { count: user.quantity })} · {format.money(user.total_cents)}
              </span>
            </span>
            <StatusPill status={user.status} />
            <b className="whitespace-nowrap">{format.roundedShares(user.yours_hundredths)}</b>
          </li>
        ))}
      </ul>
      {totals ? (
        <p className="flex justify-between gap-3 border-t-[1.5px] border-dashed border-line-strong pt-3 font-bold">
          <span>
            {t('people.sum')} · {t('people.packs', { count: totals.quantity })}
          </span>
          <span>{format.roundedShares(totals.yours_hundredths)}</span>
        </p>
      ) : null}
    </>
  );
}

const MAX_ROWS = 4;

/** The newest sellers or buyers, with a switch, where there is room for only one list. */
export function ReferredUserPreviewSwitch({ overview }: { overview: AffiliateOverview }) {
  const { t } = useTranslation('partner');
  const [side, setSide] = useState<ReferralSide>('sellers');
  const sideSwitch = (
    <SegmentedControl<ReferralSide>
      legend={t('people.which')}
      options={[
        { value: 'sellers', label: t('people.sellersCount', { count: overview.sellers }) },
        { value: 'buyers', label: t('people.buyersCount', { count: overview.clients }) },
      ]}
      value={side}
      onChange={setSide}
      className="on-raised"
    />
  );
  return <ReferredUserPreview key={side} side={side} sideSwitch={sideSwitch} />;
}

export function ReferredUserPreview({ side, sideSwitch }: { side: ReferralSide; sideSwitch?: ReactNode }) {
  const { t } = useTranslation('partner');
  const id = `partner-${side}`;
  return (
    <section aria-labelledby={id} className="min-w-0 content-start rounded-lg bg-surface p-4 sm:p-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className={sideSwitch ? 'sr-only' : 'h2'}>
          {t(`${side}.title`)}
        </h2>
        {sideSwitch}
        <TextLink to={side === 'buyers' ? paths.referredBuyers : paths.referredSellers} className="text-sm">
          {t('people.all')}
          <span className="sr-only"> {t(`${side}.title`)}</span>
        </TextLink>
      </div>
      <QueryState
        query={useReferredUsers(side)}
        loading={<LoadingRows count={3} row="h-11" className="grid gap-2" />}
        isInline
      >
        {({ pages: [firstPage] }) =>
          firstPage?.data.length ? (
            <div className="overflow-x-auto">
              <ReferredUserTable
                side={side}
                users={firstPage.data.slice(0, MAX_ROWS)}
                totals={firstPage.totals}
                caption={t(`${side}.title`)}
              />
            </div>
          ) : (
            <p className="py-3 text-muted">{t(`${side}.none`)}</p>
          )
        }
      </QueryState>
    </section>
  );
}
