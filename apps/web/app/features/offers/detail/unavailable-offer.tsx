import { useQueryClient } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { type FailedQuery, isMissing, isNetworkError } from '@wopack/ui/feedback/inline-error.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { IconRefresh } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import type { OfferDetail, OfferPages } from '../offers.api.ts';

export type UnavailableReason = 'mine' | 'guest' | 'gone' | 'noSlot' | 'paused';

/** Why this offer cannot be paid for; null when it can. A unit on hold for the user counts as available. */
export function getUnavailableReason(
  offer: Pick<OfferDetail, 'is_mine' | 'slot_id' | 'quantity' | 'paused'>,
  isSignedIn: boolean,
  hasHold: boolean,
): UnavailableReason | null {
  if (offer.is_mine) return 'mine';
  if (!hasHold && offer.paused) return 'paused';
  if (!hasHold && offer.slot_id === null) return 'noSlot';
  if (!hasHold && offer.quantity === 0) return 'gone';
  return isSignedIn ? null : 'guest';
}

/** Replaces the card form. */
export function UnavailableOffer({ reason, withTitle }: { reason: UnavailableReason; withTitle: boolean }) {
  const { t } = useTranslation('offer');
  return (
    <section className="grid gap-2">
      {withTitle ? <h2 className="h3">{t(`${reason}.title`)}</h2> : null}
      <p className="text-muted">{t(`${reason}.text`)}</p>
    </section>
  );
}

/** The action that replaces paying: a link, or a disabled button with the reason. */
export function UnavailableOfferAction({ reason }: { reason: UnavailableReason }): ReactNode {
  const { t } = useTranslation('offer');
  const { pathname, search } = useLocation();
  if (reason === 'guest') {
    return (
      <ButtonLink fullWidth to={withNextPath(paths.auth, pathname + search)}>
        {t('guest.action')}
      </ButtonLink>
    );
  }
  if (reason === 'mine') {
    return (
      <ButtonLink fullWidth variant="ghost" to={paths.seller}>
        {t('mine.action')}
      </ButtonLink>
    );
  }
  return (
    <Button fullWidth disabled>
      {t(reason === 'gone' ? 'soldOut' : `${reason}.title`)}
    </Button>
  );
}

interface Props {
  id: number;
  query: FailedQuery;
}

/** The offer does not exist, or did not load. */
export function MissingOffer({ id, query }: Props) {
  const { t } = useTranslation(['offer', 'common', 'errors']);
  const { error, isFetching, refetch } = query;
  const isNotFound = error === null || isMissing(error);
  return (
    <div className="gutter py-7">
      <h1 className="sr-only">{t('common:titles.offer')}</h1>
      {isNotFound ? (
        <EmptyState
          mood="round"
          title={t('notFound.title')}
          action={<ButtonLink to={paths.offers}>{t('seeOffers')}</ButtonLink>}
        >
          {t('notFound.text')}
        </EmptyState>
      ) : isNetworkError(error) ? (
        <div role="alert">
          <EmptyState
            mood="frown"
            title={t('errors:offlineTitle')}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <Button icon={<IconRefresh />} onClick={() => void refetch()} loading={isFetching}>
                  {t('errors:retry')}
                </Button>
                <ButtonLink variant="ghost" to={paths.offers}>
                  {t('seeOffers')}
                </ButtonLink>
              </div>
            }
          >
            <ListedOffer id={id} />
            <p>{t('offline')}</p>
          </EmptyState>
        </div>
      ) : (
        <ErrorState query={query} />
      )}
    </div>
  );
}

/** What a list that was loaded before says about the offer. */
function ListedOffer({ id }: { id: number }) {
  const offer = useQueryClient()
    .getQueriesData<OfferPages>({ queryKey: queryKeys.offers })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ data }) => data)
    .find((listed) => listed.id === id);
  return offer ? (
    <p className="mb-2 font-bold text-text">
      <span lang={offer.language}>{offer.name}</span> · {isolateWords(offer.sale_place.name)}
    </p>
  ) : null;
}

/** Announces that the last unit was sold while the page is open. */
export function SoldOutAnnouncement({ quantity }: { quantity: number }) {
  const { t } = useTranslation('offers');
  const [wasAvailable, setWasAvailable] = useState(quantity > 0);
  if (quantity > 0 && !wasAvailable) setWasAvailable(true);
  return (
    <p role="status" className="sr-only">
      {wasAvailable && quantity === 0 ? t('soldOut') : null}
    </p>
  );
}
