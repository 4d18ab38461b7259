import { useInfiniteQuery } from '@tanstack/react-query';
import { cn } from '@wopack/ui/cn.ts';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { flattenPages } from '../../../lib/api/query-client.ts';
import { useLiveStock } from '../live/use-live-stock.ts';
import { type OffersQuery, offersQuery } from '../offers.api.ts';
import { OfferCard } from './offer-card.tsx';
import { OfferSkeletons, offerGridClass } from './offer-list.tsx';

export const PREVIEW_COUNT = 3;

interface Props {
  title: string;
  query: OffersQuery;
  /** Link to the complete list. */
  to: string;
  moreLabel: string;
  /** Shown when no offer of the list is available. */
  empty: ReactNode;
  /** Loads and keeps its space while the content above has not loaded yet. */
  isInvisible?: boolean;
}

/** The first available offers of a list, and a link to all. */
export function OfferPreviewList({ title, query, to, moreLabel, empty, isInvisible = false }: Props) {
  const { i18n } = useTranslation();
  const id = useId();
  const list = useInfiniteQuery(offersQuery(query, i18n.language, PREVIEW_COUNT));
  const offers = flattenPages(list.data?.pages.slice(0, 1)).filter(({ quantity }) => quantity > 0);
  useLiveStock(offers.map((offer) => offer.id));
  return (
    <section
      aria-labelledby={id}
      className={cn('grid grid-cols-[minmax(0,1fr)] gap-4', isInvisible && 'invisible')}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="h2">
          {title}
        </h2>
        <Link to={to} className="link inline-flex min-h-11 items-center text-sm">
          {moreLabel}
        </Link>
      </div>
      {list.isPending ? (
        <OfferSkeletons count={PREVIEW_COUNT} />
      ) : !list.data ? (
        <InlineError error={list.error} onRetry={() => void list.refetch()} />
      ) : offers.length === 0 ? (
        <div className="text-muted">{empty}</div>
      ) : (
        <ul className={offerGridClass}>
          {offers.map((offer) => (
            <li key={offer.id}>
              <OfferCard offer={offer} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
