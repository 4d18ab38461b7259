import type {
  CommissionInvoiceKind,
  CommissionInvoiceOutcome,
  InvoicedCustomer,
  InvoicingServiceName,
} from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { DataSubject } from '../../../platform/personal-data.ts';
import { isFounders } from '../statements/statements.queries.ts';

type NewInvoice = Insertable<Database['commission_invoices']>;

export const insertCommissionInvoice = (trx: Trx, invoice: NewInvoice) =>
  trx.insertInto('commission_invoices').values(invoice).returning('id').executeTakeFirstOrThrow();

export const updateCommissionInvoice = (
  trx: Trx,
  id: number,
  change: Updateable<Database['commission_invoices']>,
) => trx.updateTable('commission_invoices').set(change).where('id', '=', id).execute();

const INVOICE_COLUMNS = [
  'id',
  'statement_id',
  'kind',
  'credits',
  'is_reversal',
  'reference',
  'customer',
  'amount_cents',
  'vat_percent',
  'state',
  'failure',
  'service',
  'tries',
  'created_at',
] as const;

/** Begins the references of this installation at a service, which another one may use too. */
export const getReferencePrefix = async (db: DbOrTrx): Promise<string> =>
  (await db.selectFrom('installation').select('reference_prefix').executeTakeFirstOrThrow()).reference_prefix;

/** The invoice of a statement, locked; undefined when it has none. */
export const lockInvoiceOfStatement = (trx: Trx, statementId: number) =>
  trx
    .selectFrom('commission_invoices')
    .select(INVOICE_COLUMNS)
    .where('statement_id', '=', statementId)
    .where('kind', '=', 'invoice')
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Credit notes of an invoice that count, locked. */
export const lockCreditNotesOf = (trx: Trx, invoiceId: number) =>
  trx
    .selectFrom('commission_invoices')
    .select(INVOICE_COLUMNS)
    .where('credits', '=', invoiceId)
    .where('state', '!=', 'replaced')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export interface CreditableInvoice {
  id: number;
  vat_percent: string;
  rest_cents: number;
  service: InvoicingServiceName;
  customer: InvoicedCustomer;
  /** Whether it is a document of the service in question, which can therefore credit it. */
  is_at_service: boolean;
}

/**
 * Invoices of a business that something can be given back of: those of a service first, and the newest first. Of one that
 * was handed over, those of its founder's time, or those since.
 */
export async function listCreditableInvoices(
  trx: Trx,
  { businessId, isFormer }: { businessId: number; isFormer: boolean },
  service: InvoicingServiceName,
): Promise<CreditableInvoice[]> {
  const { rows } = await sql<CreditableInvoice>`
    select invoice.id, invoice.vat_percent, invoice.service, invoice.customer,
      invoice.service = ${service} and invoice.state <> 'by_hand' as is_at_service, (invoice.amount_cents - coalesce((
      select sum(note.amount_cents) from commission_invoices note
      where note.credits = invoice.id and note.state <> 'replaced'), 0))::int as rest_cents
    from commission_invoices invoice join statements s on s.id = invoice.statement_id
    left join former_legal_identities former on former.user_id = s.user_id
    where s.user_id = ${businessId} and s.role = 'seller'
      and (former.user_id is null or ${isFormer} = (s.is_former or s.issued_at < former.ended_at))
      and invoice.kind = 'invoice' and invoice.state not in ('replaced', 'failed')
    order by is_at_service desc, invoice.id desc`.execute(trx);
  return rows.filter(({ rest_cents }) => rest_cents > 0);
}

/**
 * What a job is to do now: documents before PDFs, and what has been due longest first. A credit note waits for what it
 * gives back.
 */
