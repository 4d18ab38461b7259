import { paymentMethods } from '@wopack/contract';
import { ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { Stripe } from 'stripe';
import type { StripeConfig } from '../../../../config/outside-services.ts';
import {
  type Intent,
  type ListedPayment,
  MbWayRefusedError,
  type PaymentProvider,
  RefundRefusedError,
} from '../payment-provider.ts';
import {
  type CallGuard,
  getCardFingerprint,
  getCardLast4,
  getMethod,
  getRefundedCents,
  isAwaited,
  isIdle,
  isOutage,
  isRefusal,
  METADATA_MARK,
  REFUND_MARK,
  toDispute,
  toIntentStatus,
  toProviderRefund,
  toSavedCards,
  USER_MARK,
} from './stripe.rules.ts';
import { stripeAccounts } from './stripe-accounts.ts';
import { stripeTransfers } from './stripe-transfers.ts';

/** Opens the circuit breaker: calls fail at once until the pause is over. */
const MAX_CONSECUTIVE_FAILURES = 5;
const BREAKER_PAUSE_MS = 15_000;

/** Stripe by its official library, with a timeout of a few seconds and a circuit breaker. */
export function createStripeProvider(
  { secretKey, publishableKey, apiUrl, timeoutMs }: StripeConfig,
  pauseMs: number = BREAKER_PAUSE_MS,
): PaymentProvider {
  const { protocol, hostname, port } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    // For each of two attempts.
    timeout: Math.ceil(timeoutMs / 2),
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'WoPack' },
  });
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(MAX_CONSECUTIVE_FAILURES),
  });
  return buildStripeProvider(stripe, publishableKey, (call) => breaker.execute(call));
}

/**
 * Idempotency keys make every call safe to repeat; cancelling an intent that has ended already counts as success.
 */
