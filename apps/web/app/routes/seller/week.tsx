import { useQuery } from '@tanstack/react-query';
import { addDays, isolateWords } from '@wopack/domain';
import { Button, ButtonLink, IconButton } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { IconBeach, IconChevronLeft, IconChevronRight } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayList } from '../../features/products/seller-week/day-list.tsx';
import { HolidaysSheet } from '../../features/products/seller-week/holidays-sheet.tsx';
import { ProductDaySheet } from '../../features/products/seller-week/product-day-sheet.tsx';
import {
  formatDateRange,
  type SellerWeek,
  sellerWeekQuery,
  useLiveSellerWeek,
} from '../../features/products/seller-week/seller-week.api.ts';
import { ScheduleSheet, SellerWeekTable } from '../../features/products/seller-week/seller-week-table.tsx';
import { PauseSalePlace } from '../../features/sale-places/sale-place-row.tsx';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useToday } from '../../lib/browser/use-now.ts';
import { useChosenSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { SalePlaceChoice } from '../../lib/storage/stored-values.ts';
import { SalePlaceGroup } from './sale-place-group.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';
import { SalePlaceSwitcher, useSalePlacesLabel } from './sale-place-switcher.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(mySalePlacesQuery(i18n.language))]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('titles.sellerWeek')}</PageTitle>
      <WithSalePlace title={t('titles.sellerWeek')} fallback={<WeekSkeleton />}>
        {(_, salePlaces) => <WeekView salePlaces={salePlaces} />}
      </WithSalePlace>
    </div>
  );
}

/** Closed days can be planned about a year ahead. */
const MAX_DAYS_AHEAD = 364;

interface WeekHeaderProps {
  salePlaces: readonly SalePlace[];
  chosen: readonly SalePlace[];
  onChoose: (choice: SalePlaceChoice) => void;
  from: string;
  today: string;
  onFromChange: (date: string | null) => void;
  /** Null with several sale places. */
  onOpenHolidays: (() => void) | null;
}

/** Sale places, week and holidays. */
function WeekHeader({
  salePlaces,
  chosen,
  onChoose,
  from,
  today,
  onFromChange,
  onOpenHolidays,
}: WeekHeaderProps) {
  const { t, i18n } = useTranslation('week');
  const getLabel = useSalePlacesLabel();
  const previousFrom = addDays(from, -7);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="d2">{t('title')}</h1>
        <p className="mt-1 text-muted">
          {formatDateRange(from, addDays(from, 6), i18n.language)} ·{' '}
          {isolateWords(getLabel(chosen, salePlaces))}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <SalePlaceSwitcher
          salePlaces={salePlaces}
          chosen={chosen}
          onChoose={onChoose}
          className="min-w-0 max-sm:w-full sm:w-auto sm:max-w-64"
        />
        <span className="flex items-center gap-1">
          <IconButton
            variant="flat"
            label={t('earlier')}
            disabled={from <= today}
            onClick={() => onFromChange(previousFrom <= today ? null : previousFrom)}
            className="disabled:opacity-40"
          >
            <IconChevronLeft />
          </IconButton>
          {from === today ? null : (
            <Button variant="soft" size="small" onClick={() => onFromChange(null)}>
              {t('today')}
            </Button>
          )}
          <IconButton
            variant="flat"
            label={t('later')}
            disabled={from >= addDays(today, MAX_DAYS_AHEAD)}
            onClick={() => onFromChange(addDays(from, 7))}
            className="disabled:opacity-40"
          >
            <IconChevronRight />
          </IconButton>
        </span>
        {onOpenHolidays ? <HolidaysButton onClick={onOpenHolidays} /> : null}
      </div>
    </header>
  );
}

function HolidaysButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('week');
  return (
    <Button variant="soft" size="small" icon={<IconBeach />} onClick={onClick}>
      {t('holidays.title')}
    </Button>
  );
}

type OpenSheet =
  | { kind: 'day'; productId: number; date: string }
  | { kind: 'schedule'; productId: number }
  | 'holidays';

/** The week of one sale place, or of each of several below each other. */
function WeekView({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { chosen, choose } = useChosenSalePlaces(salePlaces);
  const [from, setFrom] = useState<string | null>(null);
  const [isHolidaysOpen, setHolidaysOpen] = useState(false);
  const today = useToday(chosen[0]!.time_zone);
  const [onlyPlace] = chosen.length === 1 ? chosen : [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <WeekHeader
        salePlaces={salePlaces}
        chosen={chosen}
        onChoose={choose}
        from={from ?? today}
        today={today}
        onFromChange={setFrom}
        onOpenHolidays={onlyPlace ? () => setHolidaysOpen(true) : null}
      />
      {onlyPlace ? (
        <SalePlaceWeek key={onlyPlace.id} salePlace={onlyPlace} from={from} />
      ) : (
        chosen.map((salePlace, index) => (
          <SalePlaceGroup key={salePlace.id} salePlace={salePlace} isFirst={index < 2}>
            <SalePlaceWeek salePlace={salePlace} from={from} hasHolidays />
          </SalePlaceGroup>
        ))
      )}
      {onlyPlace && isHolidaysOpen ? (
        <HolidaysSheet salePlace={onlyPlace} today={today} onClose={() => setHolidaysOpen(false)} />
      ) : null}
    </div>
  );
}

interface SalePlaceWeekProps {
  salePlace: SalePlace;
  from: string | null;
  /** Whether the holidays are planned here, not in the page's header. */
  hasHolidays?: boolean;
}

function SalePlaceWeek({ salePlace, from, hasHolidays = false }: SalePlaceWeekProps) {
  const { t } = useTranslation('seller');
  const [openSheet, setOpenSheet] = useState<OpenSheet | null>(null);
  const week = useQuery(sellerWeekQuery(salePlace.id, from));
  useLiveSellerWeek(week.data);
  if (!week.data) return week.error ? <ErrorState query={week} reassurance={t('safe')} /> : <WeekSkeleton />;
  const closeSheet = () => setOpenSheet(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      {hasHolidays ? (
        <div>
          <HolidaysButton onClick={() => setOpenSheet('holidays')} />
        </div>
      ) : null}
      <InlineError query={week} />
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
  const isTable = useMediaQuery('(min-width: 68.75rem)');
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

const WeekSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-16 rounded-lg" />
    <Skeleton className="h-[140px] rounded-lg" />
    <Skeleton className="h-[140px] rounded-lg" />
  </Loading>
);