export async function listDueInvoices(
  db: DbOrTrx,
  service: InvoicingServiceName,
  now: Date,
  limit: number,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select invoice.id from commission_invoices invoice
    left join commission_invoices credited on credited.id = invoice.credits
    where invoice.service = ${service} and invoice.next_try_at <= ${now}
      and (credited.id is null or credited.state = 'issued' and credited.service = invoice.service)
    order by invoice.state = 'issued', invoice.next_try_at, invoice.id limit ${limit}`.execute(db);
  return rows;
}

/** Invoices that a service refused, of businesses that state another tax number now than then, or did when they were handed over. */
export async function listCorrectedInvoices(
  db: DbOrTrx,
  service: InvoicingServiceName,
  limit: number,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select invoice.id from commission_invoices invoice
    join statements s on s.id = invoice.statement_id
    cross join lateral (
      select vat_number, tax_number from legal_identities where user_id = s.user_id and not ${isFounders}
      union all
      select vat_number, tax_number from former_legal_identities where user_id = s.user_id and ${isFounders}) identity
    where invoice.state = 'failed' and invoice.failure = 'refused' and invoice.kind = 'invoice'
      and invoice.service = ${service}
      and coalesce(nullif(identity.vat_number, ''), identity.tax_number, '') <> invoice.customer ->> 'tax_number'
    order by invoice.created_at, invoice.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Begins a try, if one is due: of several processes one, and after its end none before the time that the next one is due.
 * Returns what was before it.
 */
export async function beginTry(db: DbOrTrx, id: number, now: Date, nextTryAt: Date) {
  const { rows } = await sql<{ tries: number; may_be_done: boolean }>`
    update commission_invoices invoice set state = 'sent', tries = invoice.tries + 1, next_try_at = ${nextTryAt},
      customer = coalesce((select customer from commission_invoices where id = invoice.credits), invoice.customer)
    from (select id, state, tries from commission_invoices where id = ${id} for no key update) before
    where invoice.id = before.id and invoice.state in ('queued', 'sent', 'unknown') and invoice.next_try_at <= ${now}
      and (invoice.credits is null or exists (
        select from commission_invoices credited where credited.id = invoice.credits and credited.state = 'issued'
          and credited.service = invoice.service))
    returning invoice.tries, before.state <> 'queued' as may_be_done`.execute(db);
  return rows[0];
}

/** The same of a PDF, which is fetched later than its document is issued. */
export async function beginFetch(db: DbOrTrx, id: number, now: Date, nextTryAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('commission_invoices')
    .set(({ eb }) => ({ next_try_at: nextTryAt, file_tries: eb('file_tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .where('next_try_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findCommissionInvoice = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('commission_invoices as invoice')
    .innerJoin('statements as s', 's.id', 'invoice.statement_id')
    .leftJoin('commission_invoices as credited', 'credited.id', 'invoice.credits')
    .select(isFounders.as('is_founders'))
    .select(INVOICE_COLUMNS.map((name) => `invoice.${name}` as const))
    .select([
      'invoice.document_ref',
      'invoice.number',
      'invoice.next_try_at',
      'invoice.atcud',
      'invoice.file_tries',
    ])
    .select(['s.user_id', 's.role', 's.month', 's.year', 's.number as statement_number'])
    .select(['credited.document_ref as credited_ref', 'credited.number as credited_number'])
    .select(['credited.customer as credited_customer', 'credited.state as credited_state'])
    .where('invoice.id', '=', id)
    .executeTakeFirst();

export const lockCommissionInvoice = (trx: Trx, id: number) =>
  trx
    .selectFrom('commission_invoices')
    .select(['id', 'kind', 'state', 'failure', 'service', 'next_try_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findLastTry = async (db: DbOrTrx, id: number): Promise<Date | null> =>
  (
    await db
      .selectFrom('commission_invoice_tries')
      .select(({ fn }) => fn.max('tried_at').as('at'))
      .where('invoice_id', '=', id)
      .executeTakeFirstOrThrow()
  ).at;

export type CommissionInvoiceRow = NonNullable<Awaited<ReturnType<typeof findCommissionInvoice>>>;

/** The end of one try; a later one has another number. */
export const lockTry = (trx: Trx, id: number, tries: number) =>
  trx
    .selectFrom('commission_invoices')
    .select(['id', 'kind', 'service', 'credits', 'troubled_since'])
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .where('tries', '=', tries)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Another document of that number; a service gives a number once. */
export const findNumberTaken = (
  trx: Trx,
  { id, service, kind }: { id: number; service: InvoicingServiceName; kind: CommissionInvoiceKind },
  number: string,
  state: 'issued' | 'by_hand',
) =>
  trx
    .selectFrom('commission_invoices')
    .select('reference')
    .where('service', '=', service)
    .where('kind', '=', kind)
    .where(sql<boolean>`(state = 'by_hand')`, '=', state === 'by_hand')
    .where('number', '=', number)
    .where('id', '!=', id)
    .executeTakeFirst();

/** The credit note of an invoice whose statement was corrected. */
export const findReversal = (db: DbOrTrx, invoiceId: number) =>
  db
    .selectFrom('commission_invoices')
    .select('id')
    .where('credits', '=', invoiceId)
    .where('is_reversal', '=', true)
    .where('state', '!=', 'replaced')
    .executeTakeFirst();

export const insertTry = (
  trx: Trx,
  row: { invoice_id: number; tried_at: Date; outcome: CommissionInvoiceOutcome; words: string | null },
) => trx.insertInto('commission_invoice_tries').values(row).execute();

export const saveInvoiceFile = (trx: Trx, invoiceId: number, content: Buffer, now: Date) =>
  trx
    .insertInto('commission_invoice_files')
    .values({ invoice_id: invoiceId, content, fetched_at: now })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute();

export const findInvoiceFile = (db: DbOrTrx, invoiceId: number) =>
  db
    .selectFrom('commission_invoice_files')
    .select('content')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();

/** In the order in which they were recorded, without those that nothing comes of. */
export const listInvoicesOfStatement = (db: DbOrTrx, statementId: number) =>
  db
    .selectFrom('commission_invoices as invoice')
    .leftJoin('commission_invoice_files as file', 'file.invoice_id', 'invoice.id')
    .select(['invoice.id', 'invoice.kind', 'invoice.amount_cents', 'invoice.state', 'invoice.number'])
    .select(['invoice.failure', 'invoice.error', 'invoice.customer'])
    .select(['invoice.atcud', 'invoice.issued_at', sql<boolean>`file.invoice_id is not null`.as('has_pdf')])
    .where('invoice.statement_id', '=', statementId)
    .where('invoice.state', '!=', 'replaced')
    .orderBy('invoice.id')
    .execute();

/** What an operator looks at: it failed, or was not issued within a day. `invoice` is the row. */
export const isLateInvoice = (now: Date) => sql<boolean>`(invoice.state = 'failed'
  or invoice.state in ('queued', 'sent', 'unknown') and invoice.created_at <= ${new Date(now.getTime() - DAY_MS)})`;

/** Those that wait for somebody: failed or unknown for a day, or unsent for three. */
export async function countStuckInvoices(db: DbOrTrx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from commission_invoices
    where state in ('queued', 'sent', 'unknown', 'failed')
      and (troubled_since <= ${new Date(now.getTime() - DAY_MS)} or created_at <= ${new Date(now.getTime() - 3 * DAY_MS)})`.execute(
    db,
  );
  return rows[0]!.count;
}

