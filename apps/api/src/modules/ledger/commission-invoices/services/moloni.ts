import type { InvoicingConfig } from '../../../../config/invoicing.ts';
import type { Context } from '../../../../platform/context.ts';
import { callService, fetchPdf, listWords, shorten } from './call-service.ts';
import {
  assertTotal,
  blame,
  CredentialsRefusedError,
  type DocumentRequest,
  formatNet,
  formatTaxNumber,
  type InvoicingService,
  type IssuedDocument,
  LostAnswerError,
  parseEuros,
  RefusedError,
  UnavailableError,
  WrongSettingError,
} from './invoicing-service.ts';
import { createOAuthTokens, parseTokens, type Tokens } from './oauth-tokens.ts';

type Config = InvoicingConfig & { service: 'moloni' };

interface Document {
  document_id: number;
  our_reference: string;
  status: number | string;
  number: number;
  document_set_name: string;
  document_type?: { saft_code?: string };
  /** With VAT. */
  net_value: number;
  atcud?: string;
  /** Tax number of the customer. */
  entity_vat?: string;
}

interface Customer {
  customer_id: number;
  vat: string;
  number: string;
  name: string;
  address: string;
  city: string;
  zip_code?: string;
}

const PATHS = { invoice: 'invoices', credit_note: 'creditNotes' } as const;
const SAFT_CODES = { invoice: 'FT', credit_note: 'NC' } as const;
const DRAFT = 0;
const CLOSED = 1;
const VAT = 1;

/**
 * Moloni, API v1. Sources: moloni.pt/dev (autenticacao, customers/getByVat, customers/getByNumber, customers/insert, customers/update, creditNotes/getOne,
 * creditNotes/insert, taxes/getAll, documents/getPDFLink), and the company's own plugin for WooCommerce
 * (github.com/moloni-pt/woocommerce): a draft is inserted, its `net_value` is compared, then it is closed by an update
 * that repeats its associated documents.
 *
 * Not found in the documentation, so assumed: that the field of invoices is named as that of credit notes
 * (`our_reference`), that a list is filtered by it exactly, and that a status other than draft and closed is cancelled. If the list has other documents, nothing is concluded
 * from it. A refusal is an answer with status 200 that is no object with `valid: 1`.
 */
