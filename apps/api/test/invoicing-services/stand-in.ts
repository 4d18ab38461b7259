import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * away: the connection ends before anything is done. slow: nothing is answered, nor done. lost, lateError and broken: it is
 * done, and the answer is none, a status 500, or no JSON. error: a status 500 before anything is done. busy: status 429.
 */
export type Failure = 'away' | 'slow' | 'lost' | 'lateError' | 'broken' | 'error' | 'busy';

export interface StandInDocument {
  id: number;
  kind: 'invoice' | 'credit_note';
  state: 'draft' | 'final' | 'canceled' | 'deleted';
  reference: string;
  taxNumber: string;
  /** Of the customer, as the document has it. */
  name: string;
  totalCents: number;
  creditedId: number | null;
  /** In its series; null: a draft. */
  serial: number | null;
  date: string;
}

export interface StandInCall {
  method: string;
  path: string;
  query: URLSearchParams;
  /** JSON or a form. */
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
}

export interface StandInReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export class StandInError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`${status}`);
    this.status = status;
    this.body = body;
  }
}

const PDF = Buffer.from('%PDF-1.4\n% a document of the stand-in\n');

/** Digits of a Portuguese tax number: the last one checks the others. */
export function isTaxNumber(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false;
  const sum = [...number].slice(0, 8).reduce((total, digit, index) => total + Number(digit) * (9 - index), 0);
  const check = 11 - (sum % 11);
  return Number(number[8]) === (check > 9 ? 0 : check);
}

/** A certified service with its documents, which loses answers and fails as a test says. */
export abstract class InvoicingStandIn {
  readonly documents: StandInDocument[] = [];
  /** Of the next calls. */
  planFailure: (call: StandInCall) => Failure | null = () => null;
  /** Received calls, e.g. 'POST /invoices.json'. */
  readonly calls: string[] = [];
  acceptsCredentials = true;
  /** Whether amounts without VAT are rounded to the cent before VAT is added. */
  roundsNet = false;
  isPdfReady = true;
  url = '';
  private lastId = 100;
  private readonly serials = { invoice: 0, credit_note: 0 };
  private readonly server = createServer((request, response) => void this.serve(request, response));

  abstract readonly service: string;
  protected abstract handle(call: StandInCall): StandInReply;
  abstract buildEnv(): NodeJS.ProcessEnv;

  async open(): Promise<NodeJS.ProcessEnv> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      INVOICING: this.service,
      INVOICING_TIMEOUT_MS: '300',
      OPERATOR_VAT_NUMBER: 'PT500000000',
      ...this.buildEnv(),
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { pathname, searchParams } = new URL(request.url!, this.url);
    const isForm = request.headers['content-type']?.includes('x-www-form-urlencoded');
    const call: StandInCall = {
      method: request.method!,
      path: pathname,
      query: searchParams,
      body: text === '' ? {} : isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text),
      headers: request.headers,
    };
    this.calls.push(`${call.method} ${pathname}`);
    const failure = this.planFailure(call);
    if (failure === 'slow') return;
    if (failure === 'away') return void request.socket.destroy();
    if (failure === 'error' || failure === 'busy')
      return void response
        .writeHead(failure === 'busy' ? 429 : 500, { 'content-type': 'text/html' })
        .end('<h1>');
    if (pathname.startsWith('/pdf/') || pathname.startsWith('/downloads/'))
      return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF);
    let reply: StandInReply;
    try {
      reply = this.handle(call);
    } catch (error) {
      if (!(error instanceof StandInError)) throw error;
      reply = { status: error.status, body: error.body };
    }
    if (failure === 'lost') return void request.socket.destroy();
    if (failure === 'lateError') return void response.writeHead(500).end('<h1>');
    if (failure === 'broken') return void response.writeHead(200).end('{"half":');
    response
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      .end(reply.body === undefined ? '' : JSON.stringify(reply.body));
  }

  /** What the tax authority would be told. */
  listFinal(): StandInDocument[] {
    return this.documents.filter(({ state }) => state === 'final');
  }

  /** Invoices less credit notes, by tax number. */
  sumByTaxNumber(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const { kind, totalCents, taxNumber } of this.listFinal())
      sums.set(taxNumber, (sums.get(taxNumber) ?? 0) + (kind === 'invoice' ? totalCents : -totalCents));
    return sums;
  }

  protected addDocument(
    fields: Pick<
      StandInDocument,
      'kind' | 'reference' | 'taxNumber' | 'name' | 'totalCents' | 'creditedId' | 'date'
    >,
    refuse: (field: string, words: string) => never,
  ): StandInDocument {
    if (!isTaxNumber(fields.taxNumber)) refuse('fiscal_id', 'Contribuinte inválido');
    if (fields.kind === 'credit_note') {
      const credited = this.listFinal().find(({ id }) => id === fields.creditedId);
      if (credited?.kind !== 'invoice') refuse('owner_invoice_id', 'Documento de origem inválido');
      const rest = this.listFinal().reduce(
        (cents, { creditedId, totalCents }) =>
          creditedId === fields.creditedId ? cents - totalCents : cents,
        credited!.totalCents,
      );
      if (fields.totalCents > rest) refuse('total', 'O valor excede o do documento de origem');
    }
    const document: StandInDocument = { id: ++this.lastId, state: 'draft', serial: null, ...fields };
    this.documents.push(document);
    return document;
  }

  protected finalize(document: StandInDocument): void {
    if (document.state === 'final') return;
    document.state = 'final';
    document.serial = ++this.serials[document.kind];
  }

  protected getTotal(netPrice: number, vatPercent: number): number {
    const net = this.roundsNet ? Math.round(netPrice * 100) / 100 : netPrice;
    return Math.round(net * (100 + vatPercent));
  }
}
