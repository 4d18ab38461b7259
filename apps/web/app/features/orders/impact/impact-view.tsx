import { useMutation } from '@tanstack/react-query';
import { getLocale, isolateWords } from '@wopack/domain';
import { Button, TextButton } from '@wopack/ui/button.tsx';
import { BarChart } from '@wopack/ui/display/bar-chart.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { download } from '@wopack/ui/download.ts';
import { IconDownload, IconInfoCircle, IconShare } from '@wopack/ui/icons';
import { Mascot } from '@wopack/ui/images/logo-and-mascot.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDownloadFile } from '../../../lib/browser/use-download-file.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Zigzag } from '../../../ui/images/zigzag.tsx';
import { type ImpactFileQuery, loadImpactPdf, loadImpactPicture, type ShownImpact } from './impact.api.ts';

type Figures = ShownImpact['sum'];

/** Bars beside each other on a phone; the table has all months. */
const MONTHS_IN_CHART = 6;

export function useImpactFormat() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const locale = getLocale(i18n.language);
    const toDate = (month: string) => new Date(`${month}-15T12:00:00Z`);
    const long = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const short = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
    const kilos = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'kilogram',
      maximumFractionDigits: 1,
    });
    const exactKilos = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'kilogram',
      maximumFractionDigits: 2,
    });
    return {
      /** 'November 2026' */
      formatMonth: (month: string) => long.format(toDate(month)),
      /** 'Nov' */
      formatShortMonth: (month: string) => short.format(toDate(month)),
      formatKilos: (grams: number) => kilos.format(grams / 1000),
      /** Exact, for a few packs: '0.95 kg'. */
      formatWeight: (grams: number) => exactKilos.format(grams / 1000),
      formatCount: (count: number) => count.toLocaleString(locale),
    };
  }, [i18n.language]);
}

interface Props {
  impact: ShownImpact;
  query: ImpactFileQuery;
}

/** The month as a sheet to share, the months before it, its packs, and how all of it is counted. */
export function ImpactView({ impact, query }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MonthSheet impact={impact} />
        {impact.months.at(-1)!.is_hidden ? null : <ImpactFiles query={query} month={impact.month} />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Months impact={impact} />
        <Products impact={impact} />
      </div>
      <Method impact={impact} />
    </div>
  );
}

function MonthSheet({ impact }: { impact: ShownImpact }) {
  const { t } = useTranslation('impact');
  const { formatMoney } = useFormat();
  const { formatMonth, formatKilos, formatCount } = useImpactFormat();
  const figures = impact.months.at(-1)!;
  return (
    <Zigzag edge="bottom" toothWidth={18} className="on-brand rounded-t-lg bg-brand p-5 pb-8 text-on-brand">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-sm font-semibold">{formatMonth(impact.month)}</h2>
          {figures.is_hidden ? (
            <p className="mt-2 text-pretty">{t('hiddenMonth')}</p>
          ) : (
            <p className="mt-1 flex flex-wrap items-center gap-x-2.5 font-semibold">
              <b className="font-display text-[min(3.25rem,16vw)] leading-none font-bold tabular-nums">
                {formatCount(figures.packs)}
              </b>
              <span className="max-w-36 min-w-0 leading-snug">{t('packs', { count: figures.packs })}</span>
            </p>
          )}
        </div>
        <Mascot mood={figures.packs > 0 ? 'smile' : 'asleep'} className="w-20 shrink-0" />
      </div>
      {figures.is_hidden ? null : (
        <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-3 border-t border-dashed border-current/30 pt-3.5">
          {figures.packs_with_weight > 0 ? (
            <SheetFigure name={t('weight')}>{formatKilos(figures.grams)}</SheetFigure>
          ) : null}
          <SheetFigure name={t('saved')}>{formatMoney(figures.saved_cents)}</SheetFigure>
        </dl>
      )}
      <WeightNote figures={figures} className="mt-3 text-sm" />
    </Zigzag>
  );
}

const SheetFigure = ({ name, children }: { name: string; children: string }) => (
  <div className="flex min-w-0 flex-col-reverse">
    <dt className="text-sm">{name}</dt>
    <dd className="font-display text-xl font-bold">{children}</dd>
  </div>
);

/** Packs without a weight are packs, and said. */
export function WeightNote({ figures, className }: { figures: Figures; className: string }) {
  const { t } = useTranslation('impact');
  const { formatCount } = useImpactFormat();
  const { packs: all, packs_with_weight: weighed } = figures;
  if (all === weighed) return null;
  return (
    <p className={className}>
      {weighed === 0
        ? t('noWeight')
        : t('partWeight', { count: weighed, number: formatCount(weighed), all: formatCount(all) })}
    </p>
  );
}

export function ImpactFiles({ query, month }: { query: ImpactFileQuery; month: string }) {
  const { t } = useTranslation('impact');
  const pdf = useDownloadFile(`wopack-${month}.pdf`, 'application/pdf', () => loadImpactPdf(query));
  const picture = useMutation({
    mutationFn: async () => sharePicture(`wopack-${month}.png`, (await loadImpactPicture(query)) as Blob),
    onError: showErrorToast,
  });
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button
        variant="ghost"
        icon={<IconShare />}
        loading={picture.isPending}
        onClick={() => picture.mutate()}
      >
        {t('share')}
      </Button>
      <Button variant="ghost" icon={<IconDownload />} loading={pdf.isPending} onClick={() => pdf.mutate()}>
        {t('pdf')}
      </Button>
    </div>
  );
}

