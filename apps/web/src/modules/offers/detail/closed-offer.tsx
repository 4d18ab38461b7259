import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { withNext } from '../../../lib/next.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { OfferDetail } from '../offers.api.ts';

export type Closed = 'mine' | 'guest' | 'gone' | 'noSlot';

/** Why this pack cannot be paid for now; null when it can. A hold of one's own is a pack that is left. */
export function closedBecause(offer: OfferDetail, member: boolean, held: boolean): Closed | null {
  if (offer.is_mine) return 'mine';
  if (!held && offer.slot_id === null) return 'noSlot';
  if (!held && offer.quantity === 0) return 'gone';
  return member ? null : 'guest';
}

/** In the place of the card form. */
export function ClosedOffer({ because, titled }: { because: Closed; titled: boolean }) {
  const { t } = useTranslation('offer');
  return (
    <section className="grid gap-2">
      {titled ? <h2 className="h3">{t(`${because}.title`)}</h2> : null}
      <p className="text-2">{t(`${because}.text`)}</p>
    </section>
  );
}

/** The one thing that can be done then: a way on, or a button that says why there is none. */
export function ClosedAction({ because }: { because: Closed }): ReactNode {
  const { t } = useTranslation('offer');
  const { pathname, search } = useLocation();
  if (because === 'guest') {
    return (
      <ButtonLink block to={withNext(paths.auth, pathname + search)}>
        {t('guest.action')}
      </ButtonLink>
    );
  }
  if (because === 'mine') {
    return (
      <ButtonLink block look="ghost" to={paths.seller}>
        {t('mine.action')}
      </ButtonLink>
    );
  }
  return (
    <Button block disabled>
      {t(because === 'gone' ? 'soldOut' : 'noSlot.title')}
    </Button>
  );
}
