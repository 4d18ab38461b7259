import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { ButtonLink, IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconArrowsShuffle, IconHourglass, IconX } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useStoredPosition } from '../../../lib/browser/position.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { Price } from '../../../ui/price.tsx';
import { getDistrict } from '../list/offer-card.tsx';
import { QuantityPill } from '../offer-badges.tsx';
import { type MapSalePlace, offerQuery } from '../offers.api.ts';
import type { OfferMapState } from './state/use-offer-map.ts';

interface Props {
  salePlace: MapSalePlace;
  /** Its card is shown. */
  selected: boolean;
  /** Its card in the list is hovered or focused. */
  highlighted: boolean;
  onPress: () => void;
}

export function PriceMarker({ salePlace, selected, highlighted, onPress }: Props) {
  const { t } = useTranslation(['map', 'offers']);
  const { formatMoney } = useFormat();
  const { cents, isFromPrice, soldOut, type, mode } = buildPriceLabel(salePlace);
  const price = soldOut
    ? t('soldOut')
    : isFromPrice
      ? t('from', { price: formatMoney(cents) })
      : formatMoney(cents);
  const isActive = selected || highlighted;
  return (
    <button
      type="button"
      aria-label={t('pin', {
        name: salePlace.name,
        price: mode === null ? price : `${price}, ${t(`offers:${mode}`)}`,
      })}
      aria-pressed={selected}
      onClick={(event) => {
        // The map would treat it as a press on the ground, which clears the selection.
        event.stopPropagation();
        onPress();
      }}
      className="group relative flex font-text min-h-11 cursor-pointer flex-col items-center justify-end drop-shadow-[0_4px_8px_rgb(52_16_42/.28)] outline-none"
    >
      <span
        className={cn(
          'relative flex items-center gap-1 rounded-full font-bold whitespace-nowrap group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus',
          isActive
            ? 'min-h-[46px] bg-brand pr-[15px] pl-2 text-[1.0625rem] text-on-brand'
            : cn('min-h-9 bg-raised pr-[11px] pl-1.5 text-sm', soldOut ? 'text-hint' : 'text-text'),
        )}
      >
        <FoodIcon
          slug={type}
          className={cn(isActive ? 'size-8' : 'size-6', soldOut && 'opacity-60 grayscale')}
        />
        {price}
        {mode === null ? null : (
          <span
            className={cn(
              'absolute -top-2 -right-1.5 grid size-[22px] place-items-center rounded-full [&_svg]:size-3.5',
              mode === 'draw' ? 'bg-inverse text-brand dark:text-page' : 'bg-paper text-on-paper',
            )}
          >
            {mode === 'draw' ? <IconArrowsShuffle /> : <IconHourglass />}
          </span>
        )}
      </span>
      <span
        className={cn(
          '-mt-px [clip-path:polygon(0_0,100%_0,50%_100%)]',
          isActive ? 'h-[9px] w-4 bg-brand' : 'h-[7px] w-3 bg-raised',
        )}
      />
    </button>
  );
}

export interface PriceLabel {
  /** The lowest price of what is available; of everything when all is sold out. */
  cents: number;
  /** There are several offers at different prices. */
  isFromPrice: boolean;
  soldOut: boolean;
  /** Slug of the food type to draw. */
  type: string;
  /** The offer with that price is drawn, or waited for. */
  mode: MapSalePlace['products'][number]['mode'];
}

/** Accessible name of a pin. */
export function buildPriceLabel({
  products,
  products_count: count,
}: Pick<MapSalePlace, 'products' | 'products_count'>): PriceLabel {
  const available = products.filter(({ quantity }) => quantity > 0);
  const soldOut = available.length === 0;
  const candidates = soldOut ? products : available;
  const prices = candidates.map(({ price }) => Math.round(price * 100));
  const cents = Math.min(...prices);
  const cheapest = candidates.find((_, i) => prices[i] === cents);
  return {
    cents,
    soldOut,
    isFromPrice: !soldOut && (count > products.length || prices.some((price) => price !== cents)),
    type: cheapest?.type ?? '',
    mode: cheapest?.mode ?? null,
  };
}

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
      className="absolute bottom-6 left-6 z-10 w-[19.5rem] max-w-[calc(100%-48px)] overflow-hidden rounded-lg on-raised bg-raised shadow-overlay"
    >
      <div className="relative h-[132px] overflow-hidden">
        {offer ? (
          <Photo
            photo={offer.photos[0]}
            typeSlug={firstProduct.type ?? undefined}
            alt=""
            sizes="312px"
            isEager
          />
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
          <IconX />
        </IconButton>
      </div>
      <div className="grid gap-2 p-4">
        <div className="flex items-baseline justify-between gap-3">
          <h2 lang={firstProduct.language} className="truncate text-[1.0625rem] font-bold">
            {firstProduct.name}
          </h2>
          {offer ? <Rating value={offer.rating} count={offer.rating_count} /> : null}
        </div>
        <p className="truncate text-sm text-muted">
          <Link to={paths.salePlace(salePlace.id)} className="link py-3">
            {salePlace.name}
          </Link>
          {[
            '',
            isolateWords(getDistrict(salePlace.address)),
            ...(offer && offer.distance !== null ? [format.formatDistance(offer.distance)] : []),
          ].join(' · ')}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-3">
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
