import { useTranslation } from 'react-i18next';
import { IconDots } from '#icons';
import { IconButton } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/display/pill.tsx';
import { FilterChip, FilterChips } from '../../../ui/form/choice/choice-chips.tsx';
import { OriginalWindowNote, useFormatHours, useFormatSold } from './product-day-sheet.tsx';
import {
  formatLongDay,
  formatShortDay,
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

/** One day at a time, for narrow screens. */
export function DayList({ week, date, onDateChange, onOpenDay, onEditSchedule }: Props) {
  const { t, i18n } = useTranslation('week');
  const index = Math.max(
    0,
    week.dates.findIndex((weekDate) => weekDate.date === date),
  );
  const holiday = week.dates[index]?.holiday;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <FilterChips
        legend={t('day')}
        value={week.dates[index]?.date}
        onChange={(date) => date && onDateChange(date)}
        className="-mx-[var(--gutter)] flex min-w-0 gap-2 overflow-x-auto px-[var(--gutter)] py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {week.dates.map((weekDate) => (
          <FilterChip key={weekDate.date} value={weekDate.date}>
            {weekDate.date === week.today ? t('today') : formatShortDay(weekDate.date, i18n.language)}
          </FilterChip>
        ))}
      </FilterChips>
      <h2 className="h3 first-letter:uppercase">
        {formatLongDay(week.dates[index]!.date, i18n.language)}
        {holiday === null ? null : ` · ${holiday || t('holiday')}`}
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
  const isOpen = isSlotOpen(day.slot, new Date());
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line pt-3">
      <div className="min-w-0 leading-5">
        <p className="font-semibold tabular-nums">{formatHours(day)}</p>
        {soldText ? <p className="text-sm font-semibold text-save">{soldText}</p> : null}
        {isOpen && day.slot!.sold_out ? <Pill>{t('soldOut')}</Pill> : null}
        <OriginalWindowNote day={day} timeZone={timeZone} />
      </div>
      <div className="ml-auto flex items-center gap-1">
        {isOpen ? <StockStepper slot={day.slot!} name={product.name} /> : null}
        <IconButton
          variant="plain"
          label={t('openDay', { name: product.name, date: formatLongDay(day.date, i18n.language) })}
          onClick={() => onOpenDay(product, day)}
        >
          <IconDots aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
