import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';
import { Pill } from '../../../ui/pill.tsx';
import { useHours, useSold } from './day-facts.tsx';
import { PackHead } from './pack-head.tsx';
import { StockStepper } from './stock-stepper.tsx';
import { isOpen, type PackDay, type Week, type WeekPack } from './week-cache.ts';
import { longDay, shortDay } from './week-dates.ts';

interface Props {
  week: Week;
  onDay: (pack: WeekPack, day: PackDay) => void;
  onSchedule: (pack: WeekPack) => void;
}

/** Packs as rows, days as columns; today's number changes with a tap, the rest in the day's sheet. */
export function WeekTable({ week, onDay, onSchedule }: Props) {
  const { t, i18n } = useTranslation('week');
  return (
    <table className="w-full table-fixed border-separate border-spacing-0">
      <caption className="sr-only">{t('title')}</caption>
      <thead>
        <tr className="text-left align-bottom text-sm [&>*]:border-b [&>*]:border-line [&>*]:pb-2.5">
          <th scope="col" className="w-54 font-semibold text-2">
            {t('pack')}
          </th>
          {week.dates.map(({ date, holiday }) => (
            <th
              key={date}
              scope="col"
              className={cx('px-2 font-semibold', date === week.today ? 'w-40' : 'text-2')}
            >
              <span className="block first-letter:uppercase">{shortDay(date, i18n.language)}</span>
              {date === week.today ? <span className="block text-xs">{t('today')}</span> : null}
              {holiday === null ? null : (
                <span className="line-clamp-1 text-xs font-normal" title={holiday}>
                  {holiday || t('holiday')}
                </span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {week.packs.map((pack) => (
          <tr
            key={pack.id}
            className="align-top [&>*]:border-b [&>*]:border-line [&>*]:py-3 last:[&>*]:border-0"
          >
            <th scope="row" className="pr-2 text-left font-normal">
              <PackHead stacked pack={pack} onSchedule={() => onSchedule(pack)} />
            </th>
            {pack.days.map((day) => (
              <td key={day.date} className="px-0.5">
                <Cell pack={pack} day={day} today={day.date === week.today} onOpen={() => onDay(pack, day)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  pack: WeekPack;
  day: PackDay;
  today: boolean;
  onOpen: () => void;
}

function Cell({ pack, day, today, onOpen }: CellProps) {
  const { t, i18n } = useTranslation('week');
  const hours = useHours();
  const sold = useSold()(day);
  const open = isOpen(day.slot, new Date());
  return (
    <div className={cx('grid h-full gap-1 rounded-sm', today && 'bg-brand-soft')}>
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-13 content-start gap-0.5 rounded-sm px-1.5 py-2 text-left text-[.8125rem] leading-5 hover:bg-quiet"
      >
        <span className="sr-only">
          {t('openDay', { name: pack.name, date: longDay(day.date, i18n.language) })}.{' '}
        </span>
        <span className={cx('tabular-nums', day.time_start ? 'font-semibold' : 'text-2')}>{hours(day)}</span>
        {open && !today ? <span className="text-2">{t('leftCount', { count: day.slot!.left })}</span> : null}
        {sold ? <span className="font-semibold text-save">{sold}</span> : null}
        {open && day.slot!.sold_out ? <Pill className="justify-self-start">{t('soldOut')}</Pill> : null}
      </button>
      {today && open ? (
        <div className="justify-self-center pb-2">
          <StockStepper slot={day.slot!} name={pack.name} />
        </div>
      ) : null}
    </div>
  );
}
