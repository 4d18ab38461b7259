import { useQueryClient } from '@tanstack/react-query';
import { MAX_HOLDS } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { Suspense, useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawLink } from '../../features/allocation/offer/allocation-status.tsx';
import {
  type AllocationView,
  getNextChange,
  useTimeAtDeadline,
} from '../../features/allocation/offer/allocation-view.ts';
import {
  AllocationAction,
  AllocationPriceNote,
  AllocationStatus,
  ResultAnnouncement,
} from '../../features/allocation/offer/offer-allocation.tsx';
import { OfferDetailLayout, OfferDetailSkeleton } from '../../features/offers/detail/offer-detail-layout.tsx';
import { OfferPriceSummary, PurchaseNotes } from '../../features/offers/detail/offer-facts.tsx';
import { QuantityChoice } from '../../features/offers/detail/quantity-choice.tsx';
import {
  SoldOutAnnouncement,
  UnavailableOffer,
  UnavailableOfferAction,
} from '../../features/offers/detail/unavailable-offer.tsx';
import type { UserLocation } from '../../features/offers/filters/user-location.tsx';
import type { OfferDetail } from '../../features/offers/offers.api.ts';
import { cacheOrder } from '../../features/orders/buyer-orders.api.ts';
import { CheckoutInvoice, useCheckoutInvoice } from '../../features/orders/invoice/checkout-invoice.tsx';
import { PayBar, PayButton, PaymentError, PaymentTitle } from '../../features/payments/pay-button.tsx';
import { PaymentPanel } from '../../features/payments/payment-panel.tsx';
import type { PaidOrder, PaymentTarget } from '../../features/payments/payments.api.ts';
import { usePayment, useResumeAfterRedirect } from '../../features/payments/use-payment.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { usePageNavigate } from '../../lib/browser/use-page-navigate.ts';
import { queryKeys, useMe } from '../../lib/data/shared-queries.ts';
import { paths } from '../../lib/paths.ts';
import { AcceptTerms } from '../../ui/form/accept-terms.tsx';
import { getCheckoutState, getView } from './checkout-state.ts';
import { CheckoutSum } from './checkout-sum.tsx';
import { OfferedCheckout } from './offered-checkout.tsx';

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
  isSignedIn: boolean;
  /** The offer may have changed on the server. Resolves after the refetch. */
  onOfferChange: () => Promise<unknown>;
}

const MbWayWaiting = lazyWithErrorBoundary(async () => ({
  default: (await import('../../features/payments/mb-way/mb-way-waiting.tsx')).MbWayWaiting,
}));

/** Only before a first payment or entry: the code of forms is no part of a visitor's first page. */
const VerifyEmail = lazyWithErrorBoundary(async () => ({
  default: (await import('../../features/identity/account/email-address.tsx')).VerifyEmail,
}));
const VERIFY_EMAIL_ID = 'verify-email-before-payment';
const ACTION_ID = 'offer-action';

/** What was shown when the user entered or joined holds for this unit; otherwise the present price. */
function getAgreedPrice({ price, allocation }: OfferDetail): number {
  const mine = allocation?.mine;
  const hasPart =
    mine &&
    (mine.state === 'offered' || (allocation.mode !== 'sale' && ['entered', 'waiting'].includes(mine.state)));
  return hasPart ? mine.price_cents / 100 : price;
}

/** There are no units, but there may be some again. */
const SOLD_OUT_VIEWS: readonly AllocationView[] = ['waitlist', 'waiting', 'lapsed'];

function showVerification(): void {
  const section = document.getElementById(VERIFY_EMAIL_ID);
  section?.scrollIntoView({ block: 'center' });
  section?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
}