/** For whoever may have their data: of their businesses, and of their time of one that they handed over. */
export const listInvoicesOfSubject = (db: DbOrTrx, { id, businessIds }: DataSubject) =>
  db
    .selectFrom('commission_invoices as invoice')
    .innerJoin('statements as s', 's.id', 'invoice.statement_id')
    .select([
      'invoice.reference',
      'invoice.kind',
      'invoice.customer',
      'invoice.amount_cents',
      'invoice.state',
    ])
    .select(['invoice.number', 'invoice.atcud', 'invoice.issued_at', 'invoice.created_at'])
    .where(sql<boolean>`(s.user_id = any(${businessIds}::int[]) or (s.user_id = ${id} and ${isFounders}))`)
    .where('s.role', '=', 'seller')
    .orderBy('invoice.id')
    .execute();

export const findTokens = (db: DbOrTrx, service: InvoicingServiceName) =>
  db
    .selectFrom('invoicing_tokens')
    .select(['tokens', 'expires_at'])
    .where('service', '=', service)
    .executeTakeFirst();

/** True for one of several processes. */
export async function claimTokenRenewal(
  db: DbOrTrx,
  service: InvoicingServiceName,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into invoicing_tokens (service, renewed_by_then) values (${service}, ${until})
    on conflict (service) do update set renewed_by_then = excluded.renewed_by_then
    where invoicing_tokens.renewed_by_then is null or invoicing_tokens.renewed_by_then <= ${now}
    returning service`.execute(db);
  return rows.length > 0;
}

export const saveTokens = (
  db: DbOrTrx,
  service: InvoicingServiceName,
  { tokens, expiresAt }: { tokens: string; expiresAt: Date },
) =>
  db
    .updateTable('invoicing_tokens')
    .set({ tokens, expires_at: expiresAt, renewed_by_then: null })
    .where('service', '=', service)
    .execute();

export const releaseTokenRenewal = (db: DbOrTrx, service: InvoicingServiceName) =>
  db.updateTable('invoicing_tokens').set({ renewed_by_then: null }).where('service', '=', service).execute();

export const expireTokens = (db: DbOrTrx, service: InvoicingServiceName, now: Date) =>
  db.updateTable('invoicing_tokens').set({ expires_at: now }).where('service', '=', service).execute();
