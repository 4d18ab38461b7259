import type { CommissionInvoiceState, InvoicingServiceName } from '@wopack/contract';
import { MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  findCommissionInvoice,
  findLastTry,
  findNumberTaken,
  insertCommissionInvoice,
  listCorrectedInvoices,
  listCreditableInvoices,
  lockCommissionInvoice,
  lockCreditNotesOf,
  updateCommissionInvoice,
} from './commission-invoices.queries.ts';
import { splitCredit } from './commission-invoices.rules.ts';
import { loadInvoicedCustomer } from './record-commission-invoice.ts';

type Scheduling = Pick<Context, 'jobs' | 'clock' | 'config'>;

const SERVICE_NAMES = { invoicexpress: 'InvoiceXpress', moloni: 'Moloni', toconline: 'TOConline' } as const;

/** What the service does without having answered is in its lists by then. */
const SETTLED_AFTER_MS = 5 * MINUTE_MS;

const QUEUED_AGAIN = { state: 'queued', failure: null, error: null, troubled_since: null } as const;

/** What a service issued, or was to issue, is not asked of another one. */
function assertPresentService(
  { invoicing }: Pick<Context['config'], 'invoicing'>,
  { service }: { service: InvoicingServiceName },
): void {
  if (service !== invoicing?.service)
    throw new AppError('conflict', {
      message: 'ledger.formerService',
      values: { service: SERVICE_NAMES[service] },
    });
}

/** Runs in the transaction of an operator's decision; a job sends it. Of the business, what it states now counts, or what its founder had stated. */
export async function requeueCommissionInvoice(
  { jobs, clock, config }: Scheduling,
  trx: Trx,
  id: number,
): Promise<{ failure: string }> {
  const locked = await lockCommissionInvoice(trx, id);
  if (!locked) throw new AppError('notFound');
  if (locked.state !== 'failed') throw new AppError('conflict', { message: 'ledger.notFailed' });
  const row = (await findCommissionInvoice(trx, id))!;
  const now = clock.now();
  const { failure } = locked;
  if (failure === 'nothing_to_credit' && config.invoicing)
    await chooseCredited(trx, row, config.invoicing.service, now);
  else {
    assertPresentService(config, locked);
    if (row.credited_state === 'by_hand')
      throw new AppError('conflict', { message: 'ledger.creditedByHand' });
  }
  await updateCommissionInvoice(trx, id, {
    ...QUEUED_AGAIN,
    next_try_at: now,
    // A credit note is for whom its invoice was for.
    ...(row.kind === 'invoice' && {
      customer: JSON.stringify(
        await loadInvoicedCustomer(trx, { businessId: row.user_id, isFormer: row.is_founders }, row.customer),
      ),
    }),
    // The cancelled document keeps its reference at the service.
    ...(failure === 'cancelled' && { reference: `${row.reference}/${row.tries + 1}` }),
  });
  await jobs.enqueue(trx, 'ledger.send-commission-invoice', { invoiceId: id });
  return { failure: failure! };
}

/**
 * Queues again what was refused for a tax number that the business has corrected since: nothing else of it changes, so that
 * nobody has to decide.
 */
export async function requeueCorrectedInvoices(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  service: InvoicingServiceName,
  limit: number,
): Promise<void> {
  for (const { id } of await listCorrectedInvoices(db, service, limit))
    await db.transaction().execute(async (trx) => {
      const locked = await lockCommissionInvoice(trx, id);
      // Decided by an operator meanwhile.
      if (locked?.failure !== 'refused') return;
      const row = (await findCommissionInvoice(trx, id))!;
      const payee = { businessId: row.user_id, isFormer: row.is_founders };
      const customer = await loadInvoicedCustomer(trx, payee, row.customer);
      if (customer.tax_number === row.customer.tax_number) return;
      await updateCommissionInvoice(trx, id, {
        ...QUEUED_AGAIN,
        next_try_at: clock.now(),
        customer: JSON.stringify(customer),
      });
    });
}

