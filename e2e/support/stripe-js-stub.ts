import type { Page } from '@playwright/test';
import { PUBLISHABLE_KEY, type StripeServer } from '../../apps/api/test/payment-providers/stripe-server.ts';

/**
 * Replaces js.stripe.com by the part of Stripe.js that the form uses, backed by the tests' Stripe server. Its field
 * is a plain input; 3-D Secure is a redirect, as with some banks.
 */
export async function installStripeJsStub(page: Page, { url }: StripeServer): Promise<void> {
  const script = `(${runStripeJsStub})(${JSON.stringify({ url, key: PUBLISHABLE_KEY })})`;
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

/** Serialised and run in the page, so it must not use imports. */
function runStripeJsStub({ url, key }: { url: string; key: string }): void {
  let cardInput: HTMLInputElement | undefined;
  const postIntent = async (path: string, params: Record<string, string>) => {
    const body = new URLSearchParams({ ...params, key });
    const response = await fetch(`${url}/v1/payment_intents/${path}`, { method: 'POST', body });
    return response.json();
  };
  const element = () => {
    const listeners: Record<string, (() => void)[]> = {};
    return {
      on(event: string, listener: () => void) {
        listeners[event] = [...(listeners[event] ?? []), listener];
        return this;
      },
      off() {
        return this;
      },
      mount(container: HTMLElement) {
        const label = document.createElement('label');
        label.textContent = 'Card number in the frame';
        cardInput = document.createElement('input');
        cardInput.addEventListener('input', () => listeners.change?.forEach((listener) => void listener()));
        label.append(cardInput);
        container.append(label);
        setTimeout(() => listeners.ready?.forEach((listener) => void listener()));
      },
      update() {},
      focus: () => cardInput?.focus(),
      unmount() {},
      destroy() {},
    };
  };
  const elements = () => ({
    create: element,
    getElement: () => null,
    update() {},
    fetchUpdates: async () => ({}),
    submit: async () => (cardInput?.value ? {} : { error: { type: 'validation_error' } }),
    on() {},
    off() {},
  });
  const confirmPayment = async (options: {
    clientSecret: string;
    confirmParams: { return_url: string; payment_method?: string };
  }) => {
    const { payment_method: keptCard } = options.confirmParams;
    const id = options.clientSecret.split('_secret_')[0]!;
    const intent = await postIntent(`${id}/confirm`, {
      client_secret: options.clientSecret,
      ...(keptCard
        ? { payment_method: keptCard }
        : { 'payment_method_data[card][number]': cardInput?.value ?? '' }),
    });
    if (intent.error) return { error: { ...intent.error, message: `No: ${intent.error.decline_code}` } };
    if (intent.status !== 'requires_action') return { paymentIntent: intent };
    await postIntent(`${id}/bank`, { approve: 'true' });
    const returnUrl = new URL(options.confirmParams.return_url);
    returnUrl.searchParams.set('payment_intent', id);
    returnUrl.searchParams.set('payment_intent_client_secret', options.clientSecret);
    returnUrl.searchParams.set('redirect_status', 'succeeded');
    location.assign(returnUrl);
    return new Promise(() => {});
  };
  const stripe = () => ({
    elements,
    confirmPayment,
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
    registerAppInfo() {},
    _registerWrapper() {},
  });
  Object.assign(globalThis, { Stripe: Object.assign(stripe, { version: 'endive' }) });
}
