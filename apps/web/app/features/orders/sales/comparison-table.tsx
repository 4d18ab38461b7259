import { DataTable, type TableColumn } from '@wopack/ui/display/data-table.tsx';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { IconAlertTriangle } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { hasManyCancelled } from './cancellations.rules.ts';
import {
  type ComparedSalePlace,
  getSellThroughRate,
  type SalePlaceComparison,
  useSalesFormat,
} from './sales.api.ts';
import { TABLE_CLASS, TableCard } from './sales-table.tsx';

/** By what the rows can be ordered. */
const SORT_VALUES = {
  offered: ({ offered }) => offered,
  sold: ({ sold }) => sold,
  share: (totals) => getSellThroughRate(totals) ?? -1,
  cancelled: ({ cancelled }) => cancelled,
  rating: ({ rating }) => rating ?? -1,
  earned: ({ earning_cents: cents }) => cents,
} satisfies Record<string, (salePlace: ComparedSalePlace) => number>;

type SortKey = keyof typeof SORT_VALUES;

/** Sale places with their figures, by name until another order is chosen, and all together below. */
export function ComparisonTable({ sale_places: salePlaces, totals }: SalePlaceComparison) {
  const { t } = useTranslation(['comparison', 'sales']);
  const { formatMoney } = useFormat();
  const [sort, setSort] = useState<{ key: SortKey; isAscending: boolean } | null>(null);
  const sortBy = (key: SortKey) =>
    ({
      key,
      sort: sort?.key !== key ? 'none' : sort.isAscending ? 'ascending' : 'descending',
      onSort: () => setSort({ key, isAscending: sort?.key === key && !sort.isAscending }),
    }) as const;
  const rows = sort
    ? salePlaces.toSorted(
        (a, b) => (SORT_VALUES[sort.key](a) - SORT_VALUES[sort.key](b)) * (sort.isAscending ? 1 : -1),
      )
    : salePlaces;
  const columns: TableColumn<ComparedSalePlace>[] = [
    {
      key: 'name',
      head: t('sales:place'),
      render: ({ name, address }) => (
        <>
          {name}
          <span className="line-clamp-2 max-w-44 leading-snug wrap-anywhere whitespace-normal text-[.8125rem] font-normal text-muted sm:max-w-60">
            <Unbroken>{address}</Unbroken>
          </span>
        </>
      ),
      foot: t('all'),
    },
    {
      ...sortBy('offered'),
      head: t('sales:offered'),
      isNumber: true,
      render: ({ offered }) => offered,
      foot: totals.offered,
    },
    {
      ...sortBy('sold'),
      head: t('sales:soldColumn'),
      isNumber: true,
      render: ({ sold }) => sold,
      foot: totals.sold,
    },
    {
      ...sortBy('share'),
      head: t('sales:share'),
      render: (salePlace) => <SellThrough totals={salePlace} />,
      foot: <SellThrough totals={totals} />,
    },
    {
      ...sortBy('cancelled'),
      head: t('cancelled'),
      isNumber: true,
      render: (salePlace) => <Cancelled salePlace={salePlace} />,
      foot: totals.cancelled,
    },
    {
      ...sortBy('rating'),
      head: t('rating'),
      render: ({ rating, rating_count: count }) => <Rating value={rating} count={count} />,
      foot: null,
    },
    {
      ...sortBy('earned'),
      head: t('sales:earnedColumn'),
      isNumber: true,
      render: ({ earning_cents: cents }) => <span className="font-bold">{formatMoney(cents)}</span>,
      foot: formatMoney(totals.earning_cents),
    },
  ];
  return (
    <TableCard title={t('name')}>
      <DataTable
        caption={t('name')}
        columns={columns}
        rows={rows}
        getKey={({ id }) => id}
        className={TABLE_CLASS}
      />
    </TableCard>
  );
}

function Cancelled({ salePlace }: { salePlace: ComparedSalePlace }) {
  const { t } = useTranslation('comparison');
  const { cancelled } = salePlace;
  if (!hasManyCancelled(salePlace)) return cancelled;
  return (
    <span className="inline-flex items-center gap-1.5 font-bold text-danger">
      <IconAlertTriangle className="size-4.5 shrink-0" aria-label={t('many')} />
      {cancelled}
    </span>
  );
}

function SellThrough({ totals }: { totals: { offered: number; sold: number } }) {
  const { percent } = useSalesFormat();
  const share = getSellThroughRate(totals);
  if (share === null) return <span className="text-muted">–</span>;
  return (
    <span className="flex items-center gap-4">
      <span aria-hidden="true" className="h-2.5 w-28 overflow-hidden rounded-full bg-quiet print:hidden">
        <span className="block h-full rounded-full bg-brand" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="min-w-12 text-right font-bold tabular-nums">{percent(share)}</span>
    </span>
  );
}

/** How the earnings come about. */
export function EarnedSum({ totals }: Pick<SalePlaceComparison, 'totals'>) {
  const { t } = useTranslation('comparison');
  const { formatMoney } = useFormat();
  const { price_cents, refunded_cents, commission_cents, discount_cents, earning_cents } = totals;
  const isPlainSum = price_cents - refunded_cents - commission_cents - discount_cents === earning_cents;
  const sum = discount_cents > 0 ? 'sumDiscount' : refunded_cents > 0 ? 'sumBack' : 'sum';
  return t(isPlainSum ? sum : 'sumLeast', {
    discount: formatMoney(discount_cents),
    price: formatMoney(price_cents),
    back: formatMoney(refunded_cents),
    commission: formatMoney(commission_cents),
    earned: formatMoney(earning_cents),
  });
}
