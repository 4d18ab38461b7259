import { useTranslation } from 'react-i18next';
import { useFormattedPickup } from '../../../lib/format/use-formatted-pickup.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { InlineError } from '../../../ui/form/inline-error.tsx';
import { type SellerDay, useSellerDay } from '../seller-orders.api.ts';
import { SellerStats } from './seller-stats.tsx';

/** A seller's day over all venues, in short. */
export function SellerTodayCard() {
  const { t } = useTranslation(['main', 'common']);
  const day = useSellerDay(null);
  return (
    <section
      aria-labelledby="shop-day"
      className="grid gap-4 rounded-lg bg-sunken p-4 sm:rounded-xl sm:p-6 dark:bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="shop-day" className="h2">
            {t('shop.title')}
          </h2>
          {day.data ? (
            <p className="text-muted">
              {day.data.to_hand_out
                ? t('shop.toHandOut', { count: day.data.to_hand_out })
                : t('shop.nothing')}
              <PickupWindowText day={day.data} />
            </p>
          ) : day.isPending ? (
            <p className="flex h-6 items-center">
              <Skeleton className="h-4 w-60 max-w-full" />
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="small" to={paths.seller}>
            {t('shop.open')}
          </ButtonLink>
          <ButtonLink size="small" variant="ghost" to={paths.sellerSales}>
            {t('common:nav.sale')}
          </ButtonLink>
        </div>
      </div>
      {day.data ? (
        <div className="dark:[--color-surface:var(--color-raised)]">
          <SellerStats day={day.data} show="all" />
        </div>
      ) : day.error ? (
        <InlineError error={day.error} onRetry={() => void day.refetch()} />
      ) : (
        <Loading className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-[106px] rounded-lg" />
          ))}
        </Loading>
      )}
    </section>
  );
}

function PickupWindowText({ day }: { day: SellerDay }) {
  const pickup = useFormattedPickup(day, day.time_zone);
  return pickup && ` · ${pickup}`;
}
