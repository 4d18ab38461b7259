import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { mayReadAs } from '../../../platform/http/payee.ts';
import type { Call } from '../../../platform/http/route.ts';
import { findLegalIdentity } from '../../identity/index.ts';
import {
  findCommissionInvoice,
  findInvoiceFile,
  listInvoicesOfStatement,
} from './commission-invoices.queries.ts';
import { findMissing } from './commission-invoices.rules.ts';

/** What the business sees: whether it is issued, and of what keeps it, what only the business can mend. */
export async function viewInvoicesOfStatement(
  db: Context['db'],
  { id, user_id: businessId, is_founders: isFounders }: { id: number; user_id: number; is_founders: boolean },
) {
  const invoices = await listInvoicesOfStatement(db, id);
  // Nobody can change what the founder of a business had stated when they handed it over.
  const isRefused = !isFounders && invoices.some(({ failure }) => failure === 'refused');
  const identity = isRefused ? await findLegalIdentity(db, businessId) : undefined;
  return invoices.map(({ state, failure, error, customer, issued_at, ...invoice }) => ({
    ...invoice,
    is_issued: state === 'issued' || state === 'by_hand',
    is_by_hand: state === 'by_hand',
    waits_for:
      failure === 'refused' && isRefused
        ? findMissing(customer.tax_number, error, identity?.vat_number || identity?.tax_number || '')
        : null,
    issued_at: issued_at?.toISOString() ?? null,
  }));
}

/** Another business's document is reported as missing, as one that is not issued. */
export async function exportCommissionInvoicePdf(
  { db }: Pick<Context, 'db'>,
  { actor, params: { id } }: Call<typeof endpoints.exportCommissionInvoicePdf>,
) {
  const invoice = await findCommissionInvoice(db, id);
  const file = invoice && mayReadAs(actor, invoice) ? await findCommissionInvoicePdf(db, id) : null;
  if (!file) throw new AppError('notFound');
  return file;
}

/** Null: there is no such document, or its file is not kept yet. */
export async function findCommissionInvoicePdf(db: Context['db'], id: number) {
  const [invoice, file] = await Promise.all([findCommissionInvoice(db, id), findInvoiceFile(db, id)]);
  if (!invoice?.number || !file) return null;
  return { name: `${invoice.number.replaceAll(/[^\w.-]+/g, '-')}.pdf`, content: file.content };
}