export function buildStripeProvider(
  stripe: Stripe,
  publishableKey: string,
  guard: CallGuard,
): PaymentProvider {
  const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
    status: toIntentStatus(intent),
    isAwaited: isAwaited(intent),
    method: getMethod(intent),
    failure: intent.last_payment_error?.code ?? null,
    cardLast4: getCardLast4(intent),
    cardFingerprint: getCardFingerprint(intent),
  });
  const retrieve = async (ref: string) =>
    toIntent(await guard(() => stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] })));
  /** All pages of a list, oldest first. */
  const listAll = async <T extends { id: string }>(
    list: (page: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
  ): Promise<T[]> => {
    const items: T[] = [];
    let after: string | undefined;
    do {
      const page = await guard(() => list({ limit: 100, ...(after && { starting_after: after }) }));
      items.push(...page.data);
      after = page.has_more ? page.data.at(-1)?.id : undefined;
    } while (after);
    return items.reverse();
  };
  /** Newest first. */
  const listCardMethods = async (customer: string): Promise<Stripe.PaymentMethod[]> => {
    try {
      const methods = await listAll((page) =>
        stripe.customers.listPaymentMethods(customer, { type: 'card', ...page }),
      );
      return methods.reverse();
    } catch (error) {
      if ((error as { code?: string }).code === 'resource_missing') return [];
      throw error;
    }
  };
  /** The card that the customer has chosen; Stripe forgets it with the card. */
  const findDefaultRef = async (customer: string): Promise<string | null> => {
    const owner = await guard(() => stripe.customers.retrieve(customer));
    if (owner.deleted) return null;
    const { default_payment_method: method } = owner.invoice_settings;
    return typeof method === 'string' ? method : (method?.id ?? null);
  };
  const cancel = async (ref: string): Promise<Intent> => {
    try {
      return toIntent(await guard(() => stripe.paymentIntents.cancel(ref, { expand: ['latest_charge'] })));
    } catch (error) {
      // It has been paid or cancelled already.
      if ((error as { code?: string }).code === 'payment_intent_unexpected_state') return retrieve(ref);
      throw error;
    }
  };
  return {
    name: 'stripe',
    capabilities: {
      savedCards: true,
      methods: paymentMethods,
      // MB WAY has to be switched on in the account first.
      defaultMethods: ['card', 'apple_pay', 'google_pay'],
    },
    accounts: stripeAccounts(stripe, guard),
    transfers: stripeTransfers(stripe, guard, listAll),
    publishableKey,
    async createIntent({ amountCents, idempotencyKey, capturesLater, method = 'card' }) {
      const { id, client_secret: clientSecret } = await guard(() =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'eur',
            ...(capturesLater && { capture_method: 'manual' as const }),
            // 'card' includes wallets that hold cards. Methods that are paid days later are not among them.
            allowed_payment_method_types: [method],
            metadata: { [METADATA_MARK]: idempotencyKey },
            // That of transfers out of it.
            transfer_group: idempotencyKey,
          },
          { idempotencyKey },
        ),
      );
      if (!clientSecret) throw new Error('the payment intent has no client secret');
      return { ref: id, clientSecret };
    },
    async confirmMbWay(ref, phone) {
      try {
        await guard(() =>
          stripe.paymentIntents.confirm(
            ref,
            { payment_method_data: { type: 'mb_way', mb_way: {}, billing_details: { phone } } },
            { idempotencyKey: `${ref}.confirm` },
          ),
        );
      } catch (error) {
        if (!isRefusal(error)) throw error;
        throw new MbWayRefusedError((error as Error).message, { cause: error });
      }
    },
    async createCustomer({ userId, idempotencyKey }) {
      // Nothing of the person: the number is enough to find the account again.
      const params = { metadata: { [USER_MARK]: String(userId) } };
      return (await guard(() => stripe.customers.create(params, { idempotencyKey }))).id;
    },
    async deleteCustomer(customer) {
      try {
        await guard(() => stripe.customers.del(customer));
      } catch (error) {
        if ((error as { code?: string }).code !== 'resource_missing') throw error;
      }
    },
    async listCards(customer) {
      const methods = await listCardMethods(customer);
      // Of a single card nothing was chosen.
      return toSavedCards(methods, methods.length < 2 ? null : await findDefaultRef(customer));
    },
    async setDefaultCard(customer, ref) {
      if (!(await listCardMethods(customer)).some(({ id }) => id === ref)) return false;
      await guard(() =>
        stripe.customers.update(customer, { invoice_settings: { default_payment_method: ref } }),
      );
      return true;
    },
    async removeCard(customer, ref) {
      const methods = await listCardMethods(customer);
      const fingerprint = methods.find(({ id }) => id === ref)?.card?.fingerprint;
      if (fingerprint === undefined) return false;
      // A card that was kept twice is shown once.
      const same = methods.filter(({ id, card }) => id === ref || card?.fingerprint === fingerprint);
      for (const { id } of same) await guard(() => stripe.paymentMethods.detach(id));
      return true;
    },
    async assignCustomer(ref, { customer, keepsCard }) {
      const params = { customer, setup_future_usage: keepsCard ? ('on_session' as const) : ('' as const) };
      try {
        await guard(() => stripe.paymentIntents.update(ref, params));
        return true;
      } catch (error) {
        const { code, param } = error as { code?: string; param?: string };
        // It has been paid or cancelled already.
        if (code === 'payment_intent_unexpected_state') return true;
        if (code === 'resource_missing' && param !== 'intent') return false;
        throw error;
      }
    },
    retrieve,
    async capture(ref) {
      try {
        const captured = await guard(() => stripe.paymentIntents.capture(ref, { expand: ['latest_charge'] }));
        return toIntent(captured);
      } catch (error) {
        // It has been captured or cancelled already.
        if ((error as { code?: string }).code === 'payment_intent_unexpected_state') return retrieve(ref);
        throw error;
      }
    },
    cancel,
    async cancelIdle(ref) {
      const intent = await guard(() => stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] }));
      // Stripe has no condition for cancelling: a card that is submitted in between is not charged, and its buyer is told.
      return isIdle(intent) ? cancel(ref) : toIntent(intent);
    },
    async refund(ref, { amountCents, idempotencyKey, refundId }) {
      const params = {
        payment_intent: ref,
        amount: amountCents,
        metadata: { [REFUND_MARK]: String(refundId) },
      };
      try {
        return toProviderRefund(await guard(() => stripe.refunds.create(params, { idempotencyKey })));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        throw new RefundRefusedError((error as Error).message, { cause: error });
      }
    },
    returnsOf: async (ref) => ({
      refunds: (await listAll((page) => stripe.refunds.list({ payment_intent: ref, ...page }))).map(
        toProviderRefund,
      ),
      disputes: (await listAll((page) => stripe.disputes.list({ payment_intent: ref, ...page }))).map(
        toDispute,
      ),
    }),
    listReturns: async ({ from, to }) => {
      const created = { gte: toUnixSeconds(from), lt: toUnixSeconds(to) };
      return {
        refunds: (await listAll((page) => stripe.refunds.list({ created, ...page }))).map(toProviderRefund),
        disputes: (await listAll((page) => stripe.disputes.list({ created, ...page }))).map(toDispute),
      };
    },
    list: async ({ from, to }) => {
      const created = { gte: toUnixSeconds(from), lt: toUnixSeconds(to) };
      const intents = await listAll((page) =>
        stripe.paymentIntents.list({ created, expand: ['data.latest_charge'], ...page }),
      );
      return intents
        .filter(({ metadata }) => METADATA_MARK in metadata)
        .map(
          (intent): ListedPayment => ({
            id: intent.id,
            status: toIntentStatus(intent),
            amount_cents: intent.amount,
            refunded_cents: getRefundedCents(intent),
            created_at: new Date(intent.created * 1000),
          }),
        );
    },
    dispute: async (ref) => toDispute(await guard(() => stripe.disputes.retrieve(ref))),
    async describeAccount(host) {
      const [{ livemode: isLive }, account, { data: domains }] = await Promise.all([
        guard(() => stripe.balance.retrieve()),
        guard(() => stripe.accounts.retrieveCurrent()),
        guard(() => stripe.paymentMethodDomains.list({ domain_name: host, enabled: true })),
      ]);
      return {
        isLive,
        canCharge: account.charges_enabled,
        hasMbWay: account.capabilities?.mb_way_payments === 'active',
        domains: domains.map(({ domain_name: name, apple_pay: applePay, google_pay: googlePay }) => ({
          name,
          applePay: applePay.status === 'active',
          googlePay: googlePay.status === 'active',
        })),
      };
    },
  };
}

/** Stripe's instants are whole seconds; the second in which a period ends belongs to the next period. */
const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
