import {
  InvoicingStandIn,
  type StandInCall,
  type StandInDocument,
  StandInError,
  type StandInReply,
} from './stand-in.ts';

const CLIENT = { id: 'pt500000000', secret: 'toconline-client-secret' };
const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
const TYPES = { FT: 'invoice', NC: 'credit_note' } as const;
const CODES = { invoice: 'FT', credit_note: 'NC' } as const;
const STATUSES = { draft: 0, final: 1, canceled: 4, deleted: 9 } as const;

/** As api-docs.toconline.pt describes version 1 of the API: a document is final when it is created. */
export class TocOnlineStandIn extends InvoicingStandIn {
  readonly service = 'toconline';
  accessToken = '';
  refreshToken = '';
  private code = '';
  private tokens = 0;

  buildEnv(): NodeJS.ProcessEnv {
    return {
      TOCONLINE_CLIENT_ID: CLIENT.id,
      TOCONLINE_CLIENT_SECRET: CLIENT.secret,
      TOCONLINE_OAUTH_URL: `${this.url}/oauth`,
      TOCONLINE_API_URL: this.url,
    };
  }

  protected handle(call: StandInCall): StandInReply {
    const { method, path, query } = call;
    if (path === '/oauth/auth') {
      if (
        query.get('client_id') !== CLIENT.id ||
        query.get('scope') !== 'commercial' ||
        !this.acceptsCredentials
      )
        throw new StandInError(400, { error: 'unauthorized_client' });
      this.code = `code-${++this.tokens}`;
      return { status: 302, headers: { location: `${query.get('redirect_uri')}?code=${this.code}` } };
    }
    if (path === '/oauth/token') return this.grant(call);
    if (call.headers.authorization !== `Bearer ${this.accessToken}` || !this.acceptsCredentials)
      throw new StandInError(401, { errors: [{ detail: 'unauthorized' }] });
    if (path === '/api/commercial_sales_documents') return { body: { data: this.list(query) } };
    if (path === '/api/v1/commercial_sales_documents' && method === 'POST')
      return { body: { data: this.create(call) } };
    if (path === '/api/taxes')
      return {
        body: { data: [{ type: 'taxes', id: '1', attributes: { tax_code: 'NOR', tax_percentage: '23.0' } }] },
      };
    if (path === '/api/commercial_document_series')
      return {
        body: {
          data: [
            {
              type: 'commercial_document_series',
              id: '337',
              attributes: {
                prefix: '2026',
                atcud_prefix: query.get('filter[document_type]') === 'FT' ? 'TOCFT' : 'TOCNC',
              },
            },
          ],
        },
      };
    const [, printed] = /^\/api\/url_for_print\/(\d+)$/.exec(path) ?? [];
    if (printed) {
      const { hostname, port } = new URL(this.url);
      const url = { scheme: 'http', host: hostname, port: Number(port), path: `/pdf/${printed}` };
      return {
        body: { data: { type: 'url_for_print', id: printed, attributes: this.isPdfReady ? { url } : {} } },
      };
    }
    throw new StandInError(404, { errors: [{ code: 'JA009', detail: `no ${path}` }] });
  }

  private grant({ body, headers }: StandInCall): StandInReply {
    const isGranted =
      headers.authorization === BASIC &&
      body.scope === 'commercial' &&
      this.acceptsCredentials &&
      (body.grant_type === 'authorization_code'
        ? this.code !== '' && body.code === this.code
        : body.refresh_token === this.refreshToken);
    if (!isGranted) throw new StandInError(400, { error: 'invalid_grant' });
    this.code = '';
    this.tokens++;
    this.accessToken = `toc-access-${this.tokens}`;
    this.refreshToken = `toc-refresh-${this.tokens}`;
    return {
      body: {
        access_token: this.accessToken,
        expires_in: 14_400,
        refresh_token: this.refreshToken,
        token_type: 'Bearer',
      },
    };
  }

  private list(query: URLSearchParams) {
    return this.documents
      .filter(
        ({ kind, reference, state }) =>
          state !== 'deleted' &&
          reference === query.get('filter[external_reference]') &&
          CODES[kind] === query.get('filter[document_type]'),
      )
      .map((each) => this.view(each));
  }

  private create({ body }: StandInCall) {
    const refuse = (field: string, words: string): never => {
      throw new StandInError(422, { errors: [{ code: 'JA016', detail: `${field}: ${words}` }] });
    };
    const [line] = body.lines as { unit_price: number; quantity: number; tax_code: string }[];
    if (body.vat_included_prices !== true || line!.tax_code !== 'NOR') refuse('lines', 'taxa inválida');
    const parent = this.listFinal().find((each) => this.format(each) === body.parent_document_reference);
    const document = this.addDocument(
      {
        kind: TYPES[body.document_type as keyof typeof TYPES],
        reference: String(body.external_reference),
        taxNumber: String(body.customer_tax_registration_number),
        name: String(body.customer_business_name),
        // A service that splits a price may put it together again as another one.
        totalCents: this.roundsNet
          ? Math.round(Math.round((line!.unit_price * 100) / 1.23) * 1.23)
          : Math.round(line!.unit_price * line!.quantity * 100),
        creditedId: parent?.id ?? null,
        date: String(body.date),
      },
      refuse,
    );
    this.finalize(document);
    return this.view(document);
  }

  private format({ kind, serial }: StandInDocument): string {
    return `${CODES[kind]} 2026/${serial}`;
  }

  private view(document: StandInDocument) {
    return {
      type: 'commercial_sales_documents',
      id: String(document.id),
      attributes: {
        status: STATUSES[document.state],
        document_type: CODES[document.kind],
        document_no: this.format(document),
        external_reference: document.reference,
        customer_tax_registration_number: document.taxNumber,
        gross_total: (document.totalCents / 100).toFixed(2),
      },
    };
  }
}
