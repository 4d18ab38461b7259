import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayList } from '../../../features/products/seller-week/day-list.tsx';
import { HolidaysSheet } from '../../../features/products/seller-week/holidays-sheet.tsx';
import { ProductDaySheet } from '../../../features/products/seller-week/product-day-sheet.tsx';
import { ScheduleSheet } from '../../../features/products/seller-week/product-header.tsx';
import type { SellerWeek } from '../../../features/products/seller-week/seller-week.api.ts';
import {
  sellerWeekQuery,
  useLiveSellerWeek,
} from '../../../features/products/seller-week/seller-week.api.ts';
import { SellerWeekTable } from '../../../features/products/seller-week/seller-week-table.tsx';
import { PauseSalePlace } from '../../../features/sale-places/sale-place-row.tsx';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { InlineError } from '../../../ui/form/inline-error.tsx';
import { WeekHeader } from './week-header.tsx';

interface Props {
  salePlace: SalePlace;
  salePlaces: readonly SalePlace[];
}

type OpenSheet =
  | { kind: 'day'; productId: number; date: string }
  | { kind: 'schedule'; productId: number }
  | 'holidays';

export function WeekView({ salePlace, salePlaces }: Props) {
  const { t } = useTranslation('seller');
  const [from, setFrom] = useState<string | null>(null);
  const [openSheet, setOpenSheet] = useState<OpenSheet | null>(null);
  const week = useQuery(sellerWeekQuery(salePlace.id, from));
  useLiveSellerWeek(week.data);
  const retry = () => void week.refetch();
  if (!week.data) {
    if (!week.error) return <WeekSkeleton />;
    return (
      <ErrorState error={week.error} reassurance={t('safe')} onRetry={retry} isRetrying={week.isFetching} />
    );
  }
  const closeSheet = () => setOpenSheet(null);
  const { today } = week.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <WeekHeader
        salePlace={salePlace}
        salePlaces={salePlaces}
        from={from ?? today}
        today={today}
        onFromChange={setFrom}
        onOpenHolidays={() => setOpenSheet('holidays')}
      />
      {week.error ? <InlineError error={week.error} onRetry={retry} /> : null}
      {salePlace.paused ? <PauseSalePlace salePlace={salePlace} /> : null}
      <div
        aria-busy={week.isPlaceholderData || undefined}
        className={week.isPlaceholderData ? 'opacity-60' : undefined}
      >
        <ScheduledProducts week={week.data} onOpenSheet={setOpenSheet} />
      </div>
      {salePlace.paused || week.data.packs.length === 0 ? null : <PauseSalePlace salePlace={salePlace} />}
      <OpenedSheet openSheet={openSheet} week={week.data} salePlace={salePlace} onClose={closeSheet} />
    </div>
  );
}

function ScheduledProducts({
  week,
  onOpenSheet,
}: {
  week: SellerWeek;
  onOpenSheet: (openSheet: OpenSheet) => void;
}) {
  const { t } = useTranslation('week');
  const isTable = useMediaQuery('(min-width: 1100px)');
  const [date, setDate] = useState(week.dates[0]!.date);
  if (week.packs.length === 0) {
    return (
      <div className="rounded-lg bg-surface">
        <EmptyState
          mood="asleep"
          title={t('empty.title')}
          action={<ButtonLink to={paths.sellerQuickStart}>{t('empty.action')}</ButtonLink>}
        >
          {t('empty.text')}
        </EmptyState>
      </div>
    );
  }
  const commonProps = {
    week,
    onOpenDay: ({ id }: { id: number }, day: { date: string }) =>
      onOpenSheet({ kind: 'day', productId: id, date: day.date }),
    onEditSchedule: ({ id }: { id: number }) => onOpenSheet({ kind: 'schedule', productId: id }),
  };
  if (!isTable) return <DayList {...commonProps} date={date} onDateChange={setDate} />;
  return (
    <section className="rounded-lg bg-surface p-6">
      <SellerWeekTable {...commonProps} />
    </section>
  );
}

interface OpenedSheetProps {
  openSheet: OpenSheet | null;
  week: SellerWeek;
  salePlace: SalePlace;
  onClose: () => void;
}

function OpenedSheet({ openSheet, week, salePlace, onClose }: OpenedSheetProps) {
  if (openSheet === null) return null;
  if (openSheet === 'holidays')
    return <HolidaysSheet salePlace={salePlace} today={week.today} onClose={onClose} />;
  const product = week.packs.find(({ id }) => id === openSheet.productId);
  if (!product) return null;
  if (openSheet.kind === 'schedule') return <ScheduleSheet product={product} onClose={onClose} />;
  const day = product.days.find(({ date }) => date === openSheet.date);
  return day ? (
    <ProductDaySheet product={product} day={day} timeZone={week.time_zone} onClose={onClose} />
  ) : null;
}

export const WeekSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-16 rounded-lg" />
    <Skeleton className="h-[140px] rounded-lg" />
    <Skeleton className="h-[140px] rounded-lg" />
  </Loading>
);
