import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { Book, Refusal } from './book.ts';

/**
 * away: nobody is there. lost: the work is done, the answer never comes. slow: no answer at all. busy: 429.
 * error: 500.
 */
export type Trouble = 'away' | 'lost' | 'slow' | 'busy' | 'error';

const SECRET_KEY = 'sk_test_wopack';
export const PUBLISHABLE_KEY = 'pk_test_wopack';
export const WEBHOOK_SECRET = 'whsec_wopack';

/** Speaks enough of Stripe's API for its official library, on a port of this machine. */
export class StripeServer {
  readonly book: Book;
  trouble: Trouble | null = null;
  /** Requests that came, e.g. 'POST /v1/refunds'. */
  readonly asked: string[] = [];
  url = '';
  /** By idempotency key, what was asked and what was answered: the same answer again, whatever it was. */
  private readonly answered = new Map<string, { asked: string; status: number; body: object }>();
  private readonly server = createServer((request, response) => void this.take(request, response));

  constructor(now: () => Date) {
    this.book = new Book(now);
  }

  async open(): Promise<NodeJS.ProcessEnv> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: this.url,
      STRIPE_TIMEOUT_MS: '600',
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const { pathname, searchParams } = new URL(request.url!, this.url);
    this.asked.push(`${request.method} ${pathname}`);
    const { trouble } = this;
    if (trouble === 'slow') return;
    if (trouble === 'away') return void request.socket.destroy();
    if (trouble === 'busy' || trouble === 'error') return answer(response, ...broken[trouble]);
    const params = request.method === 'GET' ? searchParams : new URLSearchParams(text);
    const [status, body] = this.once(request, `${pathname}?${params}`, () =>
      this.work(request, pathname, params),
    );
    if (trouble === 'lost') return void request.socket.destroy();
    answer(response, status, body);
  }

  private once(
    { headers }: IncomingMessage,
    asked: string,
    work: () => object,
  ): [status: number, body: object] {
    const key = headers['idempotency-key'] as string | undefined;
    const before = key ? this.answered.get(key) : undefined;
    if (before && before.asked !== asked) return [400, { error: { type: 'idempotency_error' } }];
    if (before) return [before.status, before.body];
    const [status, body] = attempt(work);
    if (key) this.answered.set(key, { asked, status, body });
    return [status, body];
  }

  private work(request: IncomingMessage, path: string, params: URLSearchParams): object {
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? params.get('key');
    const [, version, what, id, verb] = path.split('/');
    const route = `${request.method} ${what}${id ? '/id' : ''}${verb ? `/${verb}` : ''}`;
    const browsers = route === 'POST payment_intents/id/confirm' || route === 'POST payment_intents/id/bank';
    if (version !== 'v1' || key !== (browsers ? PUBLISHABLE_KEY : SECRET_KEY)) {
      throw new Refusal(401, { type: 'invalid_request_error', code: 'api_key_expired' });
    }
    const { book } = this;
    switch (route) {
      case 'POST payment_intents':
        return book.create(params);
      case 'GET payment_intents':
        return this.expanded(book.list(params), params);
      case 'GET payment_intents/id':
        return this.expanded(book.find(id!), params);
      case 'POST payment_intents/id/cancel':
        return book.cancel(id!);
      case 'POST payment_intents/id/confirm':
        return book.confirm(
          id!,
          params.get('client_secret'),
          params.get('payment_method_data[card][number]') ?? '',
        );
      case 'POST payment_intents/id/bank':
        return book.authenticate(id!, params.get('approve') === 'true');
      case 'POST refunds':
        return book.refund(params);
      case 'GET disputes/id':
        return book.dispute(id!);
      default:
        throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    }
  }

  private expanded<T extends Stripe.PaymentIntent | Stripe.ApiList<Stripe.PaymentIntent>>(
    answered: T,
    params: URLSearchParams,
  ): T {
    const wanted = params.get('expand[0]');
    const whole = (intent: Stripe.PaymentIntent) => ({
      ...intent,
      latest_charge: this.book.charges.get(intent.latest_charge as string) ?? null,
    });
    if (answered.object === 'payment_intent')
      return wanted === 'latest_charge' ? (whole(answered) as T) : answered;
    return wanted === 'data.latest_charge' ? { ...answered, data: answered.data.map(whole) } : answered;
  }
}

const broken: Record<'busy' | 'error', [number, object]> = {
  busy: [429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }],
  error: [500, { error: { type: 'api_error' } }],
};

function attempt(work: () => object): [status: number, body: object] {
  try {
    return [200, structuredClone(work())];
  } catch (error) {
    if (error instanceof Refusal) return [error.status, structuredClone(error.body)];
    throw error;
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_test',
      'access-control-allow-origin': '*',
    })
    .end(JSON.stringify(body));
}