/** By the device's share sheet where it takes pictures, else as a download. */
async function sharePicture(name: string, content: Blob): Promise<void> {
  const type = 'image/png';
  const files = [new File([content], name, { type })];
  if (!navigator.canShare?.({ files })) return download(name, content, type);
  try {
    await navigator.share({ files });
  } catch (error) {
    // Closing the share sheet is not an error; a browser that waits no longer for the picture refuses.
    if (!(error instanceof DOMException) || error.name !== 'AbortError') download(name, content, type);
  }
}

function Months({ impact }: { impact: ShownImpact }) {
  const { t } = useTranslation('impact');
  const { formatMoney } = useFormat();
  const { formatMonth, formatShortMonth, formatKilos, formatCount } = useImpactFormat();
  const [isTable, setTable] = useState(false);
  const { months, sum } = impact;
  const visible = months.filter(({ is_hidden: isHidden }) => !isHidden);
  const shown = visible.slice(-MONTHS_IN_CHART);
  const describeWeight = (figures: Figures) =>
    figures.packs_with_weight > 0 ? formatKilos(figures.grams) : '–';
  // A sum of nothing that may be shown would be a zero that nobody has counted.
  if (visible.length === 0) return <p className="text-pretty text-muted">{t('hidden')}</p>;
  return (
    <section aria-labelledby="impact-months" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="impact-months" className="h2">
          {t('chart')}
        </h2>
        <TextButton onClick={() => setTable(!isTable)}>{t(isTable ? 'asChart' : 'asTable')}</TextButton>
      </div>
      {isTable ? (
        <DataTable
          caption={t('chart')}
          rows={months.toReversed()}
          getKey={({ month }) => month}
          columns={[
            {
              key: 'month',
              head: t('monthHead'),
              render: ({ month }) => formatMonth(month),
              foot: t('sum'),
            },
            {
              key: 'packs',
              head: t('packsHead'),
              render: ({ packs: count, is_hidden: isHidden }) => (isHidden ? '–' : formatCount(count)),
              isNumber: true,
              foot: formatCount(sum.packs),
            },
            {
              key: 'weight',
              head: t('weightHead'),
              render: describeWeight,
              isNumber: true,
              foot: describeWeight(sum),
            },
            {
              key: 'saved',
              head: t('savedHead'),
              render: ({ saved_cents: cents, is_hidden: isHidden }) => (isHidden ? '–' : formatMoney(cents)),
              isNumber: true,
              foot: formatMoney(sum.saved_cents),
            },
          ]}
        />
      ) : (
        <BarChart
          label={t('chartLabel', {
            list: shown
              .map(({ month, packs: count }) => `${formatMonth(month)} ${formatCount(count)}`)
              .join('; '),
          })}
          format={formatCount}
          integersOnly
          bars={shown.map(({ month, packs: count }) => ({
            key: month,
            label: formatShortMonth(month),
            value: count,
            isUnfinished: impact.is_present && month === impact.month,
          }))}
        />
      )}
      <p className="text-pretty text-muted">
        {t('sumText', {
          count: sum.packs,
          number: formatCount(sum.packs),
          amount: formatMoney(sum.saved_cents),
        })}{' '}
        {impact.is_present ? t('counting') : null}
        {visible.length < months.length ? ` ${t('hidden')}` : null}
      </p>
    </section>
  );
}

function Products({ impact: { products = [], month } }: { impact: ShownImpact }) {
  const { t } = useTranslation('impact');
  const { formatMonth, formatWeight } = useImpactFormat();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="impact-packs" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="impact-packs" className="h2">
        {t('products', { month: formatMonth(month) })}
      </h2>
      <ul className="rounded-lg bg-panel px-4">
        {products.map(({ name, sale_place: place, packs: count, weight_grams: grams }) => (
          <li
            key={`${name} ${place} ${grams}`}
            className="flex items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">
                {t('productLine', { count, name: isolateWords(name) })}
              </p>
              <p className="text-sm wrap-anywhere text-muted">
                {grams === null
                  ? t('notSaid', { place: isolateWords(place) })
                  : t('each', { weight: formatWeight(grams), place: isolateWords(place) })}
              </p>
            </div>
            {grams === null ? null : <p className="shrink-0">{formatWeight(grams * count)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Method({ impact: { co2 } }: { impact: ShownImpact }) {
  const { t } = useTranslation(['impact', 'common']);
  const { formatKilos } = useImpactFormat();
  return (
    <div className="grid gap-2 text-sm text-muted">
      <p className="text-pretty">{t('method')}</p>
      <div className="flex gap-2.5">
        <IconInfoCircle className="mt-0.5 size-[18px] shrink-0" />
        {co2 ? (
          <p className="min-w-0 text-pretty wrap-anywhere">
            {t('co2', { amount: formatKilos(co2.grams), factor: co2.grams_per_kg })}{' '}
            {t('co2Method', { method: isolateWords(co2.method) })}{' '}
            <a href={co2.source} target="_blank" rel="noreferrer" className="link">
              {t('co2Source')}
              <span className="sr-only"> ({t('common:newTab')})</span>
            </a>
          </p>
        ) : (
          <p className="text-pretty">{t('noCo2')}</p>
        )}
      </div>
    </div>
  );
}
