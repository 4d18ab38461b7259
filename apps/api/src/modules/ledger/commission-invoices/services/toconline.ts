import type { InvoicingConfig } from '../../../../config/invoicing.ts';
import type { Context } from '../../../../platform/context.ts';
import { callService, fetchPdf } from './call-service.ts';
import {
  assertTotal,
  blame,
  CredentialsRefusedError,
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

type Config = InvoicingConfig & { service: 'toconline' };

interface Attributes {
  status: number | string;
  document_type: string;
  /** 'FT 2026/17'. */
  document_no: string;
  external_reference: string | null;
  /** With VAT. */
  gross_total: number | string;
  customer_tax_registration_number?: string | null;
}

interface Resource<T> {
  id: string | number;
  attributes: T;
}

const TYPES = { invoice: 'FT', credit_note: 'NC' } as const;
const DOCUMENTS = 'commercial_sales_documents';
const DRAFT = 0;
const FINALIZED = 1;
/** The address of return that the documentation names; nothing is opened there. */
const REDIRECT_URI = 'https://oauth.pstmn.io/v1/callback';

/**
 * TOConline, API v1. Sources: api-docs.toconline.pt and cloudware.gitbook.io/documentacao-api (autenticacao-simplificada,
 * documentos-de-venda, documentos-retificativos, documentos-de-serie, descarregar-pdf-de-documentos-de-venda).
 *
 * A document is finalized by being created, so its total is compared afterwards; with `vat_included_prices` it is the
 * price itself. Documents are found by the filter of a field, which the documentation has for all fields of a resource
 * (an unknown one is refused); if the list has other documents, nothing is concluded from it. The authorization code is
 * answered to the credentials of the company, without anybody signing in.
 *
 * Not found in the documentation: a field for the ATCUD, which is composed as the law has it (Portaria 195/2020): the code
 * of the series and the number in it; whether amounts of credit notes are positive, as here; the numbers of statuses
 * other than draft and finalized, which are taken as cancelled.
 */
export function createTocOnline(
  context: Pick<Context, 'db' | 'clock' | 'secrets'>,
  config: Config,
): InvoicingService {
  const { timeoutMs } = config;
  const apiUrl = `${config.apiUrl.replace(/\/api$/, '')}/api`;

  async function grant(parameters: Record<string, string>): Promise<Tokens> {
    const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
    const { body } = await callService(new URL(`${config.oauthUrl}/token`), {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: String(new URLSearchParams({ ...parameters, scope: 'commercial' })),
      timeoutMs,
      changes: false,
    }).catch(refuseCredentials);
    return parseTokens(body);
  }

  async function getAuthorizationCode(): Promise<string> {
    const url = new URL(`${config.oauthUrl}/auth`);
    url.search = String(
      new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        scope: 'commercial',
      }),
    );
    const { headers } = await callService(url, { timeoutMs, changes: false }).catch(refuseCredentials);
    const code = URL.parse(headers.get('location') ?? '')?.searchParams.get('code');
    if (!code) throw new CredentialsRefusedError('the credentials are not accepted');
    return code;
  }

  const tokens = createOAuthTokens(context, 'toconline', {
    begin: async () => grant({ grant_type: 'authorization_code', code: await getAuthorizationCode() }),
    renew: (refreshToken) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });

  interface Call {
    method?: 'GET' | 'POST' | 'DELETE';
    query?: Record<string, string>;
    json?: object;
  }

  const call = (path: string, { method = 'GET', query = {}, json }: Call = {}): Promise<unknown> =>
    tokens.withToken(async (accessToken) => {
      const url = new URL(`${apiUrl}/${path}`);
      url.search = String(new URLSearchParams(query));
      const { body } = await callService(url, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/vnd.api+json',
        },
        ...(json && { body: JSON.stringify(json) }),
        timeoutMs,
        changes: method !== 'GET',
      });
      return body;
    });

  const list = async <T>(path: string, filters: Record<string, string>): Promise<Resource<T>[]> => {
    const query = Object.fromEntries(
      Object.entries(filters).map(([name, value]) => [`filter[${name}]`, value] as const),
    );
    const body = (await call(path, { query })) as { data?: Resource<T>[] } | null;
    if (!Array.isArray(body?.data)) throw new UnavailableError(`${path} answers no list`);
    return body.data;
  };

  async function findTaxCode(vatPercent: number): Promise<string> {
    const taxes = await list<{ tax_code: string; tax_percentage: number | string }>('taxes', {
      tax_country_region: 'PT',
      tax_percentage: String(vatPercent),
    });
    const tax = taxes.find(({ attributes }) => Number(attributes.tax_percentage) === vatPercent);
    if (!tax) throw new RefusedError(`the company has no VAT of ${vatPercent} %`);
    return tax.attributes.tax_code;
  }

  async function findAtcud({ document_type: type, document_no: number }: Attributes): Promise<string | null> {
    const [, prefix = '', serial = ''] = /^\S+ (.+)\/(\d+)$/.exec(number) ?? [];
    const series = await list<{ prefix: string; atcud_prefix?: string | null }>(
      'commercial_document_series',
      {
        document_type: type,
        prefix,
      },
    );
    const code = series.find(({ attributes }) => attributes.prefix === prefix)?.attributes.atcud_prefix;
    return code && serial ? `${code}-${serial}` : null;
  }

  async function toIssued({ id, attributes }: Resource<Attributes>): Promise<IssuedDocument> {
    return {
      ref: String(id),
      number: attributes.document_no,
      // Of an issued document; the next look asks again.
      atcud: await findAtcud(attributes).catch(() => null),
      totalCents: parseEuros(attributes.gross_total),
      taxNumber: attributes.customer_tax_registration_number ?? '',
    };
  }

  return {
    name: 'toconline',
    async find(request) {
      const documents = await list<Attributes>(DOCUMENTS, {
        external_reference: request.reference,
        document_type: TYPES[request.kind],
      });
      if (documents.some(({ attributes }) => attributes.external_reference !== request.reference))
        throw new UnavailableError('the list is not filtered by the reference');
      const drafts = documents.filter(({ attributes }) => Number(attributes.status) === DRAFT);
      for (const { id } of drafts) await call(`${DOCUMENTS}/${id}`, { method: 'DELETE' });
      const issued = documents.find(({ attributes }) => Number(attributes.status) === FINALIZED);
      if (issued) return toIssued(issued);
      const [cancelled] = documents.filter((document) => !drafts.includes(document));
      if (cancelled) throw new RefusedError(cancelled.attributes.document_no, 'cancelled');
      return null;
    },
    async issue(request) {
      const { customer } = request;
      const body = await call(`v1/${DOCUMENTS}`, {
        method: 'POST',
        json: {
          document_type: TYPES[request.kind],
          date: request.date,
          due_date: request.date,
          ...(config.series && { document_series_prefix: config.series }),
          ...(request.credited && { parent_document_reference: request.credited.number }),
          customer_tax_registration_number: formatTaxNumber(customer),
          customer_business_name: customer.name,
          customer_address_detail: customer.address,
          ...(customer.post_code && { customer_postcode: customer.post_code }),
          customer_city: customer.city,
          customer_country: customer.country,
          vat_included_prices: true,
          currency_iso_code: 'EUR',
          external_reference: request.reference,
          lines: [
            {
              item_type: 'Service',
              description: request.description,
              quantity: 1,
              unit_price: request.amountCents / 100,
              tax_code: await findTaxCode(request.vatPercent),
              tax_percentage: request.vatPercent,
            },
          ],
        },
      });
      const document = readDocument(body);
      const issued = await toIssued(document);
      assertTotal(request, issued.totalCents);
      return issued;
    },
    async getPdf(ref) {
      const body = await call(`url_for_print/${ref}`, {
        query: { 'filter[type]': 'Document', 'filter[copies]': '1' },
      });
      const { data } = (body ?? {}) as {
        data?: Resource<{ url?: { scheme: string; host: string; port?: number | string; path: string } }>;
      };
      const address = data?.attributes?.url;
      if (!address) return null;
      const { scheme, host, port, path } = address;
      return fetchPdf(`${scheme}://${host}${port ? `:${port}` : ''}${path}`, {
        timeoutMs,
        baseUrl: config.apiUrl,
      });
    },
    async check() {
      const series = await list<{ prefix: string }>('commercial_document_series', {
        document_type: TYPES.invoice,
      }).catch(blame('TOCONLINE_API_URL'));
      if (config.series && !series.some(({ attributes }) => attributes.prefix === config.series))
        throw new WrongSettingError('TOCONLINE_SERIES', 'the company has no such series');
    },
  };
}

function refuseCredentials(error: Error): never {
  throw error instanceof RefusedError
    ? new CredentialsRefusedError('the credentials are not accepted')
    : error;
}

/** Both forms are documented: a resource of JSON:API, and its attributes alone. */
function readDocument(body: unknown): Resource<Attributes> {
  const { data } = (body ?? {}) as { data?: Resource<Attributes> };
  if (data?.id && data.attributes) return data;
  const attributes = (body ?? {}) as Attributes & { id?: string | number };
  if (!attributes.id || !attributes.document_no) throw new LostAnswerError('the answer has no document');
  return { id: attributes.id, attributes };
}
