import { MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  findCommissionInvoice,
  findLastTry,
  insertCommissionInvoice,
  listCreditableInvoices,
  lockCommissionInvoice,
  updateCommissionInvoice,
} from './commission-invoices.queries.ts';
import { splitCredit } from './commission-invoices.rules.ts';
import { loadInvoicedCustomer } from './record-commission-invoice.ts';

type Scheduling = Pick<Context, 'jobs' | 'clock'>;

/** What the service does without having answered is in its lists by then. */
const SETTLED_AFTER_MS = 5 * MINUTE_MS;

/** Runs in the transaction of an operator's decision; a job sends it. Of the business, what it states now counts. */
export async function retryCommissionInvoice(
  { jobs, clock }: Scheduling,
  trx: Trx,
  id: number,
): Promise<{ failure: string }> {
  const locked = await lockCommissionInvoice(trx, id);
  if (!locked) throw new AppError('notFound');
  if (locked.state !== 'failed') throw new AppError('conflict', { message: 'ledger.notFailed' });
  const row = (await findCommissionInvoice(trx, id))!;
  const now = clock.now();
  const { failure } = locked;
  if (failure === 'nothing_to_credit') await chooseCredited(trx, row, now);
  await updateCommissionInvoice(trx, id, {
    state: 'queued',
    failure: null,
    error: null,
    troubled_since: null,
    next_try_at: now,
    customer: JSON.stringify(await loadInvoicedCustomer(trx, row.user_id, row.customer)),
    // The cancelled document keeps its reference at the service.
    ...(failure === 'cancelled' && { reference: `${row.reference}/${row.tries + 1}` }),
  });
  await jobs.enqueue(trx, 'ledger.send-commission-invoice', { invoiceId: id });
  return { failure: failure! };
}

async function chooseCredited(
  trx: Trx,
  row: NonNullable<Awaited<ReturnType<typeof findCommissionInvoice>>>,
  now: Date,
): Promise<void> {
  const { parts, restCents } = splitCredit(row.amount_cents, await listCreditableInvoices(trx, row.user_id));
  if (restCents > 0) throw new AppError('conflict', { message: 'ledger.nothingToCredit' });
  const [first, ...others] = parts;
  await updateCommissionInvoice(trx, row.id, {
    credits: first!.invoice.id,
    amount_cents: first!.cents,
    vat_percent: first!.invoice.vat_percent,
  });
  for (const { invoice, cents } of others)
    await insertCommissionInvoice(trx, {
      statement_id: row.statement_id,
      kind: 'credit_note',
      credits: invoice.id,
      service: row.service,
      reference: `${row.reference}${invoice.id}`,
      customer: JSON.stringify(row.customer),
      amount_cents: cents,
      vat_percent: invoice.vat_percent,
      state: 'queued',
      next_try_at: now,
      created_at: now,
    });
}

/** Has a job do now what it would do later. Not at once after a lost answer: what was asked may still be done. */
export async function lookUpCommissionInvoice(
  { jobs, clock }: Scheduling,
  trx: Trx,
  id: number,
): Promise<{ state: string }> {
  const row = await lockCommissionInvoice(trx, id);
  if (!row) throw new AppError('notFound');
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
