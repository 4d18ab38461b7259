import { Stripe } from 'stripe';
import { charge, dispute, paymentIntent, refund } from './shapes.ts';

/** An answer of Stripe that is an error, as its OpenAPI description shapes it. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, error: { type: string; code?: string } & Record<string, unknown>) {
    super(error.code ?? error.type);
    this.status = status;
    this.body = { error: { message: error.code ?? error.type, ...error } };
  }
}

/** What each well-known test card does. Source: https://docs.stripe.com/testing */
const declines: Record<string, string> = {
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
};
const ASKS = '4000002500003155';
const DISPUTED = '4000000000000259';

/** What Stripe knows and does, by its rules, without the wire. */
export class Book {
  now: () => Date;
  readonly events: Stripe.Event[] = [];
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  private count = 0;
  private readonly cards = new Map<string, string>();

  constructor(now: () => Date) {
    this.now = now;
  }

  create(params: URLSearchParams): Stripe.PaymentIntent {
    if (params.get('currency') !== 'eur' || params.get('allowed_payment_method_types[0]') !== 'card') {
      throw new Refusal(400, { type: 'invalid_request_error', code: 'parameter_unknown' });
    }
    const marks = [...params].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key ? [[key, value]] : [];
    });
    const intent = paymentIntent(this.fresh('pi', Number(params.get('amount'))), Object.fromEntries(marks));
    this.intents.set(intent.id, intent);
    return intent;
  }

  find(id: string): Stripe.PaymentIntent {
    const intent = this.intents.get(id);
    if (!intent) throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    return intent;
  }

  cancel(id: string): Stripe.PaymentIntent {
    const intent = this.find(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent);
    Object.assign(intent, { status: 'canceled', canceled_at: this.second() });
    this.tell('payment_intent.canceled', intent);
    return intent;
  }

  /** What Stripe.js does for the card form. */
  confirm(id: string, clientSecret: string | null, number: string): Stripe.PaymentIntent {
    const intent = this.find(id);
    if (clientSecret !== intent.client_secret) {
      throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    }
    if (intent.status !== 'requires_payment_method') throw unexpected(intent);
    const card = number.replace(/\D/g, '');
    const decline = declines[card];
    if (decline) {
      this.tell('payment_intent.payment_failed', intent);
      throw new Refusal(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: decline,
        payment_intent: intent,
      });
    }
    this.cards.set(id, card);
    if (card !== ASKS) return this.succeed(intent);
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    this.tell('payment_intent.requires_action', intent);
    return intent;
  }

  /** The bank's page. */
  authenticate(id: string, approve: boolean): Stripe.PaymentIntent {
    const intent = this.find(id);
    if (intent.status !== 'requires_action') throw unexpected(intent);
    intent.next_action = null;
    if (approve) return this.succeed(intent);
    intent.status = 'requires_payment_method';
    this.tell('payment_intent.payment_failed', intent);
    throw new Refusal(402, {
      type: 'card_error',
      code: 'payment_intent_authentication_failure',
      payment_intent: intent,
    });
  }

  refund(params: URLSearchParams): Stripe.Refund {
    const intent = this.find(params.get('payment_intent') ?? '');
    const paid = this.charges.get(intent.latest_charge as string);
    const amount = Number(params.get('amount'));
    if (!paid || !(amount > 0) || amount > paid.amount - paid.amount_refunded) {
      throw new Refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded' });
    }
    paid.amount_refunded += amount;
    paid.refunded = paid.amount_refunded === paid.amount;
    this.tell('charge.refunded', paid);
    return refund(this.fresh('re', amount), paid);
  }

  /** Newest first, as Stripe lists. */
  list(params: URLSearchParams): Stripe.ApiList<Stripe.PaymentIntent> {
    const from = Number(params.get('created[gte]') ?? 0);
    const to = Number(params.get('created[lt]') ?? Number.MAX_SAFE_INTEGER);
    const all = [...this.intents.values()].filter(({ created }) => created >= from && created < to).reverse();
    const after = params.get('starting_after');
    const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
    const limit = Math.min(100, Number(params.get('limit') ?? 10));
    const data = all.slice(start, start + limit);
    return {
      object: 'list',
      data,
      has_more: start + limit < all.length,
      url: '/v1/payment_intents',
    };
  }

  dispute(id: string): Stripe.Dispute {
    const found = this.disputes.get(id);
    if (!found) throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    return found;
  }

  /** The bank decided for us: the money comes back. */
  winDispute(id: string): void {
    const found = this.dispute(id);
    found.status = 'won';
    found.balance_transactions.push({ amount: found.amount } as Stripe.BalanceTransaction);
    this.tell('charge.dispute.funds_reinstated', found);
    this.tell('charge.dispute.closed', found);
  }

  private succeed(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const card = this.cards.get(intent.id)!;
    const paid = charge(this.fresh('ch', intent.amount), intent.id, card.slice(-4));
    this.charges.set(paid.id, paid);
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: paid.id,
    });
    this.tell('payment_intent.succeeded', intent);
    this.tell('charge.succeeded', paid);
    if (card === DISPUTED) {
      const opened = dispute(this.fresh('dp', paid.amount), paid);
      paid.disputed = true;
      this.disputes.set(opened.id, opened);
      this.tell('charge.dispute.created', opened);
    }
    return intent;
  }

  private tell(type: string, object: object): void {
    const { id, created } = this.fresh('evt', 0);
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
    } as Stripe.Event);
  }

  private second = (): number => Math.floor(this.now().getTime() / 1000);

  private fresh(kind: string, amount: number) {
    this.count += 1;
    const id = `${kind}_test_${process.pid}_${String(this.count).padStart(8, '0')}`;
    return { id, amount, created: this.second() };
  }
}

const unexpected = (intent: Stripe.PaymentIntent): Refusal =>
  new Refusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  });
