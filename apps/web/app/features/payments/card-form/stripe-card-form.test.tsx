import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import StripeCardForm, { payWithStripe } from './stripe-card-form.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const renderForm = () =>
  renderInLanguage(
    'en',
    <TestQueryProvider>
      <StripeCardForm id="card" onPay={() => {}} amountCents={399} publishableKey="pk_test" />
      <button type="submit" form="card">
        Pay
      </button>
    </TestQueryProvider>,
  );
const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Fails both load attempts, so that the next test starts clean. */
async function failScriptLoading() {
  for (let attempt = 0; attempt < 2; attempt++) {
    document.querySelector('script[src^="https://js.stripe.com/"]')?.dispatchEvent(new Event('error'));
    await advanceTime(1);
  }
}
const loadErrorPattern = /^The card form did not load/;

/** The part of Stripe.js that the form uses; the fields emit the given events in order. */
function stubStripe(events: string[]) {
  const createElement = () => {
    const listeners: Record<string, (detail: object) => void> = {};
    return {
      on: (event: string, listener: () => void) => void Object.assign(listeners, { [event]: listener }),
      off: () => {},
      mount: () => setTimeout(() => listeners[events.shift()!]?.({ elementType: 'payment', error: {} })),
      update: () => {},
      destroy: () => {},
    };
  };
  const elements = () => ({
    create: createElement,
    getElement: () => null,
    update: () => {},
    submit: async () => ({}),
  });
  const noop = () => {};
  const stripe = { elements, createToken: noop, createPaymentMethod: noop, confirmCardPayment: noop };
  vi.stubGlobal(
    'Stripe',
    Object.assign(() => stripe, { version: 'played' }),
  );
}

test('a script on a stalled connection: the form reports it in time, and Pay loads it again', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...location, reload });
  renderForm();
  expect(screen.queryByRole('alert')).toBeNull();
  await advanceTime(11_000);
  expect(screen.getByRole('alert')).toHaveTextContent(loadErrorPattern);
  act(() => screen.getByRole('button', { name: 'Pay' }).click());
  expect(reload).toHaveBeenCalledOnce();
  await failScriptLoading();
});

test('fields that did not load show a message and can be reloaded', async () => {
  stubStripe(['loaderror', 'ready']);
  renderForm();
  await advanceTime(100);
  expect(screen.getByRole('alert')).toHaveTextContent(loadErrorPattern);
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  await advanceTime(100);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});

test('an error between pressing Pay and the response may have charged the card', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const stripe = { confirmPayment: () => Promise.reject(new TypeError('Failed to fetch')) };
  const pay = payWithStripe(stripe as never, {} as never);
  const hold = { token: 't', client_secret: 's', product_id: 7 };
  expect(await pay(hold as never)).toEqual({ status: 'unknown' });
});
