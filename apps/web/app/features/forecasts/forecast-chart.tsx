import { getLocale } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { toNoonUtc } from '@wopack/ui/format.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { DayForecast } from './forecasts.api.ts';

/** Each scale has about three lines. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The days with their ranges: what will be left over as a bar, what would be bought as a line. */
export function ForecastChart({ days, today }: { days: readonly DayForecast[]; today: string }) {
  const { t, i18n } = useTranslation('forecast');
  const { formatDate } = useFormat();
  const largest = Math.max(
    ...days.flatMap(({ forecast }) => (forecast ? [forecast.left_over.high, forecast.bought.expected] : [])),
    1,
  );
  const step = STEPS.find((size) => size * 3 >= largest) ?? largest;
  const top = Math.ceil((largest * 1.1) / step) * step;
  const lines = Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
  const toPercent = (count: number) => `${(100 * count) / top}%`;
  const weekday = new Intl.DateTimeFormat(getLocale(i18n.language), {
    weekday: 'short',
    timeZone: 'UTC',
  });
  return (
    <section className="grid gap-4 rounded-lg bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <h2 className="h2">{t('chart')}</h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[.8125rem] text-muted">
          <li className="flex items-center gap-1.5">
            <span className="size-3.5 rounded-full bg-text" />
            {t('leftOver')}
          </li>
          <li className="flex items-center gap-1.5">
            <span className="h-3 w-4 rounded-sm bg-brand-soft" />
            {t('range')}
          </li>
          <li className="flex items-center gap-1.5">
            <span className="size-3.5 rounded-full border-2 border-text" />
            {t('bought')}
          </li>
          {/* On a phone a column is too narrow for the word. */}
          {days.some(({ closed }) => closed) ? <li className="sm:hidden">– {t('closed')}</li> : null}
        </ul>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3" aria-hidden="true">
        <div className="relative w-6 text-right text-xs text-muted tabular-nums">
          {lines.map((line) => (
            <span key={line} className="absolute right-0 translate-y-1/2" style={{ bottom: toPercent(line) }}>
              {line}
            </span>
          ))}
        </div>
        <div className="relative h-52 border-b-[1.5px] border-line-strong">
          {lines.slice(1).map((line) => (
            <span
              key={line}
              className="absolute inset-x-0 border-t border-line"
              style={{ bottom: toPercent(line) }}
            />
          ))}
          <ul className="absolute inset-0 grid grid-cols-7">
            {days.map(({ date, forecast }) => (
              <li key={date} className="relative">
                {forecast ? (
                  <>
                    <span
                      className="absolute left-1/2 w-6 -translate-x-1/2 rounded-md bg-brand-soft sm:w-10"
                      style={{
                        bottom: toPercent(forecast.left_over.low),
                        height: `max(${toPercent(forecast.left_over.high - forecast.left_over.low)}, 2px)`,
                      }}
                    />
                    <span
                      className="absolute left-1/2 w-9 -translate-x-1/2 border-t-2 border-muted sm:w-16"
                      style={{ bottom: toPercent(forecast.bought.expected) }}
                    />
                    <Marker
                      value={forecast.bought.expected}
                      bottom={toPercent(forecast.bought.expected)}
                      className="left-1/2 border-2 border-text bg-surface text-text sm:left-[calc(50%+1.25rem)]"
                    />
                    <Marker
                      value={forecast.left_over.expected}
                      bottom={toPercent(forecast.left_over.expected)}
                      className="left-[calc(50%-1.25rem)] bg-text text-surface sm:left-[calc(50%-.75rem)]"
                    />
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </div>
        <ul className="col-start-2 grid grid-cols-7 pt-2 text-center text-[.6875rem] text-muted sm:text-xs">
          {days.map(({ date, closed }) => (
            <li key={date} className={cn('leading-snug', date === today && 'font-bold text-text')}>
              {/* Portuguese has the whole word as its short form. */}
              <span className="block">{weekday.format(toNoonUtc(date)).slice(0, 3)}</span>
              <span className="block">{Number(date.slice(-2))}</span>
              {closed ? (
                <>
                  <span className="block sm:hidden">–</span>
                  <span className="hidden sm:block">{t('closed')}</span>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      <p className="sr-only">
        {days
          .filter(({ forecast, closed }) => forecast || closed)
          .map(({ date, forecast }) =>
            forecast
              ? t('spoken', {
                  day: formatDate(date),
                  leftOver: forecast.left_over.expected,
                  bought: forecast.bought.expected,
                })
              : t('spokenClosed', { day: formatDate(date) }),
          )
          .join(' ')}
      </p>
    </section>
  );
}

function Marker({ value, bottom, className }: { value: number; bottom: string; className: string }) {
  return (
    <span
      className={cn(
        'absolute grid h-5 min-w-5 translate-y-1/2 place-items-center rounded-full px-0.5 text-[.6875rem] font-bold tabular-nums sm:h-6 sm:min-w-6 sm:text-xs',
        className,
      )}
      style={{ bottom }}
    >
      {value}
    </span>
  );
}
