import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredPosition } from '../../../lib/browser/position.ts';
import { useFormat, useFormattedPickup, useQuantityLeft } from '../../../lib/format/use-format.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { Price } from '../../../ui/price.tsx';
import { getDistrict, OfferLink } from '../list/offer-card.tsx';
import { FavouriteButton, QuantityPill } from '../offer-badges.tsx';
import { type Offer, type OfferDetail, offerQuery } from '../offers.api.ts';
import type { OfferMapState } from './state/use-offer-map.ts';

const SCROLL_SETTLE_MS = 120;

const MESSAGE_CLASS = 'pointer-events-auto mx-4 mt-3 mb-8 shrink-0 rounded-lg bg-raised p-4 shadow-floating';

/** The offers of the area as a row of cards; the one in the centre is selected on the map. */
export function OfferCarousel({ state }: { state: OfferMapState }) {
  const { t } = useTranslation(['map', 'offers']);
  const { list, selectedId, select, salePlaces } = state;
  const unlistedOffer = useUnlistedSelectedOffer(state);
  const offers = useMemo(
    () => (unlistedOffer ? [unlistedOffer, ...state.offers] : state.offers),
    [unlistedOffer, state.offers],
  );
  const rowRef = useRef<HTMLUListElement>(null);
  const settleTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Adding and removing cards scrolls the row too, which must not change the selection. */
  const isUserScroll = useRef(false);

  useEffect(() => {
    const cards = [...(rowRef.current?.children ?? [])] as HTMLElement[];
    const selectedIndex = offers.findIndex(({ sale_place: salePlace }) => salePlace.id === selectedId);
    const currentCard = cards[getCurrentIndex(rowRef.current)];
    const card = cards[selectedIndex];
    // With several offers of one sale place the visible one stays.
    if (!card || Number(currentCard?.dataset.salePlace) === selectedId) return;
    rowRef.current?.scrollTo({ left: card.offsetLeft - 16, behavior: 'instant' });
  }, [selectedId, offers]);
  useEffect(() => () => clearTimeout(settleTimer.current), []);

  const markUserScroll = () => {
    isUserScroll.current = true;
  };
  const onScroll = () => {
    if (!isUserScroll.current) return;
    clearTimeout(settleTimer.current);
    settleTimer.current = setTimeout(() => {
      isUserScroll.current = false;
      const salePlaceId = offers[getCurrentIndex(rowRef.current)]?.sale_place.id;
      if (salePlaceId !== undefined && salePlaces.some(({ id }) => id === salePlaceId)) select(salePlaceId);
    }, SCROLL_SETTLE_MS);
  };
  if (list.isError && !list.data) {
    return (
      <div data-overlay="cards" className={MESSAGE_CLASS}>
        <InlineError query={list} />
      </div>
    );
  }
  if (offers.length === 0) {
    return (
      <p data-overlay="cards" role="status" className={cn(MESSAGE_CLASS, 'text-muted')}>
        {list.isPending ? t('searching') : t(state.isFiltered ? 'nothingMatching' : 'nothing')}
      </p>
    );
  }
  return (
    <ul
      ref={rowRef}
      data-overlay="cards"
      aria-label={t('offers:list')}
      onScroll={onScroll}
      onTouchMove={markUserScroll}
      onWheel={markUserScroll}
      onKeyDown={markUserScroll}
      className="pointer-events-auto mb-[24px] flex shrink-0 snap-x snap-mandatory scroll-px-4 gap-2.5 overflow-x-auto px-4 py-[12px] [scrollbar-width:none]"
    >
      {offers.map((offer) => (
        <li
          key={offer.id}
          data-sale-place={offer.sale_place.id}
          className="@container w-[min(340px,100vw-50px)] shrink-0 snap-start"
          onFocus={() => select(offer.sale_place.id)}
        >
          <CompactOfferCard offer={offer} className="bg-raised shadow-floating hover:bg-raised" />
        </li>
      ))}
    </ul>
  );
}

/** The first offer of the selected sale place when the loaded part of the list does not contain it. */
function useUnlistedSelectedOffer({ offers, salePlaces, selectedId }: OfferMapState) {
  const { i18n } = useTranslation();
  const { position } = useStoredPosition();
  const isListed = offers.some(({ sale_place: salePlace }) => salePlace.id === selectedId);
  const product = isListed ? undefined : salePlaces.find(({ id }) => id === selectedId)?.products[0];
  const query = useQuery({
    ...offerQuery(product?.id ?? 0, i18n.language, position),
    enabled: product !== undefined,
  });
  return product ? query.data : undefined;
}

