import { toCents } from '@wopack/ui/format.ts';
import { useSearchParams } from 'react-router';
import type { Allocation } from '../../features/allocation/allocation.api.ts';
import {
  OfferedHero,
  OfferedSummary,
  OfferedTitle,
  OneCardNote,
  PassOnButton,
} from '../../features/allocation/offer/offered-unit.tsx';
import { CloseOfferLink } from '../../features/offers/detail/close-offer-link.tsx';
import {
  AllergenNote,
  CancellationDeadlineNote,
  OfferPriceSummary,
  SellerLegalInfo,
} from '../../features/offers/detail/offer-facts.tsx';
import type { OfferDetail } from '../../features/offers/offers.api.ts';
import { PayButton } from '../../features/payments/pay-button.tsx';
import { PaymentPanel } from '../../features/payments/payment-panel.tsx';
import type { Payment } from '../../features/payments/use-payment.ts';
import { PAID_SLOT_PARAM } from '../../lib/paths.ts';
import { AcceptTerms } from '../../ui/form/accept-terms.tsx';

interface Props {
  offer: OfferDetail;
  allocation: Allocation;
  payment: Payment;
  formId: string;
}

/** Paying for a unit that is on hold for the user after a draw, or from the waitlist. */
export default function OfferedCheckout({ offer, allocation, payment, formId }: Props) {
  const [searchParams] = useSearchParams();
  const timeZone = offer.sale_place.time_zone;
  return (
    <article className="mx-auto max-w-[1080px] sm:gutter sm:py-7">
      <div className="on-brand relative overflow-hidden sm:rounded-t-xl">
        <OfferedHero />
        <div className="absolute top-[calc(16px+env(safe-area-inset-top))] right-4">
          <CloseOfferLink />
        </div>
      </div>
      <div className="grid items-start gap-x-10 gap-y-4 px-5 pt-3 pb-[calc(32px+env(safe-area-inset-bottom))] sm:px-0 lg:grid-cols-2">
        <div className="grid gap-4">
          <OfferedTitle allocation={allocation} timeZone={timeZone} />
          <OfferedSummary offer={offer} allocation={allocation} timeZone={timeZone} />
          <AllergenNote offer={offer} />
        </div>
        <div className="grid gap-4">
          <PaymentPanel
            formId={formId}
            payment={payment}
            priceCents={toCents(offer.price)}
            hideHold
            capturesLater={allocation.mine?.rank != null}
            isFocused={searchParams.has(PAID_SLOT_PARAM)}
          >
            <OfferPriceSummary offer={offer} />
            <CancellationDeadlineNote offer={offer} />
            <p className="text-xs text-muted">
              <AcceptTerms i18nKey="offer:conditions" />
            </p>
          </PaymentPanel>
          <div className="grid gap-3">
            <PayButton formId={formId} payment={payment} price={offer.price} />
            {payment.phase === 'idle' ? <PassOnButton slotId={offer.slot_id} /> : null}
          </div>
          <OneCardNote allocation={allocation} />
          <SellerLegalInfo seller={offer.seller} />
        </div>
      </div>
    </article>
  );
}
