import type { Page } from '@playwright/test';
import { PUBLISHABLE_KEY, type StripeServer } from '../../apps/api/test/stripe/server.ts';

/**
 * Where there is no way to js.stripe.com: as much of Stripe.js as our form uses, in front of our own Stripe. Its field
 * is a plain one. The bank's question leads away and back, as some banks do.
 */
export async function playStripeJs(page: Page, { url }: StripeServer): Promise<void> {
  const script = `(${stripeJs})(${JSON.stringify({ url, key: PUBLISHABLE_KEY })})`;
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

/** Runs in the page. */
function stripeJs({ url, key }: { url: string; key: string }): void {
  let field: HTMLInputElement | undefined;
  const ask = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ ...form, key });
    const response = await fetch(`${url}/v1/payment_intents/${path}`, { method: 'POST', body });
    return response.json();
  };
  const element = () => {
    const heard: Record<string, (() => void)[]> = {};
    return {
      on(event: string, listener: () => void) {
        heard[event] = [...(heard[event] ?? []), listener];
        return this;
      },
      off() {
        return this;
      },
      mount(place: HTMLElement) {
        const label = document.createElement('label');
        label.textContent = 'Card number in the frame';
        field = document.createElement('input');
        label.append(field);
        place.append(label);
        setTimeout(() => heard.ready?.forEach((listener) => void listener()));
      },
      update() {},
      unmount() {},
      destroy() {},
    };
  };
  const elements = () => ({
    create: element,
    getElement: () => null,
    update() {},
    fetchUpdates: async () => ({}),
    submit: async () => (field?.value ? {} : { error: { type: 'validation_error' } }),
    on() {},
    off() {},
  });
  const confirmPayment = async (given: { clientSecret: string; confirmParams: { return_url: string } }) => {
    const id = given.clientSecret.split('_secret_')[0]!;
    const answer = await ask(`${id}/confirm`, {
      client_secret: given.clientSecret,
      'payment_method_data[card][number]': field?.value ?? '',
    });
    if (answer.error) return { error: { ...answer.error, message: `No: ${answer.error.decline_code}` } };
    if (answer.status !== 'requires_action') return { paymentIntent: answer };
    await ask(`${id}/bank`, { approve: 'true' });
    const back = new URL(given.confirmParams.return_url);
    back.searchParams.set('payment_intent', id);
    back.searchParams.set('payment_intent_client_secret', given.clientSecret);
    back.searchParams.set('redirect_status', 'succeeded');
    location.assign(back);
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
  Object.assign(globalThis, { Stripe: Object.assign(stripe, { version: 'played' }) });
}
