import { ApiError } from '@wopack/contract/client';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { withNextPath } from '../../../lib/session/next-path.ts';
import type { OfferDetail } from '../offers.api.ts';

export type UnavailableReason = 'mine' | 'guest' | 'gone' | 'noSlot';

/** Why this offer cannot be paid for; null when it can. A unit on hold for the user counts as available. */
export function getUnavailableReason(
  offer: OfferDetail,
  isSignedIn: boolean,
  hasHold: boolean,
): UnavailableReason | null {
  if (offer.is_mine) return 'mine';
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
      {t(reason === 'gone' ? 'soldOut' : 'noSlot.title')}
    </Button>
  );
}

interface Props {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** The offer does not exist, or did not load. */
export function MissingOffer({ error, retrying, onRetry }: Props) {
  const { t } = useTranslation(['offer', 'common']);
  const isNotFound = error === null || (error instanceof ApiError && (error.code === 4 || error.code === 1));
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
      ) : (
        <ErrorState error={error} isRetrying={retrying} onRetry={onRetry} />
      )}
    </div>
  );
}
