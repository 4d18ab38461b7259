import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { createStripeProvider } from '../src/modules/payments/providers/stripe/create-stripe-provider.ts';
import { goodCard } from './builders.ts';
import { PUBLISHABLE_KEY, StripeServer, type Trouble, WEBHOOK_SECRET } from './stripe/server.ts';
import type { TestApp, useTestApp } from './test-app.ts';

type Answer = 'succeeded' | 'requires_action' | 'failed';

/** What a test needs of a provider beyond what WoPack asks of it: a browser, a bank, a line that can break. */
export interface Desk {
  options: Parameters<typeof useTestApp>[0];
  /** Once the app is there. */
  ready(api: TestApp): void;
  confirm(clientSecret: string, number?: string): Promise<Answer>;
  /** What the bank's question is answered. */
  answer(clientSecret: string, approve: boolean): Promise<Answer>;
  /** From now on, until null. */
  trouble(kind: Trouble | null): void;
  /** Its notices arrive: all that happened since the last time, so often, the newest first if wished. */
  notices(how?: { times?: number; backwards?: boolean }): Promise<void>;
  /** Its notices are lost. */
  loseNotices(): Promise<void>;
  close(): Promise<void>;
}

/** The built-in one, whose notices are jobs, and whose line is a function call. */
export function sandboxDesk(): Desk {
  let api: TestApp;
  let kind: Trouble | null = null;
  const refs: string[] = [];
  const unheard = sql`name = 'payments.notice' and state < 'active'`;
  return {
    options: {},
    ready(test) {
      api = test;
      for (const name of ['createIntent', 'retrieve', 'cancel', 'refund', 'list', 'dispute'] as const) {
        const working = api.provider[name] as (...given: never[]) => Promise<unknown>;
        Object.assign(api.provider, {
          [name]: async (...given: never[]) => {
            if (kind && kind !== 'lost') throw new Error(kind);
            const answer = await working(...given);
            if (kind) throw new Error('lost');
            return answer;
          },
        });
      }
    },
    confirm: async (client_secret, number = goodCard.number) =>
      (
        await api.client()('confirmSandboxPayment', {
          body: { client_secret, card: { ...goodCard, number } },
        })
      ).status,
    answer: async (client_secret, approve) =>
      (await api.client()('authenticateSandboxPayment', { body: { client_secret, approve } })).status,
    trouble(next) {
      kind = next;
    },
    async notices({ times = 1, backwards = false } = {}) {
      const { rows } = await sql<{ ref: string }>`
        delete from pgboss.job where ${unheard} returning data ->> 'ref' as ref`.execute(api.db);
      refs.splice(0, refs.length, ...rows.map(({ ref }) => ref));
      if (backwards) refs.reverse();
      for (let time = 0; time < times; time++) {
        for (const ref of refs)
          await api.db.transaction().execute((trx) => api.jobs.enqueue(trx, 'payments.notice', { ref }));
        await api.jobs.runDue();
      }
    },
    async loseNotices() {
      await sql`delete from pgboss.job where ${unheard}`.execute(api.db);
    },
    close: async () => {},
  };
}

/** The official library against a server of our own. */
export function stripeDesk({ pauseMs = 0 }: { pauseMs?: number } = {}): Desk & { server: StripeServer } {
  let api: TestApp;
  const server = new StripeServer(() => api.clock.now());
  const { book } = server;

  const browser = async (path: string, form: Record<string, string>): Promise<Answer> => {
    const response = await fetch(`${server.url}/v1/payment_intents/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
      body: new URLSearchParams(form),
    });
    const { status } = (await response.json()) as { status?: Answer };
    return response.ok && status ? status : 'failed';
  };
  const idOf = (secret: string) => secret.slice(0, secret.indexOf('_secret_'));

  const send = async (event: Stripe.Event) => {
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
      choose: async ({ stripe }) => createStripeProvider(stripe!, pauseMs),
    },
    ready(test) {
      api = test;
    },
    confirm: (secret, number = goodCard.number) =>
      browser(`${idOf(secret)}/confirm`, {
        client_secret: secret,
        'payment_method_data[card][number]': number,
      }),
    answer: (secret, approve) => browser(`${idOf(secret)}/bank`, { approve: String(approve) }),
    trouble(next) {
      server.trouble = next;
    },
    async notices({ times = 1, backwards = false } = {}) {
      const events = book.events.splice(0);
      if (backwards) events.reverse();
      for (let time = 0; time < times; time++) for (const event of events) await send(event);
      await api.jobs.runDue();
    },
    async loseNotices() {
      book.events.length = 0;
    },
    close: () => server.close(),
  };
}
