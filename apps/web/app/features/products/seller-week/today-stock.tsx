import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { IconCalendarWeek } from '#icons';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useFormatHours, useFormatSold } from './product-day-sheet.tsx';
import {
  isSlotOpen,
  type ProductDay,
  sellerWeekQuery,
  useLiveSellerWeek,
  type WeekProduct,
} from './seller-week.api.ts';
import { StockStepper, useSlotQuantity } from './stock-stepper.tsx';

/** Today's slots of a sale place; renders nothing without any. */
export function TodayStock({ salePlaceId }: { salePlaceId: number }) {
  const { t } = useTranslation('week');
  const { data: week } = useQuery(sellerWeekQuery(salePlaceId, null));
  useLiveSellerWeek(week);
  const products = (week?.packs ?? []).filter(({ days }) => isSlotOpen(days[0]?.slot ?? null, new Date()));
  if (products.length === 0) return null;
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h2 className="h2">{t('onSaleToday')}</h2>
        <ButtonLink
          variant="soft"
          size="small"
          icon={<IconCalendarWeek aria-hidden="true" />}
          to={paths.sellerWeek}
        >
          {t('title')}
        </ButtonLink>
      </div>
      <ul>
        {products.map((product) => (
          <StockLine key={product.id} product={product} day={product.days[0]!} />
        ))}
      </ul>
    </section>
  );
}

function StockLine({ product, day }: { product: WeekProduct; day: ProductDay }) {
  const { t } = useTranslation('week');
  const formatHours = useFormatHours();
  const soldText = useFormatSold()(day);
  const { markSoldOut } = useSlotQuantity();
  const slot = day.slot!;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0 last:pb-0">
      <span className="min-w-0 flex-1 basis-40 leading-5">
        <b className="block break-words">{product.name}</b>
        <span className="text-sm text-muted">{[formatHours(day), soldText].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <Button
          variant="ghost"
          size="small"
          disabled={slot.left === 0}
          aria-label={t('sellOutOf', { name: product.name })}
          onClick={() => markSoldOut(slot, product.name)}
        >
          {t('soldOut')}
        </Button>
        <StockStepper slot={slot} name={product.name} />
      </span>
    </li>
  );
}
