import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Queries } from '../../../../test/fake-api.tsx';
import { renderIn } from '../../../../test/render.tsx';
import { payWithStripe } from './pay-with-stripe.ts';
import StripeForm from './stripe-form.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () =>
  renderIn(
    'en',
    <Queries>
      <StripeForm id="card" onPay={() => {}} amountCents={399} publishableKey="pk_test" />
      <button type="submit" form="card">
        Pay
      </button>
    </Queries>,
  );
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Both tries of the library end, so that the next test begins anew. */
async function breakLine() {
  for (let time = 0; time < 2; time++) {
    document.querySelector('script[src^="https://js.stripe.com/"]')?.dispatchEvent(new Event('error'));
    await pass(1);
  }
}
const words = /^The card form did not load/;

/** As much of Stripe.js as the form uses; its fields tell of themselves what is given, one time after another. */
function playStripe(tell: string[]) {
  const element = () => {
    const heard: Record<string, (told: object) => void> = {};
    return {
      on: (event: string, listener: () => void) => void Object.assign(heard, { [event]: listener }),
      off: () => {},
      mount: () => setTimeout(() => heard[tell.shift()!]?.({ elementType: 'payment', error: {} })),
      update: () => {},
      destroy: () => {},
    };
  };
  const elements = () => ({
    create: element,
    getElement: () => null,
    update: () => {},
    submit: async () => ({}),
  });
  const none = () => {};
  const stripe = { elements, createToken: none, createPaymentMethod: none, confirmCardPayment: none };
  vi.stubGlobal(
    'Stripe',
    Object.assign(() => stripe, { version: 'played' }),
  );
}

test('a script on a silent line: the form says so in time, and Pay begins anew', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...location, reload });
  show();
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(11_000);
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  act(() => screen.getByRole('button', { name: 'Pay' }).click());
  expect(reload).toHaveBeenCalledOnce();
  await breakLine();
});

test('fields that did not come are said to be missing and can be asked for again', async () => {
  playStripe(['loaderror', 'ready']);
  show();
  await pass(100);
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  await pass(100);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});

test('what breaks between pressing Pay and the answer may have been charged', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const stripe = { confirmPayment: () => Promise.reject(new TypeError('Failed to fetch')) };
  const pay = payWithStripe(stripe as never, {} as never);
  const hold = { token: 't', client_secret: 's', product_id: 7 };
  expect(await pay(hold as never)).toEqual({ status: 'unknown' });
});
