import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError, assertNoErrors, type FieldErrors } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { findLegalIdentity } from '../../identity/index.ts';
import { buildBuyerOrderView } from '../order-view.ts';
import { findMyOrder, lockMyOrder } from '../orders.queries.ts';
import { saveInvoiceDetails, updateInvoice } from './invoices.queries.ts';
import {
  canChangeInvoice,
  DEFAULT_COUNTRY,
  getInvoiceErrors,
  hasInvoiceFields,
  type Invoice,
  type InvoiceBody,
  NO_INVOICE,
  parseInvoice,
  saysNothing,
} from './invoices.rules.ts';

const findCountry = async (db: DbOrTrx, sellerId: number): Promise<string> =>
  (await findLegalIdentity(db, sellerId))?.country ?? DEFAULT_COUNTRY;

/** Whether the fields can be on an invoice of this seller. */
export const findInvoiceErrors = async (
  db: DbOrTrx,
  sellerId: number,
  body: InvoiceBody,
): Promise<FieldErrors> =>
  hasInvoiceFields(body) ? getInvoiceErrors(body, await findCountry(db, sellerId)) : {};

/** Undefined when the body says nothing of an invoice. */
export async function readInvoice(
  db: DbOrTrx,
  sellerId: number,
  body: InvoiceBody,
): Promise<Invoice | undefined> {
  if (!hasInvoiceFields(body)) return saysNothing(body) ? undefined : NO_INVOICE;
  const country = await findCountry(db, sellerId);
  assertNoErrors(getInvoiceErrors(body, country));
  return parseInvoice(body, country);
}

/** Keeps them in the account, as defaults of the next purchase. */
export async function keepInvoiceDetails(
  db: DbOrTrx,
  userId: number,
  { invoice_name: name, invoice_tax_number }: Invoice,
  now: Date,
): Promise<void> {
  if (invoice_tax_number === null) return;
  await saveInvoiceDetails(db, userId, { name, tax_number: invoice_tax_number, updated_at: now });
}

export async function validateOrderInvoice(
  { db }: Context,
  { actor, params, body }: PartiallyValidCall<typeof endpoints.setOrderInvoice>,
): Promise<FieldErrors> {
  const order = params.id === undefined ? undefined : await findMyOrder(db, actor.id, params.id);
  return order ? findInvoiceErrors(db, order.seller_id, body) : {};
}

/** Until the end of the pickup day; the seller sees it at once. */
export async function setOrderInvoice(
  { db, clock, secrets }: Context,
  { actor, params, body, language }: Call<typeof endpoints.setOrderInvoice>,
) {
  const now = clock.now();
  const before = await findMyOrder(db, actor.id, params.id);
  if (!before) throw new AppError('notFound');
  const invoice = (await readInvoice(db, before.seller_id, body)) ?? NO_INVOICE;
  await db.transaction().execute(async (trx) => {
    const order = (await lockMyOrder(trx, actor.id, params.id))!;
    if (!canChangeInvoice({ ...order, time_zone: before.time_zone }, now))
      throw new AppError('conflict', { message: 'orders.invoiceTooLate' });
    await updateInvoice(trx, order.id, invoice, now);
    if (body.keep_invoice_details) await keepInvoiceDetails(trx, actor.id, invoice, now);
  });
  return {
    data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets),
  };
}
