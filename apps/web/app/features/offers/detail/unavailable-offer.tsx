import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths, withNextPath } from '../../../lib/paths.ts';
import type { OfferDetail } from '../offers.api.ts';

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
