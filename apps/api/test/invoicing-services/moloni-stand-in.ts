import {
  InvoicingStandIn,
  isTaxNumber,
  type StandInCall,
  type StandInDocument,
  type StandInReply,
} from './stand-in.ts';

const CREDENTIALS = { client_id: 'wopack', client_secret: 'moloni-client-secret' };
const USER = { username: 'finance@wopack.example', password: 'moloni-password' };
const KINDS = { invoices: 'invoice', creditNotes: 'credit_note' } as const;
const SAFT_CODES = { invoice: 'FT', credit_note: 'NC' } as const;

/** As moloni.pt/dev describes version 1 of the API: refusals have status 200. */
export class MoloniStandIn extends InvoicingStandIn {
  readonly service = 'moloni';
  readonly customers: { customer_id: number; vat: string; number: string; name: string }[] = [];
  accessToken = '';
  refreshToken = '';
  private tokens = 0;

  buildEnv(): NodeJS.ProcessEnv {
    return {
      MOLONI_CLIENT_ID: CREDENTIALS.client_id,
      MOLONI_CLIENT_SECRET: CREDENTIALS.client_secret,
      MOLONI_USERNAME: USER.username,
      MOLONI_PASSWORD: USER.password,
      MOLONI_COMPANY_ID: '5',
      MOLONI_DOCUMENT_SET_ID: '774364',
      MOLONI_PRODUCT_ID: '9',
      MOLONI_URL: `${this.url}/v1`,
    };
  }

  protected handle(call: StandInCall): StandInReply {
    if (call.path === '/v1/grant/') return this.grant(call.query);
    if (call.query.get('access_token') !== this.accessToken || !this.acceptsCredentials)
      return { status: 401, body: { error: 'invalid_token' } };
    if (call.body.company_id !== 5)
      return { body: [{ code: '1 company_id', description: 'Empresa inválida' }] };
    const [, resource = '', action = ''] = /^\/v1\/(\w+)\/(\w+)\/$/.exec(call.path) ?? [];
    if (resource in KINDS)
      return { body: this.change(KINDS[resource as keyof typeof KINDS], action, call.body) };
    return { body: this.read(`${resource}/${action}`, call.body) };
  }

  private grant(query: URLSearchParams): StandInReply {
    const credentials = Object.fromEntries(query);
    const isClient =
      credentials.client_id === CREDENTIALS.client_id &&
      credentials.client_secret === CREDENTIALS.client_secret;
    const isUser =
      credentials.grant_type === 'password'
        ? credentials.username === USER.username && credentials.password === USER.password
        : credentials.refresh_token === this.refreshToken;
    if (!isClient || !isUser || !this.acceptsCredentials)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid credentials' } };
    this.tokens++;
    // A refresh token is valid once.
    this.accessToken = `moloni-access-${this.tokens}`;
    this.refreshToken = `moloni-refresh-${this.tokens}`;
    return {
      body: {
        access_token: this.accessToken,
        expires_in: 3600,
        token_type: 'bearer',
        scope: null,
        refresh_token: this.refreshToken,
      },
    };
  }