export function createMoloni(
  context: Pick<Context, 'db' | 'clock' | 'secrets'>,
  config: Config,
): InvoicingService {
  const { timeoutMs } = config;

  /** The documented way: a GET whose query has the credentials. It is neither logged nor traced. */
  async function grant(parameters: Record<string, string>): Promise<Tokens> {
    const url = new URL(`${config.url}/grant/`);
    const credentials = { client_id: config.clientId, client_secret: config.clientSecret };
    url.search = String(new URLSearchParams({ ...parameters, ...credentials }));
    const { body } = await callService(url, { timeoutMs, changes: false }).catch((error: Error) => {
      throw error instanceof RefusedError
        ? new CredentialsRefusedError('the credentials are not accepted')
        : error;
    });
    return parseTokens(body);
  }
  const tokens = createOAuthTokens(context, 'moloni', {
    begin: () => grant({ grant_type: 'password', username: config.username, password: config.password }),
    renew: (refreshToken) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });

  const call = <T>(path: string, parameters: object, { changes = false } = {}): Promise<T> =>
    tokens.withToken(async (accessToken) => {
      const url = new URL(`${config.url}/${path}/`);
      url.search = String(
        new URLSearchParams({ access_token: accessToken, json: 'true', human_errors: 'true' }),
      );
      const { body } = await callService(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ company_id: config.companyId, ...parameters }),
        timeoutMs,
        changes,
      });
      const { error } = (body ?? {}) as { error?: unknown };
      if (error) throw new CredentialsRefusedError(`POST ${url.pathname}: ${String(error)}`);
      return body as T;
    });

  const change = async <T extends object>(path: string, parameters: object): Promise<T> => {
    const body = await call<{ valid?: number } & T>(path, parameters, { changes: true });
    if (body?.valid !== 1)
      throw new RefusedError(shorten(listWords(body).join('; ') || 'refused without a word'));
    return body;
  };

  const listAll = async <T>(path: string, parameters: object = {}): Promise<T[]> => {
    const rows = await call<T[]>(path, parameters);
    if (!Array.isArray(rows)) throw new UnavailableError(`${path} answers no list`);
    if (isRefusal(rows)) throw new RefusedError(shorten(listWords(rows).join('; ')));
    return rows;
  };

  const first = <T>(rows: readonly T[], what: string): T => {
    const [row] = rows;
    if (row === undefined) throw new RefusedError(`the company has no ${what}`);
    return row;
  };

  /** The number of a customer is unique, and the same business may have been one under another tax number. */
  async function findFreeNumber(prefix: string): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const number = attempt === 1 ? prefix : `${prefix}-${attempt}`;
      const customers = await listAll<Customer>('customers/getByNumber', { number, exact: 1 });
      if (!customers.some((each) => each.number === number)) return number;
    }
  }

  /** By the tax number, named as the document is to name them: the service copies its name from there. */
  async function findCustomer({ customer }: DocumentRequest): Promise<number> {
    const vat = formatTaxNumber(customer);
    const customers = await listAll<Customer>('customers/getByVat', { vat });
    const match = customers.find((each) => each.vat === vat);
    const fields = {
      vat,
      name: customer.name,
      address: customer.address || '-',
      city: customer.city || '-',
      ...(customer.post_code && { zip_code: customer.post_code }),
    };
    const isCurrent =
      match && Object.entries(fields).every(([name, value]) => match[name as keyof Customer] === value);
    if (isCurrent) return match.customer_id;
    const [countries, maturities, methods] = await Promise.all([
      listAll<{ country_id: number; iso_3166_1: string }>('countries/getAll'),
      listAll<{ maturity_date_id: number }>('maturityDates/getAll'),
      listAll<{ payment_method_id: number }>('paymentMethods/getAll'),
    ]);
    const country = countries.find(({ iso_3166_1: code }) => code.toUpperCase() === customer.country);
    const { customer_id } = await change<{ customer_id: number }>(
      match ? 'customers/update' : 'customers/insert',
      {
        ...fields,
        ...(match && { customer_id: match.customer_id }),
        number: match?.number || (await findFreeNumber(`wopack-${customer.id}`)),
        language_id: 1,
        country_id: first(country ? [country] : [], `country ${customer.country}`).country_id,
        maturity_date_id: first(maturities, 'maturity date').maturity_date_id,
        payment_method_id: first(methods, 'payment method').payment_method_id,
        copies: [],
      },
    );
    return match?.customer_id ?? customer_id;
  }

  async function findTax({ vatPercent }: DocumentRequest): Promise<number> {
    const taxes = await listAll<{ tax_id: number; value: number | string; saft_type: number | string }>(
      'taxes/getAll',
    );
    const tax = taxes.filter(
      ({ value, saft_type }) => Number(value) === vatPercent && Number(saft_type) === VAT,
    );
    return first(tax, `VAT of ${vatPercent} %`).tax_id;
  }

  const getDocument = (path: string, ref: number | string) =>
    call<Document>(`${path}/getOne`, { document_id: Number(ref) });

  const discard = (path: string, ref: number) => change(`${path}/delete`, { document_id: ref });

  function toIssued({ kind }: DocumentRequest, document: Document): IssuedDocument {
    if (!document?.document_id || Number(document.status) !== CLOSED)
      throw new LostAnswerError('the document is not closed');
    return {
      ref: String(document.document_id),
      number: `${document.document_type?.saft_code ?? SAFT_CODES[kind]} ${document.document_set_name}/${document.number}`,
      atcud: document.atcud || null,
      totalCents: parseEuros(document.net_value),
      taxNumber: document.entity_vat ?? '',
    };
  }

  return {
    name: 'moloni',
    async find(request) {
      const path = PATHS[request.kind];
      const documents = await listAll<Document>(`${path}/getAll`, { our_reference: request.reference });
      if (documents.some((document) => document.our_reference !== request.reference))
        throw new UnavailableError('the list is not filtered by the reference');
      const issued = documents.find(({ status }) => Number(status) === CLOSED);
      for (const { document_id: id, status } of documents)
        if (Number(status) === DRAFT) await discard(path, id);
      if (issued) return toIssued(request, await getDocument(path, issued.document_id));
      const cancelled = documents.find(({ status }) => Number(status) !== DRAFT);
      if (cancelled)
        throw new RefusedError(`${cancelled.document_set_name}/${cancelled.number}`, 'cancelled');
      return null;
    },
    async issue(request) {
      const path = PATHS[request.kind];
      const associated = request.credited && {
        associated_documents: [
          { associated_id: Number(request.credited.ref), value: request.amountCents / 100 },
        ],
      };
      const { document_id: id } = await change<{ document_id: number }>(`${path}/insert`, {
        date: request.date,
        expiration_date: request.date,
        document_set_id: config.documentSetId,
        customer_id: await findCustomer(request),
        our_reference: request.reference,
        products: [
          {
            product_id: config.productId,
            name: request.description,
            qty: 1,
            price: Number(formatNet(request.amountCents, request.vatPercent)),
            taxes: [{ tax_id: await findTax(request), order: 0, cumulative: 0 }],
          },
        ],
        ...associated,
        status: DRAFT,
      });
      const draft = await getDocument(path, id);
      try {
        assertTotal(request, parseEuros(draft.net_value));
      } catch (error) {
        await discard(path, id);
        throw error;
      }
      await change(`${path}/update`, { document_id: id, ...associated, status: CLOSED });
      const document = await getDocument(path, id).catch((error: Error) => {
        throw new LostAnswerError(error.message);
      });
      return toIssued(request, document);
    },
    async getPdf(ref) {
      const { url } = await call<{ url?: string }>('documents/getPDFLink', { document_id: Number(ref) });
      const query = url?.split('?')[1];
      if (!url || !query) return null;
      // The link is that of a page; by this address the plugin of Moloni downloads the file itself.
      const { origin } = new URL(url);
      const address = `${origin}/downloads/index.php?action=getDownload&${query}&t=n`;
      return fetchPdf(address, { timeoutMs, baseUrl: config.url });
    },
    async check() {
      const sets = await listAll<{ document_set_id: number }>('documentSets/getAll').catch(
        blame('MOLONI_COMPANY_ID'),
      );
      if (!sets.some(({ document_set_id: id }) => id === config.documentSetId))
        throw new WrongSettingError('MOLONI_DOCUMENT_SET_ID', 'the company has no such series');
    },
  };
}

/** A list of what is wrong, with codes such as '1 company_id', in place of the list that was asked for. */
const isRefusal = (rows: readonly unknown[]): boolean =>
  rows.length > 0 &&
  rows.every((row) => typeof row === 'object' && row !== null && 'code' in row && 'description' in row);
