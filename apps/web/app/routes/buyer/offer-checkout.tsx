import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useId, useMemo } from 'react';
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
import { withTimeout } from '../../lib/api/api.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { queryKeys, useMe } from '../../lib/data/shared-queries.ts';
import { toCents } from '../../lib/format/format.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWithErrorBoundary } from '../../ui/feedback/lazy-with-error-boundary.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AcceptTerms } from '../../ui/form/checkbox.tsx';

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
  isSignedIn: boolean;
  /** The offer may have changed on the server. Resolves after the refetch. */
  onOfferChange: () => Promise<unknown>;
}

const VERIFY_EMAIL_ID = 'verify-email-before-payment';

/** Only before a first payment. */
const VerifyEmail = lazyWithErrorBoundary(async () => {
  const [{ VerifyEmail }] = await withTimeout(
    Promise.all([
      import('../../features/identity/account/verify-email.tsx'),
      i18n.loadNamespaces(['account', 'auth']),
    ]),
  );
  return { default: VerifyEmail };
});

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
  const { data: me } = useMe();
  // A hold that was placed before the address had to be verified can still be paid.
  const unverifiedUser = canBuy && me?.email_verified === false && payment.hold === null ? me : null;
  const action = unavailableReason ? (
    <UnavailableOfferAction reason={unavailableReason} />
  ) : unverifiedUser ? (
    <Button
      fullWidth
      onClick={() => {
        const section = document.getElementById(VERIFY_EMAIL_ID);
        section?.scrollIntoView({ block: 'center' });
        section?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
      }}
    >
      {t('verifyEmail')}
    </Button>
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
        ) : unverifiedUser ? (
          <section id={VERIFY_EMAIL_ID} className="grid gap-4">
            <Suspense fallback={<Skeleton className="h-31 rounded-lg!" />}>
              <VerifyEmail me={unverifiedUser} beforePayment />
            </Suspense>
            <OfferPriceSummary offer={offer} />
            <CancellationDeadlineNote offer={offer} />
          </section>
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
        {isWide && !unverifiedUser ? action : null}
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
