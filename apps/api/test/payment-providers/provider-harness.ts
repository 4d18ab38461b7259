import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { RefundRefusedError } from '../../src/modules/payments/providers/payment-provider.ts';
import { createStripeProvider } from '../../src/modules/payments/providers/stripe/create-stripe-provider.ts';
import { GOOD_CARD } from '../support/builders.ts';
import type { TestApp, useTestApp } from '../support/test-app.ts';
import {
  CONNECT_WEBHOOK_SECRET,
  type FailureMode,
  PUBLISHABLE_KEY,
  StripeServer,
  WEBHOOK_SECRET,
} from './stripe-server.ts';

/** `requires_capture`: authorised; the sandbox calls it succeeded. */
type IntentOutcome = 'succeeded' | 'requires_capture' | 'requires_action' | 'failed';

/** Controls a provider from a test: the actions of browser and bank, and connection failures. */
export interface ProviderHarness {
  options: Parameters<typeof useTestApp>[0];
  /** Called when the app has started. */
  attach(api: TestApp): void;
  confirm(clientSecret: string, number?: string): Promise<IntentOutcome>;
  /** Pays by a card that was kept. */
  confirmByKept(clientSecret: string, card: string): Promise<IntentOutcome>;
  /** All kept cards are past their date. */
  expireCards(): Promise<void>;
  /** Answer to the authentication request of the bank. */
  authenticate(clientSecret: string, approve: boolean): Promise<IntentOutcome>;
  /** What the buyer answers in the app of MB WAY. `deciding`: their bank has yet to say what. */
  answerMbWay(paymentRef: string, answer: 'accepted' | 'refused' | 'expired' | 'deciding'): Promise<void>;
  /** Failure of all calls until it is set to null. */
  setFailure(kind: FailureMode | null): void;
  /** Delivers the notices since the last call, `times` times, newest first with `backwards`. */
  deliverNotices(options?: { times?: number; backwards?: boolean }): Promise<void>;
  /** Somebody refunds on the provider's own pages. */
  refundByHand(paymentRef: string, amountCents: number): Promise<void>;
  /** The bank sends the newest refund of a payment back. */
  failRefund(paymentRef: string): Promise<void>;
  openDispute(paymentRef: string): Promise<void>;
  /** The bank decides on the dispute of a payment, also anew; or opens it again, with the money where it is. */
  closeDispute(paymentRef: string, outcome: 'won' | 'lost' | 'under_review'): Promise<void>;
  /** Refuses the refunds of a payment, or no longer. */
  refuseRefunds(paymentRef: string, isRefused: boolean): void;
  /** Discards the pending notices. */
  dropNotices(): Promise<void>;
  close(): Promise<void>;
}

const NOTICE_QUEUES = [
  'checkout.handle-provider-notice',
  'payments.sync-returns',
  'payments.record-dispute',
] as const;

