import { InvoicingStandIn, type StandInCall, type StandInDocument, StandInError } from './stand-in.ts';

const API_KEY = 'ix-secret-key';
const KINDS = { invoices: 'invoice', credit_notes: 'credit_note' } as const;
const TYPES = { invoice: 'Invoice', credit_note: 'CreditNote' } as const;
const STATUSES = { draft: 'draft', final: 'final', canceled: 'canceled', deleted: 'deleted' } as const;
/** Of the list. */
const PAGE_SIZE = 30;

interface Item {
  unit_price: string;
  quantity: string;
  tax: { name: string };
}

/** As docs.invoicexpress.com describes version 2 of the API. */
export class InvoiceXpressStandIn extends InvoicingStandIn {
  readonly service = 'invoicexpress';

  buildEnv(): NodeJS.ProcessEnv {
    return { INVOICEXPRESS_ACCOUNT: 'wopack', INVOICEXPRESS_API_KEY: API_KEY, INVOICEXPRESS_URL: this.url };
  }

  protected handle(call: StandInCall) {
    const { method, path, query } = call;
    if (query.get('api_key') !== API_KEY || !this.acceptsCredentials)
      throw new StandInError(401, { errors: [{ error: 'Access denied' }] });
    const pdf = /^\/api\/pdf\/(\d+)\.json$/.exec(path);
    if (pdf) {
      this.getDocument(pdf[1]!);
      return this.isPdfReady
        ? { body: { output: { pdfUrl: `${this.url}/pdf/${pdf[1]}.pdf` } } }
        : { status: 202 };
    }
    if (path === '/sequences.json') return { body: { sequences: [{ id: 71, serie: 'WPK' }] } };
    const client = /^\/clients\/(\d+)\.json$/.exec(path);
    if (client) {
      const { id, name, taxNumber } = this.getDocument(client[1]!);
      return { body: { client: { id, name, fiscal_id: taxNumber } } };
    }
    if (method === 'GET' && path === '/invoices.json') return { body: this.list(query) };
    const [, plural, id, isChange] =
      /^\/(invoices|credit_notes)(?:\/(\d+))?(\/change-state)?\.json$/.exec(path) ?? [];
    if (!plural) throw new StandInError(404, { errors: [{ error: 'Not found' }] });
    const kind = KINDS[plural as keyof typeof KINDS];
    if (method === 'POST' && !id)
      return { status: 201, body: { [kind]: this.view(this.create(kind, call)) } };
    const document = this.getDocument(id!);
    if (isChange) {
      const { state } = call.body.invoice as { state: string };
      if (document.state !== 'draft') throw new StandInError(422, { errors: [{ error: 'Estado inválido' }] });
      if (state === 'finalized') this.finalize(document);
      else document.state = 'deleted';
    }
    return { body: { [kind]: this.view(document) } };
  }

  private getDocument(id: string): StandInDocument {
    const document = this.documents.find((each) => each.id === Number(id) && each.state !== 'deleted');
    if (!document) throw new StandInError(404, { errors: [{ error: 'Not found' }] });
    return document;
  }

  private create(kind: StandInDocument['kind'], { body }: StandInCall): StandInDocument {
    const { date, reference, client, items, owner_invoice_id } = body.invoice as {
      date: string;
      reference: string;
      client: { fiscal_id: string; name: string };
      items: Item[];
      owner_invoice_id?: number;
    };
    const [item] = items;
    // A tax that the account does not have is left out.
    const rate = item!.tax.name === 'IVA23' ? 23 : 0;
    return this.addDocument(
      {
        kind,
        reference,
        taxNumber: client.fiscal_id,
        name: client.name,
        totalCents: this.getTotal(Number(item!.unit_price) * Number(item!.quantity), rate),
        creditedId: owner_invoice_id ?? null,
        date: date.split('/').toReversed().join('-'),
      },
      (field, words) => {
        throw new StandInError(422, { errors: [{ error: `${field} ${words}` }] });
      },
    );
  }

  private list(query: URLSearchParams) {
    const toDay = (name: string) => query.get(name)!.split('/').toReversed().join('-');
    const matches = this.documents.filter(
      ({ kind, date, state, totalCents }) =>
        TYPES[kind] === query.get('type[]') &&
        state !== 'deleted' &&
        date >= toDay('date[from]') &&
        date <= toDay('date[to]') &&
        totalCents / 1.23 >= Number(query.get('total_before_taxes[from]')) * 100 &&
        totalCents / 1.23 <= Number(query.get('total_before_taxes[to]')) * 100,
    );
    const page = Number(query.get('page'));
    return {
      invoices: matches.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((each) => this.view(each)),
      pagination: { current_page: page, total_pages: Math.max(1, Math.ceil(matches.length / PAGE_SIZE)) },
    };
  }

  private view({ id, kind, state, reference, serial, totalCents, name }: StandInDocument) {
    return {
      id,
      status: STATUSES[state],
      type: TYPES[kind],
      reference,
      sequence_number: serial === null ? 'rascunho' : `${serial}/WPK`,
      inverted_sequence_number: serial === null ? 'rascunho' : `WPK/${serial}`,
      atcud: serial === null ? null : `JFX2026-${serial}`,
      total: totalCents / 100,
      // One client a document: its number is that of the document.
      client: { id, name },
    };
  }
}
