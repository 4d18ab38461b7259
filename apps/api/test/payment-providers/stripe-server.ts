import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { StripeAccountsState } from './stripe-accounts-state.ts';
import { StripeApiError } from './stripe-api-error.ts';
import { listObjects, readMetadata, StripeState } from './stripe-state.ts';

/**
 * away: connection refused. lost: the request is processed, its answer is not sent. slow: no answer. busy: 429. error:
 * 500.
 */
export type FailureMode = 'away' | 'lost' | 'slow' | 'busy' | 'error';

const SECRET_KEY = 'sk_test_wopack';
export const PUBLISHABLE_KEY = 'pk_test_wopack';
export const WEBHOOK_SECRET = 'whsec_wopack';
/** Of the webhook that listens to connected accounts. */
export const CONNECT_WEBHOOK_SECRET = 'whsec_connect';

/** A local server with the part of Stripe's API that the official library uses here. */
export class StripeServer {
  readonly state: StripeState;
  readonly accounts: StripeAccountsState;
  failureMode: FailureMode | null = null;
  /** Requests that are processed and whose answers are not sent, e.g. 'POST /v1/transfers'; null: none. */
  lostAnswers: RegExp | null = null;
  /** The request that fails, e.g. 'POST /v1/accounts'; null: each. */
  failingRequest: string | null = null;
  /** Whose keys they are. */
  readonly account = {
    isLive: false,
    canCharge: true,
    mbWay: 'inactive' as 'active' | 'inactive',
    domains: [] as { name: string; applePay: 'active' | 'inactive'; googlePay: 'active' | 'inactive' }[],
  };
  /** Received requests, e.g. 'POST /v1/refunds'. */
  readonly receivedRequests: string[] = [];
  url = '';
  /** Requests and answers by idempotency key; for a day a repeated request gets the same answer, also a refusal. */
  private readonly repliesByKey = new Map<
    string,
    { requestKey: string; status: number; body: object; at: number }
  >();
  private readonly server = createServer((request, response) => void this.handleRequest(request, response));

  constructor(now: () => Date) {
    this.state = new StripeState(now);
    this.accounts = new StripeAccountsState(now, (account) =>
      this.state.recordEvent('account.updated', account),
    );
  }

