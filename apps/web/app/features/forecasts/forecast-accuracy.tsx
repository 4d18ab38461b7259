import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { ProductForecast } from './forecasts.api.ts';

type Accuracy = NonNullable<ProductForecast['accuracy']>;

/** How far the forecast was off in the last eight weeks, beside the plain average of the weekday. */
export function ForecastAccuracy({
  product: { accuracy, bought_accuracy: bought, own_numbers: ownNumbers },
}: {
  product: Pick<ProductForecast, 'accuracy' | 'bought_accuracy' | 'own_numbers'>;
}) {
  const { t } = useTranslation('forecast');
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2">{t('accuracy.title')}</h2>
      {accuracy ? <Measured title={t('accuracy.leftOver')} accuracy={accuracy} /> : null}
      {ownNumbers > 0 ? (
        <p className="text-sm text-muted">{t('accuracy.ownNumbers', { number: ownNumbers })}</p>
      ) : null}
      {bought ? (
        <>
          <Measured title={t('accuracy.bought')} accuracy={bought} />
          <p className="text-sm text-muted">{t('accuracy.soldOut')}</p>
        </>
      ) : null}
      {accuracy || bought ? null : <p className="text-sm text-muted">{t('accuracy.none')}</p>}
      <details className="text-sm">
        <summary className="link min-h-11 content-center">{t('how.title')}</summary>
        <ul className="grid list-disc gap-2 pl-5 text-muted">
          <li>{t('how.leftOver')}</li>
          <li>{t('how.bought')}</li>
          <li>{t('how.proposal')}</li>
          <li>{t('how.range')}</li>
          <li>{t('how.accuracy')}</li>
          <li>{t('how.nothing')}</li>
        </ul>
      </details>
    </section>
  );
}

function Measured({ title, accuracy }: { title: string; accuracy: Accuracy }) {
  const { t } = useTranslation('forecast');
  const { formatDecimal, formatPercent } = useFormat();
  return (
    <>
      <h3 className="font-bold">{title}</h3>
      <dl className="grid grid-cols-[minmax(0,auto)_minmax(3rem,1fr)_auto] items-center gap-x-3 gap-y-2 text-sm">
        <ErrorBar name={t('accuracy.forecast')} error={accuracy.mean_error} accuracy={accuracy} isOurs />
        <ErrorBar name={t('accuracy.average')} error={accuracy.average_error} accuracy={accuracy} />
      </dl>
      <p className="text-sm text-muted">
        {t('accuracy.days', { count: accuracy.days })}{' '}
        {t('accuracy.range', {
          held: accuracy.days_in_range,
          count: accuracy.days,
          percent: formatPercent(Math.round((100 * accuracy.days_in_range) / accuracy.days)),
        })}
        {accuracy.mean_error > accuracy.average_error
          ? ` ${t('accuracy.worse', {
              packs: formatDecimal(Math.round(10 * (accuracy.mean_error - accuracy.average_error)) / 10),
            })}`
          : ''}
      </p>
    </>
  );
}

function ErrorBar({
  name,
  error,
  accuracy,
  isOurs = false,
}: {
  name: string;
  error: number;
  accuracy: Accuracy;
  isOurs?: boolean;
}) {
  const { formatDecimal } = useFormat();
  const largest = Math.max(accuracy.mean_error, accuracy.average_error, 0.1);
  return (
    <>
      <dt className={isOurs ? 'font-semibold' : 'text-muted'}>{name}</dt>
      <dd className="contents">
        <span aria-hidden="true">
          <span
            className={
              isOurs ? 'block h-3.5 rounded-sm bg-brand' : 'block h-3.5 rounded-sm border-2 border-muted'
            }
            style={{ width: `${Math.max((100 * error) / largest, 2)}%` }}
          />
        </span>
        <span className="text-right font-semibold tabular-nums">
          {formatDecimal(Math.round(10 * error) / 10)}
        </span>
      </dd>
    </>
  );
}
