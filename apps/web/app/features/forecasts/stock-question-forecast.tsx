import { cn } from '@wopack/ui/cn.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { ForecastReasons } from './forecast-table.tsx';
import type { StockQuestion } from './stock-questions.api.ts';

type Range = NonNullable<StockQuestion['forecast']>['bought'];

const STEPS = [1, 2, 5, 10, 20, 50];

/** Both numbers in their ranges, why, and how far off the forecast was. */
export function StockQuestionForecast({
  question: { forecast, accuracy, product },
  canSeeMore,
}: {
  question: StockQuestion;
  canSeeMore: boolean;
}) {
  const { t } = useTranslation('forecast');
  const { formatDecimal } = useFormat();
  const round = (units: number) => formatDecimal(Math.round(10 * units) / 10);
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="h3">{t('question.forecast')}</h2>
        {canSeeMore ? (
          <Link to={`${paths.forecast}?pack=${product.id}`} className="link text-sm">
            {t('how.title')}
          </Link>
        ) : null}
      </div>
      {forecast ? (
        <>
          <Ranges leftOver={forecast.left_over} bought={forecast.bought} />
          <p className="text-sm text-pretty">
            <ForecastReasons forecast={forecast} publicHoliday={null} />
          </p>
        </>
      ) : (
        <p className="text-sm text-pretty text-muted">{t('tooFewText')}</p>
      )}
      {forecast && accuracy ? (
        <p className="text-sm text-pretty text-muted">
          {t('question.accuracy', {
            error: round(accuracy.mean_error),
            average: round(accuracy.average_error),
          })}
        </p>
      ) : null}
    </section>
  );
}

function Ranges({ leftOver, bought }: { leftOver: Range; bought: Range }) {
  const { t } = useTranslation('forecast');
  const largest = Math.max(leftOver.high, bought.high, 1);
  const step = STEPS.find((size) => size * 6 >= largest) ?? Math.ceil(largest / 6);
  const top = Math.ceil(largest / step) * step;
  const ticks = Array.from({ length: top / step + 1 }, (_, index) => index * step);
  return (
    <div className="grid gap-1">
      <RangeRow
        label={t('question.leftOver', { count: leftOver.expected })}
        range={leftOver}
        top={top}
        isFilled
      />
      <RangeRow label={t('question.bought', { count: bought.expected })} range={bought} top={top} />
      <div className="relative mx-3 h-5 border-t border-line-strong text-xs text-muted" aria-hidden="true">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute top-1 -translate-x-1/2 tabular-nums"
            style={{ left: `${(100 * tick) / top}%` }}
          >
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}

function RangeRow({
  label,
  range: { expected, low, high },
  top,
  isFilled = false,
}: {
  label: string;
  range: Range;
  top: number;
  isFilled?: boolean;
}) {
  const { t } = useTranslation('forecast');
  const toPercent = (count: number) => `${(100 * count) / top}%`;
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <b>{label}</b>
        <span className="text-muted">
          {low === high ? t('question.exactly', { low }) : t('question.between', { low, high })}
        </span>
      </p>
      <div className="relative mx-3 my-2 h-6" aria-hidden="true">
        <span
          className={cn(
            'absolute top-1/2 h-3.5 -translate-y-1/2 rounded-full',
            isFilled ? 'bg-brand-soft' : 'border-2 border-muted',
          )}
          style={{ left: `calc(${toPercent(low)} - .5rem)`, width: `calc(${toPercent(high - low)} + 1rem)` }}
        />
        <span
          className={cn(
            'absolute top-0 grid h-6 min-w-6 -translate-x-1/2 place-items-center rounded-full px-0.5 text-xs font-bold tabular-nums',
            isFilled ? 'bg-text text-surface' : 'border-2 border-text bg-surface',
          )}
          style={{ left: toPercent(expected) }}
        >
          {expected}
        </span>
      </div>
    </div>
  );
}