/** The offer with its payment: a page from 576 px, below it full screen with a sticky bar. */
export function OfferCheckout({ offer: currentOffer, userLocation, isSignedIn, onOfferChange }: Props) {
  const { t, i18n } = useTranslation('offer');
  const isWide = useIsWideScreen();
  const queryClient = useQueryClient();
  const navigate = usePageNavigate();
  const formId = useId();
  const { id, name, slot_id: slotId, old_price: oldPrice, allocation, quantity: left } = currentOffer;
  const { max_per_order: maxPerOrder } = currentOffer;
  const [chosenQuantity, setChosenQuantity] = useState<number | null>(null);
  const { time_zone: timeZone } = currentOffer.sale_place;
  const canBuy = isSignedIn && !currentOffer.is_mine;
  const isOffer = allocation?.mine?.state === 'offered';
  const targetPrice = getAgreedPrice(currentOffer);
  const target = useMemo<PaymentTarget | null>(
    () =>
      canBuy
        ? {
            productId: id,
            productName: name,
            slotId,
            price: targetPrice,
            quantity: chosenQuantity,
            maxPerOrder,
            left,
            isOffer,
            timeZone,
          }
        : null,
    [canBuy, id, name, slotId, targetPrice, chosenQuantity, maxPerOrder, left, isOffer, timeZone],
  );
  const onPaid = useCallback(
    (order: PaidOrder) => {
      cacheOrder(queryClient, order, i18n.language);
      for (const queryKey of [queryKeys.offers, queryKeys.entries])
        void queryClient.invalidateQueries({ queryKey });
      navigate(paths.orderSuccess(order.id), { replace: true });
    },
    [queryClient, i18n.language, navigate],
  );
  const payment = usePayment({
    target,
    onPaid,
    onOfferChange,
    readInvoice: () => invoice.read(),
    onRefused: (error) => invoice.draft.showServerErrors(error),
  });
  const invoice = useCheckoutInvoice({ country: currentOffer.seller.country, hold: payment.hold });
  const invoiceFields = <CheckoutInvoice invoice={invoice} seller={currentOffer.seller.name} />;
  useResumeAfterRedirect(payment);
  const price = payment.unitCents === null ? targetPrice : payment.unitCents / 100;
  const { quantity } = payment;
  const totalCents = toCents(price) * quantity;
  const cardCents = payment.cardCents ?? totalCents;
  const offer = { ...currentOffer, price };
  const isPaying = payment.hold !== null || payment.phase !== 'idle' || payment.isSettling;
  const { data: me, isPending: isUserPending } = useMe();
  const timeAtDeadline = useTimeAtDeadline(getNextChange(allocation), onOfferChange);
  const state = getCheckoutState({
    offer,
    isSignedIn,
    isPaying,
    // A hold that was placed before the address had to be verified can still be paid.
    isUnverified: me?.email_verified === false && payment.hold === null,
    now: timeAtDeadline,
  });
  // Else the payment form of somebody who has to verify the address first would appear and vanish.
  const mayPay = !isUserPending || isPaying;
  const view = getView(state);
  const [isVerifiedHere, setVerifiedHere] = useState(false);
  const isEntryNext = isVerifiedHere && state.kind === 'allocation';
  useEffect(() => {
    if (isEntryNext) document.getElementById(ACTION_ID)?.querySelector('button')?.focus();
  }, [isEntryNext]);
  const allocatedOffer = allocation && {
    name,
    price,
    allocation,
    slot_id: slotId,
    quantity: offer.quantity,
    time_zone: offer.sale_place.time_zone,
  };
  const announcement = allocatedOffer ? (
    <Suspense fallback={null}>
      <ResultAnnouncement offer={allocatedOffer} view={view} />
    </Suspense>
  ) : null;
  if (payment.hold && payment.mbWay)
    return (
      <Suspense fallback={<OfferDetailSkeleton />}>
        <MbWayWaiting payment={payment} hold={payment.hold} request={payment.mbWay} />
      </Suspense>
    );
  if (state.kind === 'offered') {
    return (
      <>
        {announcement}
        <Suspense fallback={<OfferDetailSkeleton />}>
          <OfferedCheckout offer={offer} allocation={state.allocation} payment={payment} formId={formId}>
            {invoiceFields}
          </OfferedCheckout>
        </Suspense>
      </>
    );
  }
  const renderAction = () => {
    switch (state.kind) {
      case 'mine':
        return <UnavailableOfferAction reason="mine" />;
      case 'unavailable':
        return <UnavailableOfferAction reason={state.reason} />;
      case 'verify':
        return (
          <Button fullWidth onClick={showVerification}>
            {t('verifyEmail')}
          </Button>
        );
      case 'allocation':
        return allocatedOffer ? (
          <Suspense fallback={<Skeleton className="h-[52px] rounded-md" />}>
            <AllocationAction offer={allocatedOffer} view={state.view} isSignedIn={isSignedIn} />
          </Suspense>
        ) : null;
      case 'pay':
        return mayPay ? (
          <PayButton formId={formId} payment={payment} price={cardCents / 100} />
        ) : (
          <Skeleton className="h-[52px] rounded-md" />
        );
    }
  };
  const renderContent = () => {
    switch (state.kind) {
      case 'allocation':
        return <PaymentError payment={payment} />;
      case 'mine':
      case 'unavailable': {
        const reason = state.kind === 'mine' ? 'mine' : state.reason;
        return (
          <>
            <PaymentError payment={payment} />
            {view ? null : <UnavailableOffer reason={reason} withTitle={!isWide} />}
            {reason === 'guest' ? <OfferPriceSummary offer={offer} /> : null}
          </>
        );
      }
      case 'verify':
        return (
          <section id={VERIFY_EMAIL_ID} className="grid gap-4">
            <PaymentError payment={payment} />
            <Suspense fallback={<Skeleton className="h-31 rounded-lg!" />}>
              {me ? (
                <VerifyEmail
                  me={me}
                  purpose={view ? 'entry' : 'payment'}
                  onVerified={() => setVerifiedHere(true)}
                />
              ) : null}
            </Suspense>
            {view ? null : (
              <>
                <PurchaseNotes offer={offer} />
                <OfferPriceSummary offer={offer} />
              </>
            )}
          </section>
        );
      case 'pay':
        return mayPay ? (
          <section className="grid gap-4">
            <PaymentTitle />
            <PaymentPanel formId={formId} payment={payment} priceCents={cardCents} isFocused={isVerifiedHere}>
              {invoiceFields}
              <PurchaseNotes offer={offer} />
              <CheckoutSum offer={offer} payment={payment} quantity={quantity} />
              <p className="text-xs text-muted">
                <AcceptTerms i18nKey="offer:conditions" />
              </p>
            </PaymentPanel>
          </section>
        ) : (
          <Skeleton className="h-31 rounded-lg!" />
        );
    }
  };
  const getHeading = () => {
    if (view) return t(SOLD_OUT_VIEWS.includes(view) ? 'soldOut' : 'drawHeading');
    if (state.kind === 'mine') return t('mine.title');
    return state.kind === 'unavailable' ? t(`${state.reason}.title`) : t('reserve');
  };
  const action = <div id={ACTION_ID}>{renderAction()}</div>;
  // The units on hold for the user count as available.
  const shownOffer =
    payment.hold && !offer.is_mine ? { ...offer, quantity: left + payment.hold.quantity } : offer;
  const quantityChoice =
    state.kind === 'pay' && mayPay && payment.maxQuantity > 1 ? (
      <QuantityChoice
        offer={offer}
        quantity={quantity}
        max={payment.maxQuantity}
        getTotalCents={payment.getTotalCents}
        onChange={setChosenQuantity}
        disabled={payment.phase !== 'idle'}
        showsSums={!isWide}
      />
    ) : null;
  return (
    <>
      {announcement}
      <SoldOutAnnouncement quantity={shownOffer.quantity} />
      <OfferDetailLayout
        offer={shownOffer}
        userLocation={userLocation}
        heading={getHeading()}
        status={
          view && allocatedOffer ? (
            <Suspense fallback={<Skeleton className="h-52 rounded-lg!" />}>
              <AllocationStatus
                offer={allocatedOffer}
                view={view}
                isSignedIn={isSignedIn}
                isPassedOver={payment.holdCount >= MAX_HOLDS}
              />
            </Suspense>
          ) : allocatedOffer || quantityChoice ? (
            <>
              {allocatedOffer ? (
                <Suspense fallback={null}>
                  <DrawLink allocation={allocatedOffer.allocation} />
                </Suspense>
              ) : null}
              {quantityChoice}
            </>
          ) : null
        }
      >
        {renderContent()}
        {isWide && state.kind !== 'verify' ? action : null}
      </OfferDetailLayout>
      {isWide ? null : (
        <PayBar
          priceCents={state.kind === 'pay' ? cardCents : totalCents}
          savedCents={oldPrice === null ? null : (toCents(oldPrice) - toCents(price)) * quantity}
          note={
            view ? (
              <Suspense fallback={null}>
                <AllocationPriceNote view={view} />
              </Suspense>
            ) : quantity > 1 ? (
              t('quantity.packs', { count: quantity })
            ) : null
          }
        >
          {action}
        </PayBar>
      )}
    </>
  );
}
