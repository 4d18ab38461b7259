import { useQuery } from '@tanstack/react-query';
import { COMMISSION_CENTS, MIN_RATINGS } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { Stat } from '@wopack/ui/display/stat.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconStarFilled } from '@wopack/ui/icons';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMemberRights } from '../../../lib/data/shared-queries.ts';
import { useFormat, useFormattedWindows } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { type SellerDay, sellerDayQuery, sellerTaskCountsQuery } from '../seller-orders.api.ts';

interface Props {
  day: SellerDay;
  /** Today's two figures, the two long-term ones, or all four. */
  show: 'today' | 'longer' | 'all';
  /** The page with the ratings; without one the figure leads nowhere. */
  ratingsPath?: string;
}

/** Each figure with its basis. */
export function SellerStats({ day, show, ratingsPath }: Props) {
  const { t } = useTranslation(['seller', 'common']);
  const { formatMoney, formatDecimal } = useFormat();
  const { sold, quantity, sold_last_week, quantity_last_week, rating, rating_count } = day;
  const earningsSum = t(day.refunded_cents > 0 ? 'today.sumBack' : 'today.sum', {
    back: formatMoney(day.refunded_cents),
    price: formatMoney(day.price_cents),
    count: sold,
    commission: formatMoney(COMMISSION_CENTS),
  });
  const earningsNote =
    day.discount_cents > 0
      ? `${earningsSum} ${t('today.discount', { discount: formatMoney(day.discount_cents) })}`
      : earningsSum;
  const ratingNote = rating_count ? t('today.opinions', { count: rating_count }) : t('today.noOpinions');
  const isNew = rating === null || rating_count < MIN_RATINGS;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 lg:grid-cols-4 lg:gap-5">
      {show === 'longer' ? null : (
        <>
          <Stat
            name={t('today.soldToday')}
            note={
              quantity_last_week
                ? t('today.lastWeek', { sold: sold_last_week, quantity: quantity_last_week })
                : t('today.noLastWeek')
            }
          >
            {t('today.of', { sold, quantity })}
          </Stat>
          <Stat name={t('today.earnings')} note={sold ? earningsNote : t('today.noSales')}>
            {formatMoney(day.earning_cents)}
          </Stat>
        </>
      )}
      {show === 'today' ? null : (
        <>
          <Stat name={t('today.month')} note={t('today.saved', { count: day.month_packs })}>
            {formatMoney(day.month_earning_cents)}
          </Stat>
          <Stat
            name={t('today.rating')}
            note={
              <>
                {ratingsPath && rating_count ? (
                  <Link to={ratingsPath} className="link py-3">
                    {ratingNote}
                  </Link>
                ) : (
                  ratingNote
                )}
                {isNew && rating_count ? ` · ${t('today.newUntil', { count: MIN_RATINGS })}` : null}
              </>
            }
          >
            <span className="inline-flex items-center gap-1.5">
              {isNew ? t('common:ratingNew') : formatDecimal(rating)}
              <IconStarFilled className="size-[1em] text-star" />
            </span>
          </Stat>
        </>
      )}
    </dl>
  );
}

/** A seller's day across all sale places. */
export function SellerTodayCard() {
  const { t, i18n } = useTranslation(['home', 'common']);
  const { can } = useMemberRights();
  const seesFigures = can('figures.view');
  const day = useQuery(sellerDayQuery(null, i18n.language));
  const hasSeveralPlaces = (useQuery(sellerTaskCountsQuery).data?.places.length ?? 0) > 1;
  return (
    <section
      aria-labelledby="shop-day"
      className="grid gap-4 rounded-lg bg-sunken p-4 sm:rounded-xl sm:p-6 dark:bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="shop-day" className="h2">
            {t(hasSeveralPlaces ? 'shop.titleAll' : 'shop.title')}
          </h2>
          {day.data ? (
            <p className="text-muted">
              {day.data.to_hand_out
                ? t('shop.toHandOut', { count: day.data.to_hand_out })
                : t('shop.nothing')}
              <PickupWindowText day={day.data} />
            </p>
          ) : day.isPending ? (
            <div className="flex h-6 items-center">
              <Skeleton className="h-4 w-60 max-w-full" />
            </div>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="small" to={paths.seller}>
            {t('shop.open')}
          </ButtonLink>
          {seesFigures ? (
            <ButtonLink size="small" variant="ghost" to={paths.sellerSales}>
              {t('common:nav.sales')}
            </ButtonLink>
          ) : null}
        </div>
      </div>
      <QueryState
        query={day}
        loading={
          <LoadingRows
            count={4}
            row="h-[106px] rounded-lg"
            className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 lg:grid-cols-4"
          />
        }
        isInline
      >
        {(figures) =>
          seesFigures ? (
            <div className="dark:[--color-surface:var(--color-raised)]">
              <SellerStats day={figures} show="all" />
            </div>
          ) : null
        }
      </QueryState>
    </section>
  );
}

/** No line ends within a window that fits on one. */
function PickupWindowText({ day }: { day: SellerDay }) {
  const pickup = useFormattedWindows(day.windows, day.time_zone);
  return pickup
    ? pickup.split(' · ').map((window) => (
        <Fragment key={window}>
          {' · '}
          <span className="inline-block">{window}</span>
        </Fragment>
      ))
    : null;
}
