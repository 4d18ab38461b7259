import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { ErrorState } from '@wopack/ui/feedback/states.tsx';
import { IconCalendarWeek, IconPlayerPlay } from '@wopack/ui/icons';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { useMemberRights } from '../../../lib/data/shared-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { usePauseProduct } from '../products.api.ts';
import { useFormatHours, useFormatSold } from './product-day-sheet.tsx';
import {
  listDaysOpenToday,
  type ProductDay,
  sellerWeekQuery,
  useLiveSellerWeek,
  type WeekProduct,
} from './seller-week.api.ts';
import { StockStepper, useSlotQuantity } from './stock-stepper.tsx';

/** What a sale place has on sale today and which of its products are paused, with the way to the week. */
export function TodayStock({ salePlaceId }: { salePlaceId: number }) {
  const { t } = useTranslation(['week', 'seller']);
  const query = useQuery(sellerWeekQuery(salePlaceId, null));
  const week = query.data;
  const { can } = useMemberRights();
  useLiveSellerWeek(week);
  if (query.error && !week)
    return (
      <section className="rounded-lg bg-surface p-4 sm:p-6">
        <ErrorState query={query} reassurance={t('seller:safe')} />
      </section>
    );
  if (!week) return null;
  const now = serverDate();
  const linesOnSale = week.packs
    .filter(({ state }) => state === 'active')
    .flatMap((product) => listDaysOpenToday(product, now).map((day) => ({ product, day })));
  const pausedProducts = can('products.manage') ? week.packs.filter(({ state }) => state === 'paused') : [];
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h2 className="h2">{t(linesOnSale.length ? 'onSaleToday' : 'nothingToday')}</h2>
        {can('products.manage') ? (
          <ButtonLink variant="soft" size="small" icon={<IconCalendarWeek />} to={paths.sellerWeek}>
            {t('title')}
          </ButtonLink>
        ) : null}
      </div>
      <ul>
        {linesOnSale.map(({ product, day }) => (
          <StockLine key={day.slot!.id} product={product} day={day} />
        ))}
      </ul>
      {pausedProducts.length ? (
        <ul className="mt-3 grid gap-2">
          {pausedProducts.map((product) => (
            <PausedLine key={product.id} product={product} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** A paused product is not on sale, whatever its slots say. */
function PausedLine({ product: { id, name } }: { product: WeekProduct }) {
  const { t } = useTranslation('week');
  const pauseProduct = usePauseProduct();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-brand-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-40 font-semibold break-words">{t('placePaused.title', { name })}</p>
      <Button
        size="small"
        icon={<IconPlayerPlay />}
        aria-label={t('reopenOf', { name })}
        loading={pauseProduct.isPending}
        onClick={() =>
          pauseProduct.mutate(
            { id, paused: false },
            { onSuccess: () => showToast(t('reopenedDone', { name })), onError: showErrorToast },
          )
        }
      >
        {t('placePaused.reopen')}
      </Button>
    </li>
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
          {t('sellOut')}
        </Button>
        <StockStepper slot={slot} name={product.name} />
      </span>
    </li>
  );
}
