import { DataTable, type TableColumn } from '@wopack/ui/display/data-table.tsx';
import { ScrollRegion } from '@wopack/ui/display/scroll-region.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { DayForecast } from './forecasts.api.ts';

type Range = NonNullable<DayForecast['forecast']>['bought'];

/** Each day with its numbers, what we propose, what that would bring, and why. */
export function ForecastTable({
  days,
  earningCents,
}: {
  days: readonly DayForecast[];
  /** For one pack. */
  earningCents: number;
}) {
  const { t } = useTranslation('forecast');
  const { formatMoney, formatShortDate } = useFormat();
  const rows = days.filter(({ forecast }) => forecast !== null);
  const proposal = rows.reduce((sum, { forecast }) => sum + forecast!.proposal, 0);
  const columns: TableColumn<DayForecast>[] = [
    {
      key: 'day',
      head: t('day'),
      render: (day) => (
        <>
          <span className="whitespace-nowrap">{formatShortDate(day.date)}</span>
          {/* On a phone, so that what we propose is in sight. */}
          <span className="block text-[.8125rem] font-normal sm:hidden">
            <span className="text-muted">{t('leftOverColumn')}: </span>
            <RangeText range={day.forecast!.left_over} />
          </span>
          <span className="block text-[.8125rem] font-normal sm:hidden">
            <ForecastReasons forecast={day.forecast!} publicHoliday={day.publicHoliday} />
          </span>
        </>
      ),
      foot: t('sum'),
    },
    {
      key: 'leftOver',
      head: t('leftOverColumn'),
      isNumber: true,
      render: ({ forecast }) => <RangeText range={forecast!.left_over} />,
      // The sum's name does not span a column that is hidden.
      foot: '',
      className: 'max-sm:hidden',
    },
    {
      key: 'bought',
      head: t('boughtColumn'),
      isNumber: true,
      render: ({ forecast }) => <RangeText range={forecast!.bought} />,
    },
    {
      key: 'proposal',
      head: t('proposal'),
      isNumber: true,
      render: ({ forecast }) => <strong>{forecast!.proposal}</strong>,
      foot: proposal,
    },
    {
      key: 'ifSold',
      head: t('ifSold'),
      isNumber: true,
      render: ({ forecast }) => formatMoney(forecast!.proposal * earningCents),
      foot: formatMoney(proposal * earningCents),
      className: 'max-sm:hidden',
    },
    {
      key: 'why',
      head: t('why'),
      render: (day) => <ForecastReasons forecast={day.forecast!} publicHoliday={day.publicHoliday} />,
      foot: t('calculation', { count: proposal, earning: formatMoney(earningCents) }),
      className: 'min-w-40 max-sm:hidden',
    },
  ];
  return (
    <ScrollRegion label={t('table')} className="rounded-lg bg-surface p-4 sm:p-6">
      <DataTable caption={t('table')} columns={columns} rows={rows} getKey={({ date }) => date} />
    </ScrollRegion>
  );
}

function RangeText({ range: { expected, low, high } }: { range: Range }) {
  return (
    <span className="whitespace-nowrap">
      {expected} <span className="text-muted">({low === high ? low : `${low}–${high}`})</span>
    </span>
  );
}

/** In words. */
export function ForecastReasons({
  forecast: { like_days: days, sold_out_early_days: soldOut, waited },
  publicHoliday,
}: {
  forecast: NonNullable<DayForecast['forecast']>;
  publicHoliday: string | null;
}) {
  const { t } = useTranslation('forecast');
  const reasons = [
    publicHoliday && t('reasons.holiday', { name: publicHoliday }),
    soldOut > 0 && t('reasons.soldOut', { count: soldOut, days }),
    waited > 0 && t('reasons.waited', { count: waited }),
  ].filter((reason) => typeof reason === 'string');
  return <span className="text-muted">{reasons.length > 0 ? reasons.join(' ') : t('reasons.usual')}</span>;
}
