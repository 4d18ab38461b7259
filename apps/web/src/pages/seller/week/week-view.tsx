import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { DayList } from '../../../modules/products/seller-week/day-list.tsx';
import { HolidaysSheet } from '../../../modules/products/seller-week/holidays-sheet.tsx';
import { ProductDaySheet } from '../../../modules/products/seller-week/product-day-sheet.tsx';
import { ScheduleSheet } from '../../../modules/products/seller-week/schedule-sheet.tsx';
import { useSellerWeek } from '../../../modules/products/seller-week/seller-week.api.ts';
import type { SellerWeek } from '../../../modules/products/seller-week/seller-week-cache.ts';
import { SellerWeekTable } from '../../../modules/products/seller-week/seller-week-table.tsx';
import { useLiveSellerWeek } from '../../../modules/products/seller-week/use-live-seller-week.ts';
import { PauseSalePlace } from '../../../modules/sale-places/pause-sale-place.tsx';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { WeekBones } from './week-bones.tsx';
import { WeekHeader } from './week-header.tsx';

interface Props {
  place: SalePlace;
  places: readonly SalePlace[];
}

type Open = { kind: 'day'; packId: number; date: string } | { kind: 'week'; packId: number } | 'holidays';

/** Seven days of a venue, and what can be changed about them. */
export function WeekView({ place, places }: Props) {
  const { t } = useTranslation('seller');
  const [from, setFrom] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const week = useSellerWeek(place.id, from);
  useLiveSellerWeek(week.data);
  const retry = () => void week.refetch();
  if (!week.data) {
    if (!week.error) return <WeekBones />;
    return <ErrorState error={week.error} safe={t('safe')} onRetry={retry} retrying={week.isFetching} />;
  }
  const close = () => setOpen(null);
  const { today } = week.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <WeekHeader
        place={place}
        places={places}
        from={from ?? today}
        today={today}
        onFrom={setFrom}
        onHolidays={() => setOpen('holidays')}
      />
      {week.error ? <RetryLine error={week.error} onRetry={retry} /> : null}
      {place.paused ? <PauseSalePlace salePlace={place} /> : null}
      <div
        aria-busy={week.isPlaceholderData || undefined}
        className={week.isPlaceholderData ? 'opacity-60' : undefined}
      >
        <Packs week={week.data} onOpen={setOpen} />
      </div>
      {place.paused || week.data.packs.length === 0 ? null : <PauseSalePlace salePlace={place} />}
      <Opened open={open} week={week.data} place={place} onClose={close} />
    </div>
  );
}

function Packs({ week, onOpen }: { week: SellerWeek; onOpen: (open: Open) => void }) {
  const { t } = useTranslation('week');
  const table = useMedia('(min-width: 1100px)');
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
  const common = {
    week,
    onOpenDay: ({ id }: { id: number }, day: { date: string }) =>
      onOpen({ kind: 'day', packId: id, date: day.date }),
    onEditSchedule: ({ id }: { id: number }) => onOpen({ kind: 'week', packId: id }),
  };
  if (!table) return <DayList {...common} date={date} onDateChange={setDate} />;
  return (
    <section className="rounded-lg bg-surface p-6">
      <SellerWeekTable {...common} />
    </section>
  );
}

interface OpenedProps {
  open: Open | null;
  week: SellerWeek;
  place: SalePlace;
  onClose: () => void;
}

function Opened({ open, week, place, onClose }: OpenedProps) {
  if (open === null) return null;
  if (open === 'holidays') return <HolidaysSheet salePlace={place} today={week.today} onClose={onClose} />;
  const pack = week.packs.find(({ id }) => id === open.packId);
  if (!pack) return null;
  if (open.kind === 'week') return <ScheduleSheet product={pack} onClose={onClose} />;
  const day = pack.days.find(({ date }) => date === open.date);
  return day ? (
    <ProductDaySheet product={pack} day={day} timeZone={week.time_zone} onClose={onClose} />
  ) : null;
}