/** The sandbox: its notices are jobs, its calls are function calls. */
export function createSandboxHarness(): ProviderHarness {
  let api: TestApp;
  let failure: FailureMode | null = null;
  const notices: { queue: (typeof NOTICE_QUEUES)[number]; ref: string }[] = [];
  const pendingNotices = sql`name = any(${NOTICE_QUEUES}::text[]) and state < 'active'`;
  const refusedRefs = new Set<string>();
  const notify = (queue: (typeof NOTICE_QUEUES)[number], ref: string) =>
    api.db.transaction().execute((trx) => api.jobs.enqueue(trx, queue, { ref }));
  /** Undoes the newest refund of a payment. */
  const takeBack = (ref: string) =>
    api.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ cents: number }>`
        update sandbox_refunds set status = 'failed', failure = 'lost_or_stolen_card'
        where id = (select id from sandbox_refunds where ref = ${ref} and status <> 'failed'
          order by created_at desc, id limit 1) returning amount_cents as cents`.execute(trx);
      for (const { cents } of rows)
        await sql`update sandbox_intents set refunded_cents = refunded_cents - ${cents} where ref = ${ref}`.execute(
          trx,
        );
    });
  return {
    options: {},
    attach(testApp) {
      api = testApp;
      for (const name of [
        'createIntent',
        'confirmMbWay',
        'createCustomer',
        'deleteCustomer',
        'listCards',
        'removeCard',
        'setDefaultCard',
        'assignCustomer',
        'retrieve',
        'capture',
        'cancel',
        'refund',
        'returnsOf',
        'listReturns',
        'list',
        'dispute',
      ] as const) {
        const original = api.provider[name] as (...args: never[]) => Promise<unknown>;
        Object.assign(api.provider, {
          [name]: async (...args: never[]) => {
            if (failure && failure !== 'lost') throw new Error(failure);
            if (name === 'refund' && refusedRefs.has((args as unknown[])[0] as string))
              throw new RefundRefusedError('balance_insufficient');
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
    confirmByKept: async (client_secret, saved_card) =>
      (await api.client()('confirmSandboxPayment', { body: { client_secret, saved_card } })).status,
    async expireCards() {
      await sql`update sandbox_cards set exp_month = 10, exp_year = 2026`.execute(api.db);
    },
    authenticate: async (client_secret, approve) =>
      (await api.client()('authenticateSandboxPayment', { body: { client_secret, approve } })).status,
    async answerMbWay(ref, answer) {
      const answers = { accepted: 'accepted', refused: 'refused', expired: 'none', deciding: 'late' };
      const minutes = answer === 'deciding' ? 60 : 0;
      await sql`update sandbox_intents set answer = ${answers[answer]},
        answers_at = ${new Date(api.clock.now().getTime() + minutes * 60_000)}
        where ref = ${ref} and status = 'requires_action'`.execute(api.db);
      if (answer === 'accepted') await notify('checkout.handle-provider-notice', ref);
    },
    setFailure(failureMode) {
      failure = failureMode;
    },
    async deliverNotices({ times = 1, backwards = false } = {}) {
      const { rows } = await sql<{ queue: (typeof NOTICE_QUEUES)[number]; ref: string }>`
        delete from pgboss.job where ${pendingNotices} returning name as queue, data ->> 'ref' as ref`.execute(
        api.db,
      );
      notices.splice(0, notices.length, ...rows);
      if (backwards) notices.reverse();
      for (let time = 0; time < times; time++) {
        for (const { queue, ref } of notices)
          await api.db.transaction().execute((trx) => api.jobs.enqueue(trx, queue, { ref }));
        await api.jobs.runDue();
      }
    },
    async refundByHand(ref, amountCents) {
      await sql`insert into sandbox_refunds (id, idempotency_key, ref, amount_cents, created_at)
        values ('re_hand_' || gen_random_uuid(), gen_random_uuid(), ${ref}, ${amountCents}, ${api.clock.now()})`.execute(
        api.db,
      );
      await sql`update sandbox_intents set refunded_cents = refunded_cents + ${amountCents} where ref = ${ref}`.execute(
        api.db,
      );
      await notify('payments.sync-returns', ref);
    },
    async failRefund(ref) {
      await takeBack(ref);
      await notify('payments.sync-returns', ref);
    },
    async openDispute(ref) {
      await sql`insert into sandbox_disputes (ref, intent_ref, created_at, withdrawn_cents)
        select ${`dp_${ref}`}, ref, ${api.clock.now()}, amount_cents from sandbox_intents where ref = ${ref}`.execute(
        api.db,
      );
      await notify('payments.record-dispute', `dp_${ref}`);
    },
    async closeDispute(ref, outcome) {
      const { rows } = await sql<{ ref: string }>`
        update sandbox_disputes set status = ${outcome},
          withdrawn_cents = case ${outcome} when 'won' then 0
            when 'lost' then (select amount_cents from sandbox_intents intent where intent.ref = intent_ref)
            else withdrawn_cents end
        where intent_ref = ${ref} returning ref`.execute(api.db);
      await notify('payments.record-dispute', rows[0]!.ref);
    },
    refuseRefunds(ref, isRefused) {
      if (isRefused) refusedRefs.add(ref);
      else refusedRefs.delete(ref);
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
      secret: event.type.startsWith('account.') ? CONNECT_WEBHOOK_SECRET : WEBHOOK_SECRET,
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
    confirmByKept: (clientSecret, card) =>
      postAsBrowser(`${getIntentId(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        payment_method: card,
      }),
    async expireCards() {
      for (const { card } of state.paymentMethods.values())
        Object.assign(card!, { exp_month: 10, exp_year: 2026 });
    },
    authenticate: (clientSecret, approve) =>
      postAsBrowser(`${getIntentId(clientSecret)}/bank`, { approve: String(approve) }),
    async answerMbWay(ref, answer) {
      state.answerMbWay(ref, answer);
    },
    setFailure(failureMode) {
      server.failureMode = failureMode;
    },
    async deliverNotices({ times = 1, backwards = false } = {}) {
      const events = state.events.splice(0);
      if (backwards) events.reverse();
      for (let time = 0; time < times; time++) for (const event of events) await sendWebhook(event);
      await api.jobs.runDue();
    },
    async refundByHand(ref, amountCents) {
      state.refundByHand(ref, amountCents);
    },
    async failRefund(ref) {
      const refund = [...state.refunds.values()].findLast(
        ({ payment_intent, status }) => payment_intent === ref && status !== 'failed',
      );
      state.failRefund(refund!.id);
    },
    async openDispute(ref) {
      state.openDispute(ref);
    },
    async closeDispute(ref, outcome) {
      const { id } = [...state.disputes.values()].find(({ payment_intent }) => payment_intent === ref)!;
      if (outcome === 'won') state.winDispute(id);
      else if (outcome === 'lost') state.loseDispute(id);
      else state.reopenDispute(id);
    },
    refuseRefunds(ref, isRefused) {
      if (isRefused) state.refusedIntents.add(ref);
      else state.refusedIntents.delete(ref);
    },
    async dropNotices() {
      state.events.length = 0;
    },
    close: () => server.close(),
  };
}
