import { useQuery } from '@tanstack/react-query';
import { ButtonLink, IconButton } from '@wopack/ui/button.tsx';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconX } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useStoredPosition } from '../../../lib/browser/position.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Price } from '../../../ui/display/price.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { getDistrict } from '../district.ts';
import { type MapSalePlace, offerQuery } from '../offers.api.ts';
import { QuantityPill } from '../quantity-pill.tsx';
import type { OfferMapState } from './state/use-offer-map.ts';

/** The card of the selected sale place, on a wide map. */
export function SalePlacePopup({ state: { salePlaces, selectedId, select } }: { state: OfferMapState }) {
  const salePlace = salePlaces.find(({ id }) => id === selectedId);
  return salePlace ? <PopupCard salePlace={salePlace} onClose={() => select(null)} /> : null;
}

function PopupCard({ salePlace, onClose }: { salePlace: MapSalePlace; onClose: () => void }) {
  const { t, i18n } = useTranslation(['map', 'common', 'offers']);
  const { pathname } = useLocation();
  const { position } = useStoredPosition();
  const format = useFormat();
  const [firstProduct, ...otherProducts] = salePlace.products;
  const { data: offer } = useQuery({
    ...offerQuery(firstProduct?.id ?? 0, i18n.language, position),
    enabled: firstProduct !== undefined,
  });
  if (!firstProduct) return null;
  return (
    <section
      aria-label={salePlace.name}
      className="absolute bottom-6 left-6 z-10 w-[312px] overflow-hidden rounded-lg on-raised bg-raised shadow-overlay"
    >
      <div className="relative h-[132px] overflow-hidden">
        {offer ? (
          <Photo photo={offer.photos[0]} type={firstProduct.type ?? undefined} alt="" sizes="312px" isEager />
        ) : (
          <Skeleton className="h-full w-full" />
        )}
        <QuantityPill
          quantity={firstProduct.quantity}
          allocation={
            offer?.allocation ??
            (firstProduct.mode && { mode: firstProduct.mode, can_wait: true, mine: null })
          }
          className="absolute top-3 left-3"
        />
        <IconButton
          variant="photo"
          label={t('common:close')}
          onClick={onClose}
          className="absolute! top-2 right-2"
        >
          <IconX aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid gap-2 p-4">
        <div className="flex items-baseline justify-between gap-3">
          <h2 lang={firstProduct.language} className="truncate text-[1.0625rem] font-bold">
            {firstProduct.name}
          </h2>
          {offer ? (
            <Rating value={offer.rating} count={offer.rating === null ? undefined : offer.rating_count} />
          ) : null}
        </div>
        <p className="truncate text-sm text-muted">
          <Link to={paths.salePlace(salePlace.id)} className="link py-3">
            {salePlace.name}
          </Link>
          {[
            '',
            getDistrict(salePlace.address),
            ...(offer && offer.distance !== null ? [format.formatDistance(offer.distance)] : []),
          ].join(' · ')}
        </p>
        <div className="flex items-center justify-between gap-3">
          <p className="flex items-baseline gap-2">
            <Price cents={toCents(firstProduct.price)} />
            {offer?.old_price ? (
              <s className="struck text-sm text-muted">
                <span className="sr-only">{t('common:value')} </span>
                {format.formatEuros(offer.old_price)}
              </s>
            ) : null}
          </p>
          <ButtonLink
            size="small"
            to={paths.offer(firstProduct.id)}
            state={{ from: pathname }}
            aria-label={t('open', { name: firstProduct.name })}
          >
            {t('see')}
          </ButtonLink>
        </div>
        {otherProducts.map((product) => (
          <Link
            key={product.id}
            to={paths.offer(product.id)}
            state={{ from: pathname }}
            className="flex min-h-11 items-center justify-between gap-3 border-t border-line text-sm font-semibold"
          >
            <span lang={product.language} className="truncate">
              {product.name}
            </span>
            <span className="shrink-0">
              {product.mode
                ? t(`offers:${product.mode}`)
                : product.quantity
                  ? format.formatEuros(product.price)
                  : t('soldOut')}
            </span>
          </Link>
        ))}
        {salePlace.products_count > salePlace.products.length ? (
          <p className="text-sm text-muted">
            {t('more', { count: salePlace.products_count - salePlace.products.length })}
          </p>
        ) : null}
      </div>
    </section>
  );
}
