import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { OfferDetailLayout } from '../../features/offers/detail/offer-detail-layout.tsx';
import { CancellationDeadlineNote, SoldOutAnnouncement } from '../../features/offers/detail/offer-notes.tsx';
import { OfferPriceSummary } from '../../features/offers/detail/offer-price-summary.tsx';
import {
  getUnavailableReason,
  UnavailableOffer,
  UnavailableOfferAction,
} from '../../features/offers/detail/unavailable-offer.tsx';
import type { UserLocation } from '../../features/offers/filters/user-location.tsx';
import type { OfferDetail } from '../../features/offers/offers.api.ts';
import { cacheOrder } from '../../features/orders/buyer-orders.api.ts';
import { PayBar, PayButton, PaymentError, PaymentTitle } from '../../features/payments/pay-button.tsx';
import { PaymentPanel } from '../../features/payments/payment-panel.tsx';
import type { PaidOrder, PaymentTarget } from '../../features/payments/payments.api.ts';
import { usePayment, useResumeAfterRedirect } from '../../features/payments/use-payment.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { toCents } from '../../lib/format/format.ts';
import { paths } from '../../lib/paths.ts';
import { AcceptTerms } from '../../ui/form/checkbox.tsx';

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
  isSignedIn: boolean;
  /** The offer may have changed on the server. Resolves after the refetch. */
  onOfferChange: () => Promise<unknown>;
}

/** The offer with its payment: a page from 576 px, below it full screen with a sticky bar. */
export function OfferCheckout({ offer, userLocation, isSignedIn, onOfferChange }: Props) {
  const { t, i18n } = useTranslation('offer');
  const isWide = useIsWideScreen();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const { id, name, price, slot_id: slotId, old_price: oldPrice } = offer;
  const canBuy = isSignedIn && !offer.is_mine;
  const target = useMemo<PaymentTarget | null>(
    () => (canBuy ? { productId: id, productName: name, slotId, price } : null),
    [canBuy, id, name, slotId, price],
  );
  const onPaid = useCallback(
    (order: PaidOrder) => {
      cacheOrder(queryClient, order, i18n.language);
      void queryClient.invalidateQueries({ queryKey: queryKeys.offers });
      void navigate(paths.orderSuccess(order.id), { replace: true });
    },
    [queryClient, i18n.language, navigate],
  );
  const payment = usePayment({ target, onPaid, onOfferChange: onOfferChange });
  useResumeAfterRedirect(payment);
  const unavailableReason = getUnavailableReason(
    offer,
    isSignedIn,
    payment.hold !== null || payment.phase !== 'idle',
  );
  const action = unavailableReason ? (
    <UnavailableOfferAction reason={unavailableReason} />
  ) : (
    <PayButton formId={formId} payment={payment} price={price} />
  );
  // The unit on hold for the user counts as available.
  const shownOffer = payment.hold && !offer.is_mine ? { ...offer, quantity: offer.quantity + 1 } : offer;
  return (
    <>
      <SoldOutAnnouncement quantity={shownOffer.quantity} />
      <OfferDetailLayout
        offer={shownOffer}
        userLocation={userLocation}
        isSignedIn={isSignedIn}
        heading={t(unavailableReason ? `${unavailableReason}.title` : 'reserve')}
      >
        {unavailableReason ? (
          <>
            <PaymentError payment={payment} />
            <UnavailableOffer reason={unavailableReason} withTitle={!isWide} />
            {unavailableReason === 'guest' ? <OfferPriceSummary offer={offer} /> : null}
          </>
        ) : (
          <section className="grid gap-4">
            <PaymentTitle />
            <PaymentPanel formId={formId} payment={payment} priceCents={toCents(price)}>
              <OfferPriceSummary offer={offer} />
              <CancellationDeadlineNote offer={offer} />
              <p className="text-xs text-muted">
                <AcceptTerms i18nKey="offer:conditions" />
              </p>
            </PaymentPanel>
          </section>
        )}
        {isWide ? action : null}
      </OfferDetailLayout>
      {isWide ? null : (
        <PayBar
          priceCents={toCents(price)}
          savedCents={oldPrice === null ? null : toCents(oldPrice) - toCents(price)}
        >
          {action}
        </PayBar>
      )}
    </>
  );
}