/** Index of the card at the start of the row. */
function getCurrentIndex(rowRef: HTMLElement | null): number {
  const card = rowRef?.firstElementChild as HTMLElement | null;
  return rowRef && card ? Math.round(rowRef.scrollLeft / (card.offsetWidth + 10)) : 0;
}

interface Props {
  offer: Offer | OfferDetail;
  /** Its sale place is selected on the map. */
  isSelected?: boolean;
  className?: string;
}

/** A card with the photo at the side, where the `@container` around it has room; the whole card is a link. */
export function CompactOfferCard({ offer, isSelected = false, className }: Props) {
  const { t } = useTranslation(['map', 'offers', 'common']);
  const format = useFormat();
  const pickup = useFormattedPickup(offer, offer.sale_place.time_zone);
  const { mode, mine, can_wait: canWait } = offer.allocation ?? {};
  const isOffered = mine?.state === 'offered';
  const soldOut = useQuantityLeft(offer) === 0 && !isOffered;
  const headingId = `mini-${offer.id}`;
  return (
    <article
      aria-labelledby={headingId}
      className={cn(
        'relative grid grid-cols-[96px_minmax(0,1fr)] gap-3 rounded-lg p-3 hover:bg-quiet has-[h2_a:focus-visible]:outline-3 has-[h2_a:focus-visible]:-outline-offset-3 has-[h2_a:focus-visible]:outline-focus sm:gap-3.5 sm:grid-cols-[112px_minmax(0,1fr)] @max-[14rem]:grid-cols-1! @max-[14rem]:[&>:first-child]:hidden',
        isSelected && 'bg-brand-soft! ',
        className,
      )}
    >
      <Photo
        photo={offer.photos[0]}
        typeSlug={offer.types[0]?.slug}
        alt=""
        sizes="180px"
        isSoldOut={soldOut}
        className="aspect-auto! h-[108px] rounded-md"
      />
      {mode === 'draw' || isOffered ? (
        <QuantityPill
          quantity={offer.quantity}
          allocation={offer.allocation}
          className={cn(
            'pointer-events-none absolute bottom-4 left-4 max-w-[88px] px-2 py-1 leading-tight whitespace-normal sm:max-w-[104px] @max-[14rem]:static! @max-[14rem]:max-w-none! @max-[14rem]:justify-self-start',
            mine && '[&_svg]:hidden',
          )}
        />
      ) : null}
      <div className={cn('grid grid-cols-1 content-between text-sm', soldOut && 'text-muted')}>
        <h2 id={headingId} className="line-clamp-2 pr-8 text-[1.0625rem] leading-5 font-bold">
          <OfferLink offer={offer} />
        </h2>
        <p className="truncate text-muted">
          {isolateWords(offer.sale_place.name)} · {isolateWords(getDistrict(offer.sale_place.address))}
        </p>
        {/* On the narrowest phones the distance, and below it the rating, are left out: in a second line, out of sight. */}
        <p className="flex h-5 flex-wrap overflow-hidden">
          <span className="truncate">
            <span className="sr-only">{t('offers:pickup')}</span> <b>{pickup}</b>
          </span>
          {offer.distance === null ? null : (
            <span className="shrink-0 whitespace-pre text-muted">
              {' '}
              · {format.formatDistance(offer.distance)}
            </span>
          )}
        </p>
        <p className="flex h-7 flex-wrap items-baseline gap-x-2 overflow-hidden">
          {soldOut ? (
            <b className="truncate">
              {mine?.state === 'waiting' && mine.place
                ? t('offers:inLine', { place: format.formatOrdinal(mine.place) })
                : mode === 'waitlist' && canWait
                  ? t('offers:waitlist')
                  : t('soldOut')}
            </b>
          ) : (
            <>
              <Price cents={toCents(offer.price)} className="text-lg" />
              {offer.old_price === null ? null : (
                <s className="struck text-muted">
                  <span className="sr-only">{t('common:value')} </span>
                  {format.formatEuros(offer.old_price)}
                </s>
              )}
            </>
          )}
          <Rating
            value={offer.rating}
            count={offer.rating_count}
            className="ml-auto max-sm:[&>span:nth-of-type(3)]:hidden"
          />
        </p>
      </div>
      <FavouriteButton offer={offer} variant="flat" className="absolute! top-0.5 right-0.5 bg-transparent!" />
    </article>
  );
}
