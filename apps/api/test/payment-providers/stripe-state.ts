import { Stripe } from 'stripe';
import { StripeApiError } from './stripe-api-error.ts';
import {
  buildCardMethod,
  buildCharge,
  buildCustomer,
  buildDispute,
  buildPaymentIntent,
  buildRefund,
} from './stripe-objects.ts';
import { StripeTransfersState } from './stripe-transfers-state.ts';

/** Outcomes of the well-known test cards. Source: https://docs.stripe.com/testing */
const DECLINE_CODES: Record<string, string> = {
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
};
const PHONE_WITHOUT_MB_WAY = '+351910000005';
const AUTHENTICATION_CARD = '4000002500003155';
const DISPUTED_CARD = '4000000000000259';

const isWithdrawn = ({ balance_transactions }: Stripe.Dispute): boolean =>
  balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0;

/** Data and rules of the stub, without HTTP. */
export class StripeState {
  now: () => Date;
  readonly events: Stripe.Event[] = [];
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly customers = new Map<string, Stripe.Customer>();
  readonly paymentMethods = new Map<string, Stripe.PaymentMethod>();
  /** Numbers of kept cards, which only Stripe knows. */
  private readonly keptNumbers = new Map<string, string>();
  private count = 0;
  private readonly cards = new Map<string, string>();

  /** Of connected accounts. */
  readonly transfers: StripeTransfersState;

  constructor(now: () => Date) {
    this.now = now;
    this.transfers = new StripeTransfersState({
      now: () => this.now(),
      charges: this.charges,
      createObjectFields: (kind, amount) => this.createObjectFields(kind, amount),
      recordEvent: (type, object, account) => this.recordEvent(type, object, account),
    });
  }

