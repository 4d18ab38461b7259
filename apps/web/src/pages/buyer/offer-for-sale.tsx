import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toCents } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useWide } from '../../lib/use-media.ts';
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
  place: UserLocation;
  member: boolean;
  /** The pack may have changed on the server. Answers when it was looked at anew. */
  onChange: () => Promise<unknown>;
}

/** A pack with its payment: a page from 576 px, a full screen with a bar for the thumb below. */
export function OfferForSale({ offer, place, member, onChange }: Props) {
  const { t, i18n } = useTranslation('offer');
  const wide = useWide();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useId();
  const { id, name, price, slot_id: slotId, old_price: worth } = offer;
  const buyer = member && !offer.is_mine;
  const target = useMemo<PaymentTarget | null>(
    () => (buyer ? { productId: id, productName: name, slotId, price } : null),
    [buyer, id, name, slotId, price],
  );
  const onPaid = useCallback(
    (order: PaidOrder) => {
      cacheOrder(client, order, i18n.language);
      void client.invalidateQueries({ queryKey: ['offers'] });
      void navigate(paths.orderSuccess(order.id), { replace: true });
    },
    [client, i18n.language, navigate],
  );
  const payment = usePayment({ target, onPaid, onOfferChange: onChange });
  useResumeAfterRedirect(payment);
  const closed = getUnavailableReason(offer, member, payment.hold !== null || payment.phase !== 'idle');
  const action = closed ? (
    <UnavailableOfferAction reason={closed} />
  ) : (
    <PayButton formId={form} payment={payment} price={price} />
  );
  // The one set aside for the person is not gone for them.
  const shown = payment.hold && !offer.is_mine ? { ...offer, quantity: offer.quantity + 1 } : offer;
  return (
    <>
      <SoldOutAnnouncement quantity={shown.quantity} />
      <OfferDetailLayout
        offer={shown}
        userLocation={place}
        isSignedIn={member}
        heading={t(closed ? `${closed}.title` : 'reserve')}
      >
        {closed ? (
          <>
            <PaymentError payment={payment} />
            <UnavailableOffer reason={closed} withTitle={!wide} />
            {closed === 'guest' ? <OfferPriceSummary offer={offer} /> : null}
          </>
        ) : (
          <section className="grid gap-4">
            <PaymentTitle />
            <PaymentPanel formId={form} payment={payment} priceCents={toCents(price)}>
              <OfferPriceSummary offer={offer} />
              <CancellationDeadlineNote offer={offer} />
              <p className="text-xs text-2">
                <AcceptTerms>{t('conditions')}</AcceptTerms>
              </p>
            </PaymentPanel>
          </section>
        )}
        {wide ? action : null}
      </OfferDetailLayout>
      {wide ? null : (
        <PayBar
          priceCents={toCents(price)}
          savedCents={worth === null ? null : toCents(worth) - toCents(price)}
        >
          {action}
        </PayBar>
      )}
    </>
  );
}
