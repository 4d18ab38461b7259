import { useTranslation } from 'react-i18next';
import { OfferPriceSummary } from '../../features/offers/detail/offer-facts.tsx';
import type { OfferDetail } from '../../features/offers/offers.api.ts';
import { PartsRows, RefundOfParts } from '../../features/payments/parts/payment-parts.tsx';
import type { Payment } from '../../features/payments/use-payment.ts';

interface Props {
  offer: OfferDetail;
  payment: Payment;
  quantity?: number;
}

/** The sum with what credit and a code take off it, and what a refund would do. */
export function CheckoutSum({ offer, payment, quantity }: Props) {
  const { t } = useTranslation('payment');
  const { quote } = payment.parts;
  const hasParts = quote !== null && quote.card_cents < quote.price_cents;
  const label = payment.isFree ? 'toPay' : payment.method === 'mb_way' ? 'fromMbWay' : 'fromCard';
  return (
    <>
      <OfferPriceSummary
        offer={offer}
        quantity={quantity}
        rest={hasParts ? { label: t(`parts.${label}`), cents: quote.card_cents } : null}
      >
        <PartsRows payment={payment} />
      </OfferPriceSummary>
      <RefundOfParts payment={payment} />
    </>
  );
}