  createIntent(params: URLSearchParams): Stripe.PaymentIntent {
    const method = params.get('allowed_payment_method_types[0]') ?? '';
    // MB WAY has no manual capture: https://docs.stripe.com/payments/mb-way
    const isCapturedLater = params.get('capture_method') === 'manual';
    const isAllowed = method === 'card' || (method === 'mb_way' && !isCapturedLater);
    if (params.get('currency') !== 'eur' || !isAllowed) {
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'parameter_unknown' });
    }
    const intent = buildPaymentIntent(
      this.createObjectFields('pi', Number(params.get('amount'))),
      readMetadata(params),
    );
    Object.assign(intent, {
      allowed_payment_method_types: [method],
      payment_method_types: [method],
      transfer_group: params.get('transfer_group'),
    });
    if (isCapturedLater) intent.capture_method = 'manual';
    this.intents.set(intent.id, intent);
    return intent;
  }

  getIntent(id: string): Stripe.PaymentIntent {
    const intent = this.intents.get(id);
    if (!intent) throw new StripeApiError(404, { type: 'invalid_request_error', code: 'resource_missing' });
    return intent;
  }

  createCustomer(params: URLSearchParams): Stripe.Customer {
    const customer = buildCustomer(this.createObjectFields('cus', 0), readMetadata(params));
    this.customers.set(customer.id, customer);
    return customer;
  }

  getCustomer(id: string): Stripe.Customer {
    const customer = this.customers.get(id);
    if (!customer) throw new StripeApiError(404, { type: 'invalid_request_error', code: 'resource_missing' });
    return customer;
  }

  /** The card that pays by default is one of its own. */
  updateCustomer(id: string, params: URLSearchParams): Stripe.Customer {
    const customer = this.getCustomer(id);
    const ref = params.get('invoice_settings[default_payment_method]');
    if (ref && this.paymentMethods.get(ref)?.customer !== id)
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'resource_missing' });
    if (ref) customer.invoice_settings.default_payment_method = ref;
    return customer;
  }

  /** Its cards are detached. */
  deleteCustomer(id: string): Stripe.DeletedCustomer {
    this.getCustomer(id);
    this.customers.delete(id);
    for (const method of this.paymentMethods.values()) if (method.customer === id) method.customer = null;
    return { id, object: 'customer', deleted: true };
  }

  listPaymentMethods(id: string, params: URLSearchParams): Stripe.ApiList<Stripe.PaymentMethod> {
    this.getCustomer(id);
    const own = [...this.paymentMethods].filter(([, { customer }]) => customer === id);
    return listObjects(new Map(own), params, `/v1/customers/${id}/payment_methods`);
  }

  detach(id: string): Stripe.PaymentMethod {
    const method = this.paymentMethods.get(id);
    if (!method?.customer)
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'payment_method_not_available' });
    const owner = this.customers.get(method.customer as string);
    if (owner?.invoice_settings.default_payment_method === id)
      owner.invoice_settings.default_payment_method = null;
    method.customer = null;
    return method;
  }

  /** Whose cards may pay an intent, and whether the card that pays it is kept. */
  updateIntent(id: string, params: URLSearchParams): Stripe.PaymentIntent {
    const intent = this.getIntent(id);
    if (intent.status !== 'requires_payment_method') throw createUnexpectedStateError(intent);
    const customer = params.get('customer');
    if (customer) intent.customer = this.getCustomer(customer).id;
    const usage = params.get('setup_future_usage');
    if (usage !== null) intent.setup_future_usage = usage === 'on_session' ? usage : null;
    return intent;
  }

  cancelIntent(id: string): Stripe.PaymentIntent {
    const intent = this.getIntent(id);
    if (['succeeded', 'canceled', 'processing'].includes(intent.status))
      throw createUnexpectedStateError(intent);
    Object.assign(intent, { status: 'canceled', canceled_at: this.getUnixTime() });
    this.recordEvent('payment_intent.canceled', intent);
    return intent;
  }

  /** Charges an authorised card. */
  captureIntent(id: string): Stripe.PaymentIntent {
    const intent = this.getIntent(id);
    if (intent.status !== 'requires_capture') throw createUnexpectedStateError(intent);
    const charge = this.charges.get(intent.latest_charge as string)!;
    Object.assign(charge, { captured: true, amount_captured: charge.amount });
    Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: intent.amount });
    this.recordEvent('payment_intent.succeeded', intent);
    this.recordEvent('charge.captured', charge);
    return intent;
  }

  /** Confirms a payment by a kept card, as Stripe.js does: only one of the intent's customer. */
  confirmIntentByKept(id: string, clientSecret: string | null, methodId: string): Stripe.PaymentIntent {
    const method = this.paymentMethods.get(methodId);
    if (!method?.customer || method.customer !== this.getIntent(id).customer)
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'parameter_invalid' });
    const { exp_month: month, exp_year: year } = method.card!;
    if (this.now().getTime() >= Date.UTC(year, month, 1))
      throw new StripeApiError(402, { type: 'card_error', code: 'expired_card' });
    return this.confirmIntent(id, clientSecret, this.keptNumbers.get(methodId)!);
  }

  /** Confirms a payment as Stripe.js does. */
  confirmIntent(id: string, clientSecret: string | null, number: string): Stripe.PaymentIntent {
    const intent = this.getIntent(id);
    if (clientSecret !== intent.client_secret) {
      throw new StripeApiError(404, { type: 'invalid_request_error', code: 'resource_missing' });
    }
    if (intent.status !== 'requires_payment_method') throw createUnexpectedStateError(intent);
    if (!intent.allowed_payment_method_types?.includes('card'))
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'parameter_invalid' });
    const card = number.replace(/\D/g, '');
    const decline = DECLINE_CODES[card];
    if (decline) {
      this.recordEvent('payment_intent.payment_failed', intent);
      throw new StripeApiError(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: decline,
        payment_intent: intent,
      });
    }
    this.cards.set(id, card);
    if (card !== AUTHENTICATION_CARD) return this.markSucceeded(intent);
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    this.recordEvent('payment_intent.requires_action', intent);
    return intent;
  }

  /** Confirms a payment of MB WAY, as a server does: its buyer is asked in the app. */
  confirmMbWay(id: string, phone: string | null): Stripe.PaymentIntent {
    const intent = this.getIntent(id);
    if (intent.status !== 'requires_payment_method') throw createUnexpectedStateError(intent);
    if (!intent.allowed_payment_method_types?.includes('mb_way') || !/^\+\d{11,14}$/.test(phone ?? ''))
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'parameter_invalid' });
    if (phone === PHONE_WITHOUT_MB_WAY)
      throw new StripeApiError(402, { type: 'card_error', code: 'payment_method_provider_decline' });
    intent.status = 'requires_action';
    this.recordEvent('payment_intent.requires_action', intent);
    return intent;
  }

  /** The buyer answers in the app, or does not in time. `deciding`: their bank has yet to say what. */
  answerMbWay(id: string, answer: 'accepted' | 'refused' | 'expired' | 'deciding'): void {
    const intent = this.getIntent(id);
    if (intent.status !== 'requires_action' && intent.status !== 'processing')
      throw createUnexpectedStateError(intent);
    if (answer === 'deciding') {
      intent.status = 'processing';
      this.recordEvent('payment_intent.processing', intent);
      return;
    }
    if (answer === 'accepted') {
      const paidCharge = buildCharge(this.createObjectFields('ch', intent.amount), intent.id, '');
      paidCharge.payment_method_details = { type: 'mb_way', mb_way: {} };
      this.charges.set(paidCharge.id, paidCharge);
      Object.assign(intent, {
        status: 'succeeded',
        amount_received: intent.amount,
        latest_charge: paidCharge.id,
      });
      this.recordEvent('payment_intent.succeeded', intent);
      this.recordEvent('charge.succeeded', paidCharge);
      return;
    }
    const code = answer === 'refused' ? 'payment_method_customer_decline' : 'payment_method_provider_timeout';
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { type: 'invalid_request_error', code } as Stripe.PaymentIntent.LastPaymentError,
    });
    this.recordEvent('payment_intent.payment_failed', intent);
  }

  /** Answers the authentication request of the bank. */
  authenticate(id: string, approve: boolean): Stripe.PaymentIntent {
    const intent = this.getIntent(id);
    if (intent.status !== 'requires_action') throw createUnexpectedStateError(intent);
    intent.next_action = null;
    if (approve) return this.markSucceeded(intent);
    intent.status = 'requires_payment_method';
    this.recordEvent('payment_intent.payment_failed', intent);
    throw new StripeApiError(402, {
      type: 'card_error',
      code: 'payment_intent_authentication_failure',
      payment_intent: intent,
    });
  }

  createRefund(params: URLSearchParams): Stripe.Refund {
    const intent = this.getIntent(params.get('payment_intent') ?? '');
    const paidCharge = this.charges.get(intent.latest_charge as string);
    const amount = Number(params.get('amount'));
    const isDisputed = [...this.disputes.values()].some(
      ({ charge, is_charge_refundable, status }) =>
        charge === paidCharge?.id && !is_charge_refundable && status !== 'won',
    );
    if (isDisputed) throw new StripeApiError(400, { type: 'invalid_request_error', code: 'charge_disputed' });
    if (!paidCharge || !(amount > 0) || amount > paidCharge.amount - paidCharge.amount_refunded) {
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'charge_already_refunded' });
    }
    if (this.refusedIntents.has(intent.id))
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'balance_insufficient' });
    paidCharge.amount_refunded += amount;
    paidCharge.refunded = paidCharge.amount_refunded === paidCharge.amount;
    const refund = buildRefund(this.createObjectFields('re', amount), paidCharge, readMetadata(params));
    this.refunds.set(refund.id, refund);
    this.recordEvent('refund.created', refund);
    this.recordEvent('charge.refunded', paidCharge);
    return refund;
  }

  /** Intents whose refunds are refused, for lack of money in the account. */
  readonly refusedIntents = new Set<string>();

  /** Somebody refunds on Stripe's own pages. */
  refundByHand(intentId: string, amount: number): Stripe.Refund {
    return this.createRefund(new URLSearchParams({ payment_intent: intentId, amount: String(amount) }));
  }

  /** The cardholder's bank sends a refund back. */
  failRefund(id: string): void {
    const refund = this.refunds.get(id)!;
    if (refund.status === 'failed') return;
    const refundedCharge = this.charges.get(refund.charge as string)!;
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    refundedCharge.amount_refunded -= refund.amount;
    refundedCharge.refunded = false;
    this.recordEvent('refund.failed', refund);
    this.recordEvent('charge.refund.updated', refund);
  }

  listRefunds(params: URLSearchParams): Stripe.ApiList<Stripe.Refund> {
    return listObjects(this.refunds, params, '/v1/refunds');
  }

  listDisputes(params: URLSearchParams): Stripe.ApiList<Stripe.Dispute> {
    return listObjects(this.disputes, params, '/v1/disputes');
  }

  listIntents(params: URLSearchParams): Stripe.ApiList<Stripe.PaymentIntent> {
    return listObjects(this.intents, params, '/v1/payment_intents');
  }

  getDispute(id: string): Stripe.Dispute {
    const stripeDispute = this.disputes.get(id);
    if (!stripeDispute)
      throw new StripeApiError(404, { type: 'invalid_request_error', code: 'resource_missing' });
    return stripeDispute;
  }

  /** The bank decides the dispute for WoPack: the amount is returned. */
  winDispute(id: string): void {
    const stripeDispute = this.getDispute(id);
    stripeDispute.status = 'won';
    if (isWithdrawn(stripeDispute)) {
      stripeDispute.balance_transactions.push({ amount: stripeDispute.amount } as Stripe.BalanceTransaction);
      this.recordEvent('charge.dispute.funds_reinstated', stripeDispute);
    }
    this.recordEvent('charge.dispute.closed', stripeDispute);
  }

  /** The bank decides the dispute for the cardholder, who keeps the amount. */
  loseDispute(id: string): void {
    const stripeDispute = this.getDispute(id);
    stripeDispute.status = 'lost';
    // Decided anew: it is withdrawn once more.
    if (!isWithdrawn(stripeDispute) && stripeDispute.balance_transactions.length > 0) {
      stripeDispute.balance_transactions.push({ amount: -stripeDispute.amount } as Stripe.BalanceTransaction);
      this.recordEvent('charge.dispute.funds_withdrawn', stripeDispute);
    }
    this.recordEvent('charge.dispute.closed', stripeDispute);
  }

  /** The bank looks at what it decided once more. */
  reopenDispute(id: string): void {
    const stripeDispute = this.getDispute(id);
    stripeDispute.status = 'under_review';
    this.recordEvent('charge.dispute.updated', stripeDispute);
  }

  /** The cardholder disputes a charge; an inquiry withdraws nothing yet. */
  openDispute(
    intentId: string,
    { amount, isInquiry = false }: { amount?: number; isInquiry?: boolean } = {},
  ): string {
    const paidCharge = this.charges.get(this.getIntent(intentId).latest_charge as string)!;
    const openedDispute: Stripe.Dispute = buildDispute(
      this.createObjectFields('dp', amount ?? paidCharge.amount),
      paidCharge,
    );
    if (isInquiry)
      Object.assign(openedDispute, {
        status: 'warning_needs_response',
        balance_transactions: [],
        is_charge_refundable: true,
      });
    paidCharge.disputed = true;
    this.disputes.set(openedDispute.id, openedDispute);
    this.recordEvent('charge.dispute.created', openedDispute);
    if (!isInquiry) this.recordEvent('charge.dispute.funds_withdrawn', openedDispute);
    return openedDispute.id;
  }

  private markSucceeded(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const card = this.cards.get(intent.id)!;
    const paidCharge = buildCharge(this.createObjectFields('ch', intent.amount), intent.id, card.slice(-4));
    paidCharge.payment_method_details!.card!.fingerprint = `fp_${card}`;
    this.charges.set(paidCharge.id, paidCharge);
    if (intent.setup_future_usage && typeof intent.customer === 'string') {
      const fields = this.createObjectFields('pm', 0);
      const dates = { exp_month: 12, exp_year: 2031 };
      this.paymentMethods.set(
        fields.id,
        buildCardMethod(fields, intent.customer, { number: card, ...dates }),
      );
      this.keptNumbers.set(fields.id, card);
    }
    if (intent.capture_method === 'manual') {
      Object.assign(paidCharge, { captured: false, amount_captured: 0 });
      Object.assign(intent, {
        status: 'requires_capture',
        amount_capturable: intent.amount,
        latest_charge: paidCharge.id,
      });
      this.recordEvent('payment_intent.amount_capturable_updated', intent);
      return intent;
    }
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: paidCharge.id,
    });
    this.recordEvent('payment_intent.succeeded', intent);
    this.recordEvent('charge.succeeded', paidCharge);
    if (card === DISPUTED_CARD) this.openDispute(intent.id);
    return intent;
  }

  recordEvent(type: string, object: object, account?: string): void {
    const { id, created } = this.createObjectFields('evt', 0);
    this.events.push({
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created,
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      ...(account && { account }),
    } as Stripe.Event);
  }

  private getUnixTime = (): number => Math.floor(this.now().getTime() / 1000);

  private createObjectFields(kind: string, amount: number) {
    this.count += 1;
    const id = `${kind}_test_${process.pid}_${String(this.count).padStart(8, '0')}`;
    return { id, amount, created: this.getUnixTime() };
  }
}

