import { Radio } from '@base-ui/react/radio';
import { type Weekday, weekdays } from '@wopack/domain';
import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { FilterChips } from '@wopack/ui/form/choice.tsx';
import { IconDots } from '@wopack/ui/icons';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { OriginalWindowNote, useFormatHours, useFormatSold } from './product-day-sheet.tsx';
import {
  countOffered,
  formatLongDay,
  isSlotOpen,
  type ProductDay,
  type SellerWeek,
  type WeekProduct,
} from './seller-week.api.ts';
import { ProductHeader } from './seller-week-table.tsx';
import { StockStepper } from './stock-stepper.tsx';

interface Props {
  week: SellerWeek;
  date: string;
  onDateChange: (date: string) => void;
  onOpenDay: (product: WeekProduct, day: ProductDay) => void;
  onEditSchedule: (product: WeekProduct) => void;
}

/** For narrow screens: the week as seven tiles with what is left and sold, and the products of one day. */
export function DayList({ week, date, onDateChange, onOpenDay, onEditSchedule }: Props) {
  const { t, i18n } = useTranslation('week');
  const index = Math.max(
    0,
    week.dates.findIndex((weekDate) => weekDate.date === date),
  );
  const { holiday, public_holiday: publicHoliday } = week.dates[index]!;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <FilterChips
        legend={t('day')}
        value={week.dates[index]?.date}
        onChange={(date) => date && onDateChange(date)}
        className="grid grid-cols-7 gap-1"
      >
        {week.dates.map((weekDate, dateIndex) => (
          <DayTile
            key={weekDate.date}
            date={weekDate.date}
            isToday={weekDate.date === week.today}
            holiday={getHoliday(weekDate)}
            days={week.packs.map(({ state, days }) => ({ ...days[dateIndex]!, state }))}
          />
        ))}
      </FilterChips>
      <p className="-mt-1.5 text-xs text-muted">
        {t('tiles')}{' '}
        {week.dates.some((weekDate) => getHoliday(weekDate) !== null) ? (
          <span className="whitespace-nowrap">
            <HolidayDot className="mr-1 inline-block align-middle" />
            {t('dot')}
          </span>
        ) : null}
      </p>
      <h2 className="h3 first-letter:uppercase">
        {formatLongDay(week.dates[index]!.date, i18n.language)}
        {holiday === null ? null : ` · ${holiday || t('holiday')}`}
        {holiday === null && publicHoliday ? (
          <Pill tone="warn" className="ml-2 align-middle whitespace-normal">
            {publicHoliday}
          </Pill>
        ) : null}
      </h2>
      <ul className="grid gap-3.5">
        {week.packs.map((product) => (
          <li key={product.id} className="grid gap-3 rounded-lg bg-surface p-4">
            <ProductHeader product={product} onEditSchedule={() => onEditSchedule(product)} />
            <DayLine
              product={product}
              day={product.days[index]!}
              timeZone={week.time_zone}
              onOpenDay={onOpenDay}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The sale place's own, or else a public one. */
const getHoliday = ({ holiday, public_holiday: publicHoliday }: SellerWeek['dates'][number]) =>
  holiday ?? publicHoliday;

const HolidayDot = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('size-1.5 rounded-full bg-brand', className)} />
);

interface DayTileProps {
  date: string;
  isToday: boolean;
  /** Closed or not. */
  holiday: string | null;
  /** One entry a product. */
  days: readonly (ProductDay & Pick<WeekProduct, 'state'>)[];
}

/** A day of the overview; selects it. */
function DayTile({ date, isToday, holiday, days }: DayTileProps) {
  const { t, i18n } = useTranslation(['week', 'seller']);
  const openDays = days.filter(({ time_start: start }) => start);
  const now = serverDate();
  const left = days.reduce(
    (sum, { state, slot }) => sum + (state === 'active' && isSlotOpen(slot, now) ? slot.left : 0),
    0,
  );
  const sold = days.reduce((sum, { slot }) => sum + (slot?.sold ?? 0), 0);
  const offered = days.reduce((sum, { state, slot }) => sum + (slot ? countOffered(state, slot, now) : 0), 0);
  return (
    <Radio.Root
      value={date}
      nativeButton
      render={<button type="button" />}
      className="grid min-h-20 min-w-0 content-start justify-items-center gap-0.5 rounded-md bg-panel px-0.5 py-2 text-text data-checked:bg-primary data-checked:text-on-primary"
    >
      <span className="sr-only">
        {isToday ? `${t('today')}, ` : null}
        {formatLongDay(date, i18n.language)}.{' '}
        {openDays.length || sold
          ? `${t('leftCount', { count: left })}, ${t('sold', { count: sold })}`
          : t('none.week')}
        {holiday ? `. ${holiday}` : null}
      </span>
      <span aria-hidden="true" className="text-xs first-letter:uppercase">
        {/* Not by Intl: the short weekdays of pt-PT are the long ones, wider than the tile. */}
        {t(`seller:shortDays.${getWeekday(date)}`)}
      </span>
      <b aria-hidden="true" className="leading-5">
        {Number(date.slice(8))}
      </b>
      <span aria-hidden="true" className="text-xs leading-4 tabular-nums">
        {offered ? `${sold} / ${offered}` : '–'}
      </span>
      {holiday === null ? null : <HolidayDot />}
    </Radio.Root>
  );
}

/** Monday is the first. */
const getWeekday = (date: string): Weekday => weekdays[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7]!;

interface DayLineProps {
  product: WeekProduct;
  day: ProductDay;
  timeZone: string;
  onOpenDay: (product: WeekProduct, day: ProductDay) => void;
}

function DayLine({ product, day, timeZone, onOpenDay }: DayLineProps) {
  const { t, i18n } = useTranslation('week');
  const formatHours = useFormatHours();
  const soldText = useFormatSold()(day);
  const isOpen = isSlotOpen(day.slot, serverDate());
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line pt-3">
      <div className="min-w-0 leading-5">
        <p className="font-semibold tabular-nums">{formatHours(day)}</p>
        {day.by === 'date' ? <p className="text-sm text-muted">{t('by.date')}</p> : null}
        {soldText ? <p className="text-sm font-semibold text-save">{soldText}</p> : null}
        {isOpen && day.slot!.sold_out ? <Pill>{t('soldOut')}</Pill> : null}
        <OriginalWindowNote day={day} timeZone={timeZone} />
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-1">
        {isOpen ? <StockStepper slot={day.slot!} name={product.name} /> : null}
        <IconButton
          variant="plain"
          label={t('openDay', { name: product.name, date: formatLongDay(day.date, i18n.language) })}
          onClick={() => onOpenDay(product, day)}
        >
          <IconDots />
        </IconButton>
      </div>
    </div>
  );
}