  async open(): Promise<NodeJS.ProcessEnv> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this.getSettings();
  }

  /** Of a server process that pays by it. */
  getSettings(): NodeJS.ProcessEnv {
    return {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_WEBHOOK_SECRET,
      STRIPE_API_URL: this.url,
      STRIPE_TIMEOUT_MS: '600',
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let requestBody = '';
    for await (const chunk of request.setEncoding('utf8')) requestBody += chunk;
    const { pathname, searchParams } = new URL(request.url!, this.url);
    this.receivedRequests.push(`${request.method} ${pathname}`);
    const { failureMode } = this;
    if (failureMode === 'slow') return;
    if (failureMode === 'away') return void request.socket.destroy();
    if (failureMode === 'busy' || failureMode === 'error')
      return sendReply(response, ...FAILURE_REPLIES[failureMode]);
    const params = request.method === 'GET' ? searchParams : new URLSearchParams(requestBody);
    const [status, body] = this.replayIdempotent(request, `${pathname}?${params}`, () =>
      this.dispatch(request, pathname, params),
    );
    const isLost = this.lostAnswers?.test(`${request.method} ${pathname}`);
    if (failureMode === 'lost' || isLost) return void request.socket.destroy();
    sendReply(response, status, body);
  }

  private replayIdempotent(
    { headers }: IncomingMessage,
    requestKey: string,
    run: () => object,
  ): [status: number, body: object] {
    const key = headers['idempotency-key'] as string | undefined;
    const now = this.state.now().getTime();
    const storedReply = key ? this.repliesByKey.get(key) : undefined;
    const previousReply = storedReply && now - storedReply.at < DAY_MS ? storedReply : undefined;
    if (previousReply && previousReply.requestKey !== requestKey)
      return [400, { error: { type: 'idempotency_error' } }];
    if (previousReply) return [previousReply.status, previousReply.body];
    const [status, body] = toReply(run);
    if (key) this.repliesByKey.set(key, { requestKey, status, body, at: now });
    return [status, body];
  }

  private dispatch(request: IncomingMessage, path: string, params: URLSearchParams): object {
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? params.get('key');
    const [, version, resource, id, action] = path.split('/');
    const route = `${request.method} ${resource}${id ? '/id' : ''}${action ? `/${action}` : ''}`;
    const isMbWay = params.get('payment_method_data[type]') === 'mb_way';
    const isFromBrowser =
      (route === 'POST payment_intents/id/confirm' && !isMbWay) || route === 'POST payment_intents/id/bank';
    if (version !== 'v1' || key !== (isFromBrowser ? PUBLISHABLE_KEY : SECRET_KEY)) {
      throw new StripeApiError(401, { type: 'invalid_request_error', code: 'api_key_expired' });
    }
    const { state } = this;
    // Of which connected account a request speaks.
    const account = (request.headers['stripe-context'] ?? request.headers['stripe-account']) as
      | string
      | undefined;
    switch (route) {
      case 'POST payment_intents':
        return state.createIntent(params);
      case 'GET payment_intents':
        return this.expandCharge(state.listIntents(params), params);
      case 'GET payment_intents/id':
        return this.expandCharge(state.getIntent(id!), params);
      case 'POST payment_intents/id/cancel':
        return this.expandCharge(state.cancelIntent(id!), params);
      case 'POST payment_intents/id/capture':
        return this.expandCharge(state.captureIntent(id!), params);
      case 'POST payment_intents/id/confirm':
        if (isMbWay)
          return state.confirmMbWay(id!, params.get('payment_method_data[billing_details][phone]'));
        if (params.has('payment_method'))
          return state.confirmIntentByKept(id!, params.get('client_secret'), params.get('payment_method')!);
        return state.confirmIntent(
          id!,
          params.get('client_secret'),
          params.get('payment_method_data[card][number]') ?? '',
        );
      case 'POST payment_intents/id/bank':
        return state.authenticate(id!, params.get('approve') === 'true');
      case 'POST transfers':
        return state.transfers.createTransfer(params, readMetadata(params));
      case 'GET transfers':
        return listObjects(state.transfers.transfers, params, '/v1/transfers');
      case 'GET transfers/id':
        return state.transfers.getTransfer(id!);
      case 'POST transfers/id/reversals':
        return state.transfers.createReversal(id!, params, readMetadata(params));
      case 'GET transfers/id/reversals': {
        const own = [...state.transfers.reversals].filter(([, { transfer }]) => transfer === id);
        return listObjects(new Map(own), params, `/v1/transfers/${id}/reversals`);
      }
      case 'GET payouts':
        return listObjects(state.transfers.listPayouts(account!), params, '/v1/payouts');
      case 'GET payouts/id':
        return state.transfers.getPayout(account!, id!);
      case 'GET balance_transactions':
        return listObjects(state.transfers.listMovements(account!), params, '/v1/balance_transactions');
      case 'GET balance':
        if (account) {
          const { available, pending } = state.transfers.getBalance(account);
          return {
            object: 'balance',
            livemode: this.account.isLive,
            available: [{ amount: available, currency: 'eur' }],
            pending: [{ amount: pending, currency: 'eur' }],
          };
        }
        return { object: 'balance', livemode: this.account.isLive, available: [], pending: [] };
      case 'GET account':
        return {
          object: 'account',
          id: 'acct_1',
          charges_enabled: this.account.canCharge,
          capabilities: { mb_way_payments: this.account.mbWay },
        };
      case 'GET payment_method_domains':
        return {
          object: 'list',
          has_more: false,
          data: this.account.domains
            .filter(({ name }) => name === params.get('domain_name'))
            .map(({ name, applePay, googlePay }) => ({
              object: 'payment_method_domain',
              domain_name: name,
              enabled: true,
              apple_pay: { status: applePay },
              google_pay: { status: googlePay },
            })),
        };
      case 'POST accounts':
        return this.accounts.create(params);
      case 'GET accounts':
        return this.accounts.list(params);
      case 'GET accounts/id':
        return this.accounts.get(id!);
      case 'POST accounts/id/login_links':
        return this.accounts.createLoginLink(id!);
      case 'POST account_links':
        return this.accounts.createLink(params);
      case 'POST payment_intents/id':
        return state.updateIntent(id!, params);
      case 'POST customers':
        return state.createCustomer(params);
      case 'GET customers/id':
        return state.getCustomer(id!);
      case 'POST customers/id':
        return state.updateCustomer(id!, params);
      case 'DELETE customers/id':
        return state.deleteCustomer(id!);
      case 'GET customers/id/payment_methods':
        return state.listPaymentMethods(id!, params);
      case 'POST payment_methods/id/detach':
        return state.detach(id!);
      case 'POST refunds':
        return state.createRefund(params);
      case 'GET refunds':
        return state.listRefunds(params);
      case 'GET disputes':
        return state.listDisputes(params);
      case 'GET disputes/id':
        return state.getDispute(id!);
      default:
        throw new StripeApiError(404, { type: 'invalid_request_error', code: 'resource_missing' });
    }
  }

  private expandCharge<T extends Stripe.PaymentIntent | Stripe.ApiList<Stripe.PaymentIntent>>(
    answered: T,
    params: URLSearchParams,
  ): T {
    const expandField = params.get('expand[0]');
    const withCharge = (intent: Stripe.PaymentIntent) => ({
      ...intent,
      latest_charge: this.state.charges.get(intent.latest_charge as string) ?? null,
    });
    if (answered.object === 'payment_intent')
      return expandField === 'latest_charge' ? (withCharge(answered) as T) : answered;
    return expandField === 'data.latest_charge'
      ? { ...answered, data: answered.data.map(withCharge) }
      : answered;
  }
}

const DAY_MS = 86_400_000;

const FAILURE_REPLIES: Record<'busy' | 'error', [number, object]> = {
  busy: [429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }],
  error: [500, { error: { type: 'api_error' } }],
};

function toReply(run: () => object): [status: number, body: object] {
  try {
    return [200, structuredClone(run())];
  } catch (error) {
    if (error instanceof StripeApiError) return [error.status, structuredClone(error.body)];
    throw error;
  }
}

function sendReply(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_test',
      'access-control-allow-origin': '*',
    })
    .end(JSON.stringify(body));
}
