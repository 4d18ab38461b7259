import { formatPostalAddress } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, assertNoErrors, getBlankError } from '../../../platform/http/app-error.ts';
import { SUCCESS } from '../../../platform/http/route.ts';
import {
  findCommissionInvoicePdf,
  formatStatementNumber,
  hastenCommissionInvoice,
  noteInvoiceIssuedByHand,
  requeueCommissionInvoice,
} from '../../ledger/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  type CommissionInvoiceRow,
  filterCommissionInvoices,
  findCommissionInvoiceRow,
  listTries,
  selectCommissionInvoices,
} from './commission-invoices.queries.ts';

const buildRow = (row: CommissionInvoiceRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  business: { id: row.user_id, name: row.business_name },
  statement: formatStatementNumber({ year: row.year, number: row.statement_number }),
  kind: row.kind,
  amount_cents: row.amount_cents,
  state: row.state,
  failure: row.failure,
  error: row.error,
  tries: row.tries,
  // Of an issued one it is about the PDF alone.
  next_try_at: row.state === 'issued' ? null : (row.next_try_at?.toISOString() ?? null),
  number: row.number,
  atcud: row.atcud,
  issued_at: row.issued_at?.toISOString() ?? null,
  needs_attention: row.needs_attention,
});

export const createCommissionInvoiceList = (context: Context) =>
  createList(context, 'CommissionInvoices', {
    file: 'commission-invoices',
    filter: filterCommissionInvoices,
    period: 'invoice.created_at',
    select: selectCommissionInvoices,
    sorts: { id: { column: 'invoice.id', type: 'integer' } },
    key: { column: 'invoice.id', type: 'integer' },
    build: buildRow,
    csv: [
      'id',
      'created_at',
      'business.id',
      'business.name',
      'statement',
      'kind',
      'amount_cents',
      'state',
      'failure',
      'error',
      'tries',
      'number',
      'atcud',
      'issued_at',
    ],
  });

export async function getCommissionInvoice(
  { db, clock, config }: Context,
  { params: { id }, record }: OperatorCall<'getCommissionInvoice'>,
) {
  const row = await findCommissionInvoiceRow(db, id, clock.now());
  if (!row) throw new AppError('notFound');
  const tries = await listTries(db, id);
  await record(db, { subject: ['commission_invoice', id] });
  const { customer } = row;
  return {
    data: {
      ...buildRow(row),
      service: row.service,
      is_of_former_service: row.service !== config.invoicing?.service,
      reference: row.reference,
      vat_percent: Number(row.vat_percent),
      customer: {
        name: customer.name,
        address: formatPostalAddress(customer),
        tax_number: customer.tax_number,
      },
      credits: row.credits === null ? null : { id: row.credits, number: row.credited_number },
      has_pdf: row.has_pdf,
      attempts: tries.map(({ tried_at, ...attempt }) => ({ at: tried_at.toISOString(), ...attempt })),
    },
  };
}

export async function exportConsoleInvoicePdf(
  { db }: Context,
  { params: { id }, record }: OperatorCall<'exportConsoleInvoicePdf'>,
) {
  const file = await findCommissionInvoicePdf(db, id);
  if (!file) throw new AppError('notFound');
  await record(db, { subject: ['commission_invoice', id] });
  return file;
}

type DecisionCall = OperatorCall<
  'retryCommissionInvoice' | 'lookUpCommissionInvoice' | 'closeCommissionInvoice'
>;

/** A job does what is to be done at the service: nothing is asked of it in a transaction. */
async function decide(
  { db }: Context,
  { params: { id }, body, record }: DecisionCall,
  change: (trx: Trx) => Promise<object>,
  after?: object,
) {
  await db.transaction().execute(async (trx) => {
    const before = await change(trx);
    await record(trx, { subject: ['commission_invoice', id], before, after, reason: body.reason.trim() });
  });
  return SUCCESS;
}

export const retryCommissionInvoice = (context: Context, call: OperatorCall<'retryCommissionInvoice'>) =>
  decide(context, call, (trx) => requeueCommissionInvoice(context, trx, call.params.id));

export const lookUpCommissionInvoice = (context: Context, call: OperatorCall<'lookUpCommissionInvoice'>) =>
  decide(context, call, (trx) => hastenCommissionInvoice(context, trx, call.params.id));

export function closeCommissionInvoice(context: Context, call: OperatorCall<'closeCommissionInvoice'>) {
  const number = call.body.number.trim();
  assertNoErrors({ number: getBlankError(number) });
  return decide(context, call, (trx) => noteInvoiceIssuedByHand(context, trx, call.params.id, number), {
    number,
  });
}
