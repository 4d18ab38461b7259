import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toCents } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useIsWideScreen } from '../../lib/use-media-query.ts';
import { CancellationDeadlineNote } from '../../modules/offers/detail/cancellation-deadline-note.tsx';
import { OfferDetailLayout } from '../../modules/offers/detail/offer-detail-layout.tsx';
import { OfferPriceSummary } from '../../modules/offers/detail/offer-price-summary.tsx';
import { SoldOutAnnouncement } from '../../modules/offers/detail/sold-out-announcement.tsx';
import {
  getUnavailableReason,
  UnavailableOffer,
  UnavailableOfferAction,
} from '../../modules/offers/detail/unavailable-offer.tsx';
import type { UserLocation } from '../../modules/offers/filters/use-user-location.ts';
import type { OfferDetail } from '../../modules/offers/offers.api.ts';
import { cacheOrder } from '../../modules/orders/buyer-orders.api.ts';
import { PayBar } from '../../modules/payments/pay-bar.tsx';
import { PayButton } from '../../modules/payments/pay-button.tsx';
import { PaymentError } from '../../modules/payments/payment-error.tsx';
import { PaymentPanel } from '../../modules/payments/payment-panel.tsx';
import { PaymentTitle } from '../../modules/payments/payment-title.tsx';
import type { PaidOrder, PaymentTarget } from '../../modules/payments/payments.api.ts';
import { usePayment } from '../../modules/payments/use-payment.ts';
import { useResumeAfterRedirect } from '../../modules/payments/use-resume-after-redirect.ts';
import { AcceptTerms } from '../../ui/accept-terms.tsx';

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
  isSignedIn: boolean;
  /** The pack may have changed on the server. Answers when it was looked at anew. */
  onOfferChange: () => Promise<unknown>;
}

/** A pack with its payment: a page from 576 px, a full screen with a bar for the thumb below. */
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
      void queryClient.invalidateQueries({ queryKey: ['offers'] });
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
  // The one set aside for the person is not gone for them.
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
              <p className="text-xs text-2">
                <AcceptTerms>{t('conditions')}</AcceptTerms>
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
