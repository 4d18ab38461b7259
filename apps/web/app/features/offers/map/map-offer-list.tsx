import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { LoadMore } from '../../../ui/feedback/load-more.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { CompactOfferCard } from './compact-offer-card.tsx';
import type { OfferMapState } from './use-offer-map.ts';

/** The packs of the area; pointing at one lights its pin. */
export function MapOfferList({ state }: { state: OfferMapState }) {
  const { t } = useTranslation(['map', 'offers']);
  const { offers, list, selectedId, setHighlightedId } = state;
  if (list.isPending) return <MapOfferListSkeleton />;
  if (offers.length === 0) return <p className="py-6 text-muted">{t('nothing')}</p>;
  return (
    <section
      aria-label={t('offers:list')}
      aria-busy={list.isPlaceholderData || undefined}
      className="-mx-3 pb-6"
    >
      <ul className={cn('grid gap-1', list.isPlaceholderData && 'opacity-60')}>
        {offers.map((offer) => {
          const highlight = () => setHighlightedId(offer.sale_place.id);
          const clearHighlight = () => setHighlightedId(null);
          return (
            <li
              key={offer.id}
              onPointerEnter={highlight}
              onPointerLeave={clearHighlight}
              onFocus={highlight}
              onBlur={clearHighlight}
            >
              <CompactOfferCard offer={offer} isSelected={offer.sale_place.id === selectedId} />
            </li>
          );
        })}
      </ul>
      <LoadMore query={list} moreLabel={t('offers:more')} errorMessage={t('offers:moreFailed')} />
    </section>
  );
}

const MapOfferListSkeleton = () => (
  <Loading>
    <div className="grid gap-7">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex gap-3.5">
          <Skeleton className="h-[108px] w-28 rounded-md" />
          <div className="grid flex-1 content-start gap-3 pt-1">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  </Loading>
);
