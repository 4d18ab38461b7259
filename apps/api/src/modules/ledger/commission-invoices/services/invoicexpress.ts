import { formatDecimalEuros } from '@wopack/domain';
import type { InvoicingConfig } from '../../../../config/invoicing.ts';
import { callService, fetchPdf, type ServiceCall } from './call-service.ts';
import {
  assertTotal,
  blame,
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

type Config = InvoicingConfig & { service: 'invoicexpress' };

interface Document {
  id: number;
  status: string;
  type: string;
  reference: string | null;
  /** 'WPK/17', as it is printed: the other one begins with the number. */
  inverted_sequence_number?: string | null;
  sequence_number: string;
  atcud?: string | null;
  total: number | string;
  client?: { id: number; fiscal_id?: string | null };
}

const PATHS = { invoice: 'invoices', credit_note: 'credit_notes' } as const;
const TYPES = { invoice: 'Invoice', credit_note: 'CreditNote' } as const;
const PAGE_SIZE = 30;
/** Between them are the amounts without VAT, however they are rounded. */
const NET_TOLERANCE_CENTS = 2;

/**
 * InvoiceXpress, API v2. Sources: docs.invoicexpress.com (create, change state, list, PDF), invoicexpress.com/api-v2.
 *
 * A document is created as a draft, which has no number and may be removed; its total is compared before it is
 * finalized. Documents are looked up in the list of their days and amounts and compared by `reference`: the
 * documentation does not say whether the search by `text` looks at references.
 *
 * Not found in the documentation, so assumed: that the body is named `invoice` for credit notes too, as the examples have
 * it for other types; that a list without `status[]` has drafts and finalized documents. The tax is found by its name,
 * IVA and the rate: with another name the total of the draft differs, and nothing is issued.
 */
export function createInvoiceXpress(config: Config): InvoicingService {
  const call = async (
    path: string,
    options: Omit<ServiceCall, 'timeoutMs'>,
    query: [string, string][] = [],
  ) => {
    const url = new URL(`${config.url}/${path}`);
    for (const [name, value] of query) url.searchParams.append(name, value);
    url.searchParams.set('api_key', config.apiKey);
    return callService(url, {
      ...options,
      ...(options.body && { headers: { 'content-type': 'application/json' } }),
      timeoutMs: config.timeoutMs,
    });
  };

  const getDocument = async (path: string, ref: number | string): Promise<Document> =>
    unwrap((await call(`${path}/${ref}.json`, { changes: false })).body);

  /** Asks for the client where the document lacks it: documented examples have its number and name alone. */
  async function getTaxNumber({ client }: Document): Promise<string> {
    if (client?.fiscal_id) return client.fiscal_id;
    if (!client?.id) return '';
    const { body } = await call(`clients/${client.id}.json`, { changes: false });
    return (body as { client?: { fiscal_id?: string | null } } | null)?.client?.fiscal_id ?? '';
  }

  async function* listDocuments({ kind, date, since, amountCents, vatPercent }: DocumentRequest) {
    const net = (amountCents * 100) / (100 + vatPercent);
    const filters: [string, string][] = [
      ['type[]', TYPES[kind]],
      ['date[from]', formatDate(since)],
      ['date[to]', formatDate(date)],
      ['total_before_taxes[from]', formatDecimalEuros(Math.floor(net) - NET_TOLERANCE_CENTS)],
      ['total_before_taxes[to]', formatDecimalEuros(Math.ceil(net) + NET_TOLERANCE_CENTS)],
      ['non_archived', 'true'],
      ['archived', 'true'],
    ];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await call('invoices.json', { changes: false }, [
        ...filters,
        ['page', String(page)],
        ['per_page', String(PAGE_SIZE)],
      ]);
      const list = body as { invoices?: Document[]; pagination?: { total_pages?: number | string } } | null;
      if (!Array.isArray(list?.invoices)) throw new UnavailableError('the list of documents is none');
      yield* list.invoices;
      pages = Number(list.pagination?.total_pages ?? 1);
    }
  }

  const changeState = async (path: string, ref: number, state: 'finalized' | 'deleted') => {
    await call(`${path}/${ref}/change-state.json`, {
      method: 'PUT',
      changes: true,
      body: JSON.stringify({ invoice: { state } }),
    });
  };

  const buildDocument = (request: DocumentRequest) => ({
    date: formatDate(request.date),
    due_date: formatDate(request.date),
    reference: request.reference,
    ...(config.sequenceId && { sequence_id: config.sequenceId }),
    ...(request.credited && { owner_invoice_id: Number(request.credited.ref) }),
    client: {
      name: request.customer.name,
      // By it a client is found again, whatever its name has become.
      code: `wopack-${request.customer.id}${request.customer.is_former ? '-former' : ''}`,
      address: request.customer.address,
      postal_code: request.customer.post_code,
      city: request.customer.city,
      country: new Intl.DisplayNames('en', { type: 'region' }).of(request.customer.country),
      fiscal_id: formatTaxNumber(request.customer),
    },
    items: [
      {
        name: 'WoPack',
        description: request.description,
        unit_price: formatNet(request.amountCents, request.vatPercent),
        quantity: '1.0',
        tax: { name: `IVA${request.vatPercent}` },
      },
    ],
  });

  return {
    name: 'invoicexpress',
    async find(request) {
      const matches: Document[] = [];
      for await (const document of listDocuments(request))
        if (document.reference === request.reference && document.status !== 'deleted') matches.push(document);
      const path = PATHS[request.kind];
      for (const { id, status } of matches) if (status === 'draft') await changeState(path, id, 'deleted');
      const numbered = matches.filter(({ status }) => status !== 'draft');
      const issued = numbered.find(({ status }) => status !== 'canceled');
      if (issued) {
        const document = await getDocument(path, issued.id);
        return toIssued(document, await getTaxNumber(document));
      }
      if (numbered[0]) throw new RefusedError(toNumber(numbered[0]), 'cancelled');
      return null;
    },
    async issue(request) {
      const path = PATHS[request.kind];
      const { body } = await call(`${path}.json`, {
        method: 'POST',
        changes: true,
        body: JSON.stringify({ invoice: buildDocument(request) }),
      });
      const draft = unwrap(body);
      try {
        assertTotal(request, parseEuros(draft.total));
      } catch (error) {
        await changeState(path, draft.id, 'deleted');
        throw error;
      }
      await changeState(path, draft.id, 'finalized');
      // What is not answered now is looked up: the document is issued.
      const document = await getDocument(path, draft.id).catch((error: Error) => {
        throw new LostAnswerError(error.message);
      });
      return toIssued(document, formatTaxNumber(request.customer));
    },
    async getPdf(ref) {
      const { status, body } = await call(`api/pdf/${ref}.json`, { changes: false });
      const { output } = (body ?? {}) as { output?: { pdfUrl?: string; pdf_url?: string } };
      // The documentation has both names.
      const address = output?.pdfUrl ?? output?.pdf_url;
      return status === 202 || !address ? null : fetchPdf(address, { ...config, baseUrl: config.url });
    },
    async check() {
      const { body } = await call('sequences.json', { changes: false }).catch(blame('INVOICEXPRESS_ACCOUNT'));
      const { sequences = [] } = (body ?? {}) as { sequences?: { id: number | string }[] };
      if (config.sequenceId && !sequences.some(({ id }) => String(id) === config.sequenceId))
        throw new WrongSettingError('INVOICEXPRESS_SEQUENCE_ID', 'the account has no such series');
    },
  };
}

/** 'DD/MM/YYYY'. */
const formatDate = (date: string): string => date.split('-').toReversed().join('/');

const toNumber = (document: Document): string =>
  document.inverted_sequence_number || document.sequence_number;

/** The document is the only property, named by its type. */
function unwrap(body: unknown): Document {
  const [document] = Object.values((body ?? {}) as Record<string, Document>);
  if (!document || typeof document !== 'object' || !document.id)
    throw new LostAnswerError('the answer has no document');
  return document;
}

function toIssued(document: Document, taxNumber: string): IssuedDocument {
  if (document.status === 'draft') throw new LostAnswerError('the document is still a draft');
  return {
    ref: String(document.id),
    number: toNumber(document),
    atcud: document.atcud || null,
    totalCents: parseEuros(document.total),
    taxNumber,
  };
}
