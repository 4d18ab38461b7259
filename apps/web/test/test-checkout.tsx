import { vi } from 'vitest';
import { MbWayWaiting } from '../app/features/payments/mb-way/mb-way-waiting.tsx';
import { PayButton } from '../app/features/payments/pay-button.tsx';
import { PaymentPanel } from '../app/features/payments/payment-panel.tsx';
import { usePayment } from '../app/features/payments/use-payment.ts';

export const onPaid = vi.fn<() => void>();

/** A payment as offers have it, of a pack for 3.99 EUR. */
export function TestCheckout({ timeZone = 'Europe/Lisbon' }: { timeZone?: string }) {
  const target = {
    productId: 7,
    slotId: 3,
    productName: 'Cesto',
    price: 3.99,
    quantity: null,
    maxPerOrder: 3,
    left: 3,
    isOffer: false,
    timeZone,
  };
  const payment = usePayment({ target, onPaid, onOfferChange: () => {} });
  if (payment.hold && payment.mbWay)
    return <MbWayWaiting payment={payment} hold={payment.hold} request={payment.mbWay} />;
  return (
    <>
      <PaymentPanel formId="pay" payment={payment} priceCents={399}>
        {null}
      </PaymentPanel>
      <PayButton formId="pay" payment={payment} price={3.99} />
    </>
  );
}

/** A hold that ends in so many minutes. */
export const createHold = (minutes = 10) => ({
  token: 'tok',
  client_secret: 'sec',
  provider: 'sandbox',
  expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
});

/** The only answer of a call. */
export const data = <T,>(body: T) => [{ body: { data: body } }];
