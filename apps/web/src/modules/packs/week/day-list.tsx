import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../../ui/chip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { KeptWindow, useHours, useSold } from './day-facts.tsx';
import { PackHead } from './pack-head.tsx';
import { StockStepper } from './stock-stepper.tsx';
import { isOpen, type PackDay, type Week, type WeekPack } from './week-cache.ts';
import { longDay, shortDay } from './week-dates.ts';

interface Props {
  week: Week;
  date: string;
  onDate: (date: string) => void;
  onDay: (pack: WeekPack, day: PackDay) => void;
  onSchedule: (pack: WeekPack) => void;
}

/** One day at a time, for narrow screens. */
export function DayList({ week, date, onDate, onDay, onSchedule }: Props) {
  const { t, i18n } = useTranslation('week');
  const index = Math.max(
    0,
    week.dates.findIndex((one) => one.date === date),
  );
  const holiday = week.dates[index]?.holiday;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <fieldset className="-mx-[var(--gutter)] flex min-w-0 gap-2 overflow-x-auto px-[var(--gutter)] py-1 sm:mx-0 sm:flex-wrap sm:px-0">
        <legend className="sr-only">{t('day')}</legend>
        {week.dates.map((one, at) => (
          <Chip key={one.date} active={at === index} onClick={() => onDate(one.date)}>
            {one.date === week.today ? t('today') : shortDay(one.date, i18n.language)}
          </Chip>
        ))}
      </fieldset>
      <h2 className="h3 first-letter:uppercase">
        {longDay(week.dates[index]!.date, i18n.language)}
        {holiday === null ? null : ` · ${holiday || t('holiday')}`}
      </h2>
      <ul className="grid gap-3.5">
        {week.packs.map((pack) => (
          <li key={pack.id} className="grid gap-3 rounded-lg bg-surface p-4">
            <PackHead pack={pack} onSchedule={() => onSchedule(pack)} />
            <DayLine pack={pack} day={pack.days[index]!} timeZone={week.time_zone} onDay={onDay} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  pack: WeekPack;
  day: PackDay;
  timeZone: string;
  onDay: (pack: WeekPack, day: PackDay) => void;
}

function DayLine({ pack, day, timeZone, onDay }: LineProps) {
  const { t, i18n } = useTranslation('week');
  const hours = useHours();
  const sold = useSold()(day);
  const open = isOpen(day.slot, new Date());
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line pt-3">
      <div className="min-w-0 leading-5">
        <p className="font-semibold tabular-nums">{hours(day)}</p>
        {sold ? <p className="text-sm font-semibold text-save">{sold}</p> : null}
        {open && day.slot!.sold_out ? <Pill>{t('soldOut')}</Pill> : null}
        <KeptWindow day={day} timeZone={timeZone} />
      </div>
      <div className="ml-auto flex items-center gap-1">
        {open ? <StockStepper slot={day.slot!} name={pack.name} /> : null}
        <IconButton
          look="plain"
          label={t('openDay', { name: pack.name, date: longDay(day.date, i18n.language) })}
          onClick={() => onDay(pack, day)}
        >
          <IconDots aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