async function chooseCredited(
  trx: Trx,
  row: NonNullable<Awaited<ReturnType<typeof findCommissionInvoice>>>,
  service: InvoicingServiceName,
  now: Date,
): Promise<void> {
  const invoices = await listCreditableInvoices(
    trx,
    { businessId: row.user_id, isFormer: row.is_founders },
    service,
  );
  const { parts, restCents } = splitCredit(
    row.amount_cents,
    invoices.filter((invoice) => invoice.is_at_service),
  );
  if (restCents > 0) throw new AppError('conflict', { message: 'ledger.nothingToCredit' });
  const [first, ...others] = parts;
  await updateCommissionInvoice(trx, row.id, {
    credits: first!.invoice.id,
    amount_cents: first!.cents,
    vat_percent: first!.invoice.vat_percent,
    customer: JSON.stringify(first!.invoice.customer),
    service,
  });
  for (const { invoice, cents } of others)
    await insertCommissionInvoice(trx, {
      statement_id: row.statement_id,
      kind: 'credit_note',
      credits: invoice.id,
      service,
      reference: `${row.reference}${invoice.id}`,
      customer: JSON.stringify(invoice.customer),
      amount_cents: cents,
      vat_percent: invoice.vat_percent,
      state: 'queued',
      next_try_at: now,
      created_at: now,
    });
}

/** Has a job do now what it would do later. Not at once after a lost answer: what was asked may still be done. */
export async function hastenCommissionInvoice(
  { jobs, clock, config }: Scheduling,
  trx: Trx,
  id: number,
): Promise<{ state: string }> {
  const row = await lockCommissionInvoice(trx, id);
  if (!row) throw new AppError('notFound');
  assertPresentService(config, row);
  const now = clock.now();
  const lastTryAt = await findLastTry(trx, id);
  if (row.next_try_at === null || row.state === 'sent')
    throw new AppError('conflict', { message: 'ledger.nothingToLookUp' });
  if (row.state === 'unknown' && lastTryAt && lastTryAt.getTime() + SETTLED_AFTER_MS > now.getTime())
    throw new AppError('conflict', { message: 'ledger.lookedUpLater' });
  await updateCommissionInvoice(trx, id, { next_try_at: now });
  await jobs.enqueue(trx, 'ledger.send-commission-invoice', { invoiceId: id });
  return { state: row.state };
}

const OPEN_STATES: readonly CommissionInvoiceState[] = ['queued', 'sent', 'unknown'];

/**
 * Notes that an operator issued it otherwise. One that the service may still issue is not closed: there would be two. What
 * was to be given back of it is given back by hand too.
 */
export async function noteInvoiceIssuedByHand(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  trx: Trx,
  id: number,
  number: string,
): Promise<{ state: string; failure: string | null }> {
  const row = await lockCommissionInvoice(trx, id);
  if (!row) throw new AppError('notFound');
  const isOfFormerService = row.service !== config.invoicing?.service;
  if (row.state !== 'failed' && !(isOfFormerService && OPEN_STATES.includes(row.state)))
    throw new AppError('conflict', { message: 'ledger.mayStillBeIssued' });
  const taken = await findNumberTaken(trx, row, number, 'by_hand');
  if (taken)
    throw new AppError('conflict', { message: 'ledger.numberTaken', values: { reference: taken.reference } });
  const now = clock.now();
  await updateCommissionInvoice(trx, id, {
    state: 'by_hand',
    number,
    issued_at: now,
    failure: null,
    error: null,
    next_try_at: null,
    troubled_since: null,
  });
  if (row.kind === 'invoice')
    for (const note of await lockCreditNotesOf(trx, id))
      if (note.state === 'queued')
        await updateCommissionInvoice(trx, note.id, {
          state: 'failed',
          failure: 'credited_elsewhere',
          next_try_at: null,
          troubled_since: now,
        });
  return { state: row.state, failure: row.failure };
}