export const readMetadata = (params: URLSearchParams): Stripe.Metadata =>
  Object.fromEntries(
    [...params].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key ? [[key, value]] : [];
    }),
  );

interface ListedObject {
  id: string;
  created: number;
  payment_intent?: unknown;
  transfer_group?: unknown;
}

/** A page of a list. Newest first, as Stripe lists. */
export function listObjects<T extends ListedObject>(
  objects: ReadonlyMap<string, T>,
  params: URLSearchParams,
  url: string,
): Stripe.ApiList<T> {
  const from = Number(params.get('created[gte]') ?? 0);
  const to = Number(params.get('created[lt]') ?? Number.MAX_SAFE_INTEGER);
  const intent = params.get('payment_intent');
  const group = params.get('transfer_group');
  const matching = [...objects.values()]
    .filter(
      ({ created, payment_intent, transfer_group }) =>
        created >= from &&
        created < to &&
        (!intent || payment_intent === intent) &&
        (!group || transfer_group === group),
    )
    .reverse();
  const startingAfter = params.get('starting_after');
  const startIndex = startingAfter ? matching.findIndex(({ id }) => id === startingAfter) + 1 : 0;
  const limit = Math.min(100, Number(params.get('limit') ?? 10));
  return {
    object: 'list',
    data: matching.slice(startIndex, startIndex + limit),
    has_more: startIndex + limit < matching.length,
    url,
  };
}

const createUnexpectedStateError = (intent: Stripe.PaymentIntent): StripeApiError =>
  new StripeApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });
