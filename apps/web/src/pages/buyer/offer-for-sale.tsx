import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toCents } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useWide } from '../../lib/use-media.ts';
import { ClosedAction, ClosedOffer, closedBecause } from '../../modules/offers/detail/closed-offer.tsx';
import { DeadlineNote } from '../../modules/offers/detail/deadline-note.tsx';
import { OfferSums } from '../../modules/offers/detail/offer-sums.tsx';
import { PhoneDetail } from '../../modules/offers/detail/phone-detail.tsx';
import { SoldOutNews } from '../../modules/offers/detail/sold-out-news.tsx';
import { WideDetail } from '../../modules/offers/detail/wide-detail.tsx';
import type { OfferDetail } from '../../modules/offers/offers.api.ts';
import type { Place } from '../../modules/offers/use-locate.ts';
import { keepOrder } from '../../modules/orders/my-orders.api.ts';
import { PayBar } from '../../modules/payments/pay-bar.tsx';
import { PayButton } from '../../modules/payments/pay-button.tsx';
import { PaymentPanel } from '../../modules/payments/payment-panel.tsx';
import { PaymentProblem } from '../../modules/payments/payment-problem.tsx';
import { PaymentTitle } from '../../modules/payments/payment-title.tsx';
import type { PaidOrder, Target } from '../../modules/payments/payments.api.ts';
import { usePayment } from '../../modules/payments/use-payment.ts';
import { useReturn } from '../../modules/payments/use-return.ts';
import { AcceptTerms } from '../../ui/accept-terms.tsx';

interface Props {
  offer: OfferDetail;
  place: Place;
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
  const target = useMemo<Target | null>(
    () => (buyer ? { productId: id, productName: name, slotId, price } : null),
    [buyer, id, name, slotId, price],
  );
  const onPaid = useCallback(
    (order: PaidOrder) => {
      keepOrder(client, order, i18n.language);
      void client.invalidateQueries({ queryKey: ['offers'] });
      void navigate(paths.orderSuccess(order.id), { replace: true });
    },
    [client, i18n.language, navigate],
  );
  const payment = usePayment({ target, onPaid, onChange });
  useReturn(payment);
  const closed = closedBecause(offer, member, payment.hold !== null || payment.phase !== 'idle');
  const action = closed ? (
    <ClosedAction because={closed} />
  ) : (
    <PayButton form={form} payment={payment} price={price} />
  );
  // The one set aside for the person is not gone for them.
  const shown = payment.hold && !offer.is_mine ? { ...offer, quantity: offer.quantity + 1 } : offer;
  const Frame = wide ? WideDetail : PhoneDetail;
  return (
    <>
      <SoldOutNews quantity={shown.quantity} />
      <Frame offer={shown} place={place} member={member} heading={t(closed ? `${closed}.title` : 'reserve')}>
        {closed ? (
          <>
            <PaymentProblem payment={payment} />
            <ClosedOffer because={closed} titled={!wide} />
            {closed === 'guest' ? <OfferSums offer={offer} /> : null}
          </>
        ) : (
          <section className="grid gap-4">
            <PaymentTitle />
            <PaymentPanel form={form} payment={payment} priceCents={toCents(price)}>
              <OfferSums offer={offer} />
              <DeadlineNote offer={offer} />
              <p className="text-xs text-2">
                <AcceptTerms>{t('conditions')}</AcceptTerms>
              </p>
            </PaymentPanel>
          </section>
        )}
        {wide ? action : null}
      </Frame>
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
