import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { mayReadAs } from '../../../platform/http/payee.ts';
import type { Call } from '../../../platform/http/route.ts';
import {
  findCommissionInvoice,
  findInvoiceFile,
  listInvoicesOfStatement,
} from './commission-invoices.queries.ts';

/** What the business sees: whether it is issued, not what keeps it. */
export const viewInvoicesOfStatement = async (db: Context['db'], statementId: number) =>
  (await listInvoicesOfStatement(db, statementId)).map(({ state, issued_at, ...invoice }) => ({
    ...invoice,
    is_issued: state === 'issued',
    issued_at: issued_at?.toISOString() ?? null,
  }));

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
