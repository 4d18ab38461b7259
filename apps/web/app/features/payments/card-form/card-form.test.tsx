import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { learnServerTime } from '@wopack/ui/server-clock.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import {
  formatCardNumber,
  formatExpiry,
  isExpired,
  isValidCardNumber,
  isValidCvc,
  parseExpiry,
  default as SandboxCardForm,
} from './sandbox-card-form.tsx';
import StripeCardForm, { payWithStripe } from './stripe-card-form.tsx';

beforeEach(() => void vi.useFakeTimers());

const renderForm = () =>
  renderInLanguage(
    'en',
    <>
      <StripeCardForm
        id="card"
        onPay={() => {}}
        onEdit={() => {}}
        onAwait={() => {}}
        amountCents={399}
        publishableKey="pk_test"
      />
      <button type="submit" form="card">
        Pay
      </button>
    </>,
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
    Object.assign(() => stripe, { version: 'endive' }),
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

test.each(['pt', 'en', 'ru'] as const)(
  'Pay on empty fields says beside each what is missing, and focuses the first (%s)',
  async (language) => {
    vi.useRealTimers();
    const [onPay, onEdit, scrollIntoView] = [vi.fn(), vi.fn(), vi.fn()];
    renderInLanguage(
      language,
      <>
        <SandboxCardForm
          id="card"
          amountCents={399}
          publishableKey={null}
          onPay={onPay}
          onEdit={onEdit}
          onAwait={() => {}}
        />
        <button type="submit" form="card">
          Pay
        </button>
      </>,
    );
    Element.prototype.scrollIntoView = scrollIntoView;
    const [number, expiry, cvc] = screen.getAllByRole('textbox') as [HTMLElement, HTMLElement, HTMLElement];
    for (let press = 0; press < 2; press++) {
      await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
      await waitFor(() => expect(number).toHaveFocus());
      const messages = [number, expiry, cvc].map((field) => {
        expect(field).toBeInvalid();
        return field.getAttribute('aria-describedby');
      });
      expect(new Set(messages.filter(Boolean)).size).toBe(3);
    }
    expect(scrollIntoView).toHaveBeenCalledTimes(2);
    expect(onEdit).not.toHaveBeenCalled();
    await userEvent.type(number, '4242424242424242');
    expect(onEdit).toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
    expect(expiry).toBeInvalid();
    expect(onPay).not.toHaveBeenCalled();
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  },
);

test('an error between pressing Pay and the response may have charged the card', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const stripe = { confirmPayment: () => Promise.reject(new TypeError('Failed to fetch')) };
  const pay = payWithStripe(stripe as never, {} as never);
  const hold = { token: 't', client_secret: 's', product_id: 7 };
  expect(await pay(hold as never)).toEqual({ status: 'unknown' });
});

test('numbers are grouped by four digits', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('4242-42')).toBe('4242 42');
});

test.each([
  ['1', '1'],
  ['5', '05'],
  ['12', '12'],
  ['127', '12/7'],
  ['12/27', '12/27'],
  ['12/2027', '12/27'],
])('expiry typed as %s reads %s', (input, formatted) => {
  expect(formatExpiry(input)).toBe(formatted);
});

test.each(['12/31', '1231', '12/2031', '12 / 31'])('a card filled in at once as %s is good', (input) => {
  expect(parseExpiry(input)).toEqual({ month: 12, year: 2031 });
});

test('the check digit detects a typing error', () => {
  expect(isValidCardNumber('4242 4242 4242 4242')).toBe(true);
  expect(isValidCardNumber('4242 4242 4242 4243')).toBe(false);
  expect(isValidCardNumber('4242')).toBe(false);
});

test('a card is valid until the end of its month', () => {
  expect(parseExpiry('13/27')).toBeNull();
  expect(parseExpiry('1/27')).toBeNull();
  const november = parseExpiry('11/26')!;
  expect(isExpired(november, new Date(2026, 10, 30, 23, 59))).toBe(false);
  expect(isExpired(november, new Date(2026, 11, 1))).toBe(true);
});

test('the security code has three or four digits', () => {
  expect([isValidCvc('123'), isValidCvc('1234'), isValidCvc('12'), isValidCvc('12a')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('whether a card has expired says the server’s clock', async () => {
  const serverNow = new Date('2026-11-20T16:48:19.500Z');
  vi.useFakeTimers({ now: new Date('2027-03-01T12:00:00Z'), shouldAdvanceTime: true });
  learnServerTime(serverNow.toUTCString(), Date.now(), Date.now());
  renderInLanguage(
    'en',
    <SandboxCardForm
      id="card"
      onPay={() => {}}
      onEdit={() => {}}
      onAwait={() => {}}
      amountCents={399}
      publishableKey={null}
    />,
  );
  const field = screen.getByRole('textbox', { name: /Valid until|Expiry|MM/ });
  fireEvent.change(field, { target: { value: '12 / 26' } });
  fireEvent.blur(field);
  await advanceTime(1);
  expect(field).not.toHaveAccessibleDescription(/over|expired/i);
  fireEvent.change(field, { target: { value: '10 / 26' } });
  fireEvent.blur(field);
  await advanceTime(1);
  expect(field).toBeInvalid();
});
