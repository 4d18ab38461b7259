import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePosition } from '../../../lib/position.ts';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { offerQuery } from '../offers.api.ts';
import { MiniCard } from './mini-card.tsx';
import type { OfferMapState } from './use-offer-map.ts';

const SETTLED_MS = 120;

/** The packs of the area as a row of cards at the thumb: the one in the middle is the one chosen on the map. */
export function Carousel({ state }: { state: OfferMapState }) {
  const { t } = useTranslation(['map', 'offers']);
  const { list, selected, select, places } = state;
  const far = useFarPack(state);
  const offers = useMemo(() => (far ? [far, ...state.offers] : state.offers), [far, state.offers]);
  const row = useRef<HTMLUListElement>(null);
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** When cards come and go the row scrolls, too, and that chooses nothing. */
  const byHand = useRef(false);

  useEffect(() => {
    const cards = [...(row.current?.children ?? [])] as HTMLElement[];
    const chosen = offers.findIndex(({ sale_place: place }) => place.id === selected);
    const middle = cards[middleOf(row.current)];
    const card = cards[chosen];
    // Several packs of one venue: the one already on show stays.
    if (!card || Number(middle?.dataset.venue) === selected) return;
    row.current?.scrollTo({ left: card.offsetLeft - 16, behavior: 'instant' });
  }, [selected, offers]);
  useEffect(() => () => clearTimeout(settle.current), []);

  const hold = () => {
    byHand.current = true;
  };
  const onScroll = () => {
    if (!byHand.current) return;
    clearTimeout(settle.current);
    settle.current = setTimeout(() => {
      byHand.current = false;
      const venue = offers[middleOf(row.current)]?.sale_place.id;
      if (venue !== undefined && places.some(({ id }) => id === venue)) select(venue);
    }, SETTLED_MS);
  };
  if (list.isError && !list.data) {
    return (
      <div className="absolute inset-x-4 bottom-8 z-10 rounded-lg bg-raised p-4 shadow-2">
        <RetryLine error={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  }
  if (offers.length === 0) {
    return (
      <p role="status" className="absolute inset-x-4 bottom-8 z-10 rounded-lg bg-raised p-4 text-2 shadow-2">
        {list.isPending ? t('searching') : t('nothing')}
      </p>
    );
  }
  return (
    <ul
      ref={row}
      aria-label={t('offers:list')}
      onScroll={onScroll}
      onTouchMove={hold}
      onWheel={hold}
      onKeyDown={hold}
      className="absolute inset-x-0 bottom-6 z-10 flex snap-x snap-mandatory scroll-px-4 gap-2.5 overflow-x-auto px-4 py-3 [scrollbar-width:none]"
    >
      {offers.map((offer) => (
        <li
          key={offer.id}
          data-venue={offer.sale_place.id}
          className="w-[min(340px,86vw)] shrink-0 snap-start"
          onFocus={() => select(offer.sale_place.id)}
        >
          <MiniCard offer={offer} className="bg-raised shadow-2 hover:bg-raised" />
        </li>
      ))}
    </ul>
  );
}

/** The first pack of the chosen venue when the list, nearest first, does not reach to it. */
function useFarPack({ offers, places, selected }: OfferMapState) {
  const { i18n } = useTranslation();
  const { position } = usePosition();
  const listed = offers.some(({ sale_place: place }) => place.id === selected);
  const pack = listed ? undefined : places.find(({ id }) => id === selected)?.products[0];
  const query = useQuery({
    ...offerQuery(pack?.id ?? 0, i18n.language, position),
    enabled: pack !== undefined,
  });
  return pack ? query.data : undefined;
}

/** The place in the row of the card that stands at its beginning. */
function middleOf(row: HTMLElement | null): number {
  const card = row?.firstElementChild as HTMLElement | null;
  return row && card ? Math.round(row.scrollLeft / (card.offsetWidth + 10)) : 0;
}