  private read(name: string, body: Record<string, unknown>): unknown {
    switch (name) {
      case 'customers/getByVat':
        return this.customers.filter(({ vat }) => vat === body.vat);
      case 'customers/insert': {
        if (!isTaxNumber(String(body.vat))) return [{ code: '2 vat', description: 'Contribuinte inválido' }];
        if (this.customers.some(({ number }) => number === body.number))
          return [{ code: '3 number', description: 'Já existe um cliente com esse número' }];
        const customer = this.buildCustomer(body, 1000 + this.customers.length);
        this.customers.push(customer);
        return { valid: 1, customer_id: customer.customer_id };
      }
      case 'customers/getByNumber':
        return this.customers.filter(({ number }) => number === body.number);
      case 'customers/update': {
        const index = this.customers.findIndex(({ customer_id: id }) => id === body.customer_id);
        const customer = this.customers[index];
        if (!customer) return [{ code: '3 customer_id', description: 'Cliente inválido' }];
        this.customers[index] = this.buildCustomer(body, customer.customer_id);
        return { valid: 1, customer_id: customer.customer_id };
      }
      case 'countries/getAll':
        return [{ country_id: 1, iso_3166_1: 'pt', name: 'Portugal' }];
      case 'maturityDates/getAll':
        return [{ maturity_date_id: 3, days: 0 }];
      case 'paymentMethods/getAll':
        return [{ payment_method_id: 4 }];
      case 'documentSets/getAll':
        return [{ document_set_id: 774364, name: '2026' }];
      case 'taxes/getAll':
        return [
          { tax_id: 1, value: 6, saft_type: 1 },
          { tax_id: 2, value: 23, saft_type: 2 },
          { tax_id: 3, value: 23, saft_type: 1 },
        ];
      case 'documents/getPDFLink':
        return this.isPdfReady ? { url: `${this.url}/downloads/?h=abc&d=${String(body.document_id)}` } : {};
      default:
        return [{ code: '0', description: `no ${name}` }];
    }
  }

  private buildCustomer(body: Record<string, unknown>, customerId: number) {
    const { vat, number, name, address, city, zip_code } = body as Record<string, string>;
    return { customer_id: customerId, vat: vat!, number: number!, name: name!, address, city, zip_code };
  }

  private change(kind: StandInDocument['kind'], action: string, body: Record<string, unknown>): unknown {
    if (action === 'getAll')
      return this.documents
        .filter(
          (each) => each.kind === kind && each.reference === body.our_reference && each.state !== 'deleted',
        )
        .map((each) => this.view(each));
    if (action === 'insert') return this.insert(kind, body);
    const document = this.documents.find(({ id, state }) => id === body.document_id && state !== 'deleted');
    if (!document) return [{ code: '3 document_id', description: 'Documento inválido' }];
    if (action === 'getOne') return this.view(document);
    if (document.state !== 'draft') return [{ code: '4 status', description: 'O documento está fechado' }];
    if (action === 'delete') document.state = 'deleted';
    else if (kind === 'credit_note' && !body.associated_documents)
      return [{ code: '5 associated_documents', description: 'Faltam documentos associados' }];
    else this.finalize(document);
    return { valid: 1, document_id: document.id };
  }

  private insert(kind: StandInDocument['kind'], body: Record<string, unknown>): unknown {
    const [product] = body.products as { price: number; qty: number; taxes: { tax_id: number }[] }[];
    const [associated] = (body.associated_documents ?? []) as { associated_id: number }[];
    const customer = this.customers.find(({ customer_id: id }) => id === body.customer_id);
    const refusal: { code: string; description: string }[] = [];
    try {
      const { id } = this.addDocument(
        {
          kind,
          reference: String(body.our_reference),
          taxNumber: customer?.vat ?? '',
          name: customer?.name ?? '',
          totalCents: this.getTotal(product!.price * product!.qty, product!.taxes[0]!.tax_id === 3 ? 23 : 6),
          creditedId: associated?.associated_id ?? null,
          date: String(body.date),
        },
        (field, words) => {
          refusal.push({ code: `2 ${field}`, description: words });
          throw new Error(words);
        },
      );
      return { valid: 1, document_id: id };
    } catch (error) {
      if (refusal.length > 0) return refusal;
      throw error;
    }
  }

  private view({ id, kind, state, reference, serial, totalCents, taxNumber }: StandInDocument) {
    return {
      document_id: id,
      our_reference: reference,
      status: state === 'draft' ? 0 : state === 'final' ? 1 : 2,
      number: serial ?? 0,
      document_set_name: '2026',
      document_type: { document_type_id: 1, saft_code: SAFT_CODES[kind] },
      net_value: totalCents / 100,
      entity_vat: taxNumber,
      atcud: serial === null ? '' : `MOL2026-${serial}`,
    };
  }
}
