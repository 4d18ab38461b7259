import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { createStripeProvider } from '../../src/modules/payments/providers/stripe/create-stripe-provider.ts';
import { GOOD_CARD } from '../support/builders.ts';
import type { TestApp, useTestApp } from '../support/test-app.ts';
import { type FailureMode, PUBLISHABLE_KEY, StripeServer, WEBHOOK_SECRET } from './stripe-server.ts';

/** `requires_capture`: authorised; the sandbox calls it succeeded. */
type IntentOutcome = 'succeeded' | 'requires_capture' | 'requires_action' | 'failed';

/** Controls a provider from a test: the actions of browser and bank, and connection failures. */
export interface ProviderHarness {
  options: Parameters<typeof useTestApp>[0];
  /** Called when the app has started. */
  attach(api: TestApp): void;
  confirm(clientSecret: string, number?: string): Promise<IntentOutcome>;
  /** Answer to the authentication request of the bank. */
  authenticate(clientSecret: string, approve: boolean): Promise<IntentOutcome>;
  /** Failure of all calls until it is set to null. */
  setFailure(kind: FailureMode | null): void;
  /** Delivers the notices since the last call, `times` times, newest first with `backwards`. */
  deliverNotices(options?: { times?: number; backwards?: boolean }): Promise<void>;
  /** Discards the pending notices. */
  dropNotices(): Promise<void>;
  close(): Promise<void>;
}

/** The sandbox: its notices are jobs, its calls are function calls. */
export function createSandboxHarness(): ProviderHarness {
  let api: TestApp;
  let failure: FailureMode | null = null;
  const noticeRefs: string[] = [];
  const pendingNotices = sql`name = 'checkout.handle-provider-notice' and state < 'active'`;
  return {
    options: {},
    attach(testApp) {
      api = testApp;
      for (const name of [
        'createIntent',
        'retrieve',
        'capture',
        'cancel',
        'refund',
        'list',
        'dispute',
      ] as const) {
        const original = api.provider[name] as (...args: never[]) => Promise<unknown>;
        Object.assign(api.provider, {
          [name]: async (...args: never[]) => {
            if (failure && failure !== 'lost') throw new Error(failure);
            const result = await original(...args);
            if (failure) throw new Error('lost');
            return result;
          },
        });
      }
    },
    confirm: async (client_secret, number = GOOD_CARD.number) =>
      (
        await api.client()('confirmSandboxPayment', {
          body: { client_secret, card: { ...GOOD_CARD, number } },
        })
      ).status,
    authenticate: async (client_secret, approve) =>
      (await api.client()('authenticateSandboxPayment', { body: { client_secret, approve } })).status,
    setFailure(failureMode) {
      failure = failureMode;
    },
    async deliverNotices({ times = 1, backwards = false } = {}) {
      const { rows } = await sql<{ ref: string }>`
        delete from pgboss.job where ${pendingNotices} returning data ->> 'ref' as ref`.execute(api.db);
      noticeRefs.splice(0, noticeRefs.length, ...rows.map(({ ref }) => ref));
      if (backwards) noticeRefs.reverse();
      for (let time = 0; time < times; time++) {
        for (const ref of noticeRefs)
          await api.db
            .transaction()
            .execute((trx) => api.jobs.enqueue(trx, 'checkout.handle-provider-notice', { ref }));
        await api.jobs.runDue();
      }
    },
    async dropNotices() {
      await sql`delete from pgboss.job where ${pendingNotices}`.execute(api.db);
    },
    close: async () => {},
  };
}

/** Stripe's official library against a stub server. */
export function createStripeHarness({
  pauseMs = 0,
}: {
  pauseMs?: number;
} = {}): ProviderHarness & { server: StripeServer } {
  let api: TestApp;
  const server = new StripeServer(() => api.clock.now());
  const { state } = server;

  const postAsBrowser = async (path: string, form: Record<string, string>): Promise<IntentOutcome> => {
    const response = await fetch(`${server.url}/v1/payment_intents/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
      body: new URLSearchParams(form),
    });
    const { status } = (await response.json()) as { status?: IntentOutcome };
    return response.ok && status ? status : 'failed';
  };
  const getIntentId = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'));

  const sendWebhook = async (event: Stripe.Event) => {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(api.clock.now().getTime() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: WEBHOOK_SECRET,
      timestamp,
    });
    const { statusCode } = await api.app.inject({
      method: 'POST',
      url: '/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    if (statusCode !== 200) throw new Error(`${event.type} was answered ${statusCode}`);
  };

  return {
    server,
    options: {
      env: () => server.open(),
      createProvider: async ({ stripe }) => createStripeProvider(stripe!, pauseMs),
    },
    attach(testApp) {
      api = testApp;
    },
    confirm: (clientSecret, number = GOOD_CARD.number) =>
      postAsBrowser(`${getIntentId(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        'payment_method_data[card][number]': number,
      }),
    authenticate: (clientSecret, approve) =>
      postAsBrowser(`${getIntentId(clientSecret)}/bank`, { approve: String(approve) }),
    setFailure(failureMode) {
      server.failureMode = failureMode;
    },
    async deliverNotices({ times = 1, backwards = false } = {}) {
      const events = state.events.splice(0);
      if (backwards) events.reverse();
      for (let time = 0; time < times; time++) for (const event of events) await sendWebhook(event);
      await api.jobs.runDue();
    },
    async dropNotices() {
      state.events.length = 0;
    },
    close: () => server.close(),
  };
}
