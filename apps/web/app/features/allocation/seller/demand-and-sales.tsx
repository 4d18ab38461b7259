import { useQuery } from '@tanstack/react-query';
import { getLocale, MAX_UNITS_PER_DAY } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { BarChart } from '@wopack/ui/display/bar-chart.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { ScrollRegion } from '@wopack/ui/display/scroll-region.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { demandQuery, type ProductDemand } from '../allocation.api.ts';

/** So many slots must have had the demand before a higher quantity is suggested. */
const SUGGESTION_SLOTS = 3;

/** The least demand of the last three slots; null unless it exceeds the quantity of the latest one. */
export function suggestQuantity({ slots }: Pick<ProductDemand, 'slots'>): number | null {
  const latest = slots.slice(-SUGGESTION_SLOTS);
  if (latest.length < SUGGESTION_SLOTS) return null;
  const commonDemand = Math.min(MAX_UNITS_PER_DAY, ...latest.map(({ wanted: demand }) => demand));
  return commonDemand > latest.at(-1)!.quantity ? commonDemand : null;
}

interface Props {
  /** Null: all. */
  salePlaceIds: readonly number[] | null;
  productId: number | null;
}

/** People who wanted a product beside units sold: a reason to offer more. Renders nothing without draws or lines. */
export function DemandAndSales({ salePlaceIds, productId }: Props) {
  const { t } = useTranslation('allocation-seller');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const query = useQuery(
    demandQuery({
      ...(salePlaceIds?.length === 1 && { sale_place_id: salePlaceIds[0]! }),
      ...(productId !== null && { product_id: productId }),
    }),
  );
  if (!query.data) return <InlineError query={query} />;
  const products = query.data.filter(
    ({ slots, sale_place }) =>
      (salePlaceIds?.includes(sale_place.id) ?? true) && slots.some((slot) => slot.wanted > slot.sold),
  );
  const demand = products.find(({ product }) => product.id === chosenId) ?? products[0];
  if (!demand) return null;
  return (
    <section aria-labelledby="demand-and-sales" className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="demand-and-sales" className="h2">
          {t('demand.title')}
        </h2>
        {products.length > 1 ? (
          <Select
            label={t('demand.product')}
            hideLabel
            variant="pill"
            value={demand.product.id}
            onChange={({ target }) => setChosenId(Number(target.value))}
          >
            {products.map(({ product }) => (
              <option key={product.id} value={product.id}>
                {product.name}
              </option>
            ))}
          </Select>
        ) : null}
      </div>
      <DemandReport demand={demand} />
    </section>
  );
}

function DemandReport({ demand }: { demand: ProductDemand }) {
  const { t, i18n } = useTranslation('allocation-seller');
  const format = useFormat();
  const { product, sale_place: salePlace, slots, earning_cents: earningCents } = demand;
  const formatDay = (instant: Date, timeZone: string) =>
    instant.toLocaleDateString(getLocale(i18n.language), { day: 'numeric', month: 'short', timeZone });
  const formatDate = (date: string) => formatDay(new Date(`${date}T12:00:00Z`), 'UTC');
  const today = formatDay(serverDate(), salePlace.time_zone);
  const latest = slots.at(-1)!;
  const suggestion = suggestQuantity(demand);
  return (
    <>
      <p className="text-sm text-muted">{t('demand.text', { name: product.name, count: slots.length })}</p>
      <div className="grid items-end gap-5 lg:grid-cols-[minmax(0,1fr)_240px]">
        <BarChart
          label={t('demand.chart', {
            name: product.name,
            date: formatDate(latest.date),
            wanted: latest.wanted,
            sold: latest.sold,
          })}
          format={String}
          integersOnly
          bars={slots.map(({ slot_id: id, date, wanted: demand, sold }) => ({
            key: String(id),
            label: formatDate(date),
            value: demand,
            part: sold,
            isUnfinished: formatDate(date) === today,
          }))}
        />
        {suggestion === null ? null : (
          <div className="grid gap-1 rounded-md bg-quiet p-4">
            <p className="text-sm text-muted">
              {t('demand.if', { more: suggestion, quantity: latest.quantity })}
            </p>
            <p className="font-display text-h1 leading-tight font-bold -tracking-[.03em] text-save">
              +{format.formatMoney((suggestion - latest.quantity) * earningCents)}
            </p>
            <p className="text-sm">
              {t('demand.sum', {
                number: suggestion - latest.quantity,
                earning: format.formatMoney(earningCents),
              })}
            </p>
            <ButtonLink variant="ghost" size="small" to={paths.editProduct(product.id)} className="mt-2">
              {t('demand.change', { number: suggestion })}
            </ButtonLink>
          </div>
        )}
      </div>
      <details className="text-sm">
        <summary className="link inline-flex min-h-11 items-center">{t('demand.table')}</summary>
        <ScrollRegion label={t('demand.table')}>
          <DataTable
            caption={t('demand.table')}
            rows={slots}
            getKey={({ slot_id: id }) => id}
            size="small"
            columns={[
              { key: 'date', head: t('demand.date'), render: ({ date }) => formatDate(date) },
              { key: 'mode', head: t('demand.mode'), render: ({ mode }) => t(`mode.${mode}`) },
              ...(['wanted', 'sold', 'quantity'] as const).map((key) => ({
                key,
                head: t(`demand.${key}`),
                render: (slot: ProductDemand['slots'][number]) => slot[key],
                isNumber: true,
              })),
            ]}
          />
        </ScrollRegion>
      </details>
    </>
  );
}
