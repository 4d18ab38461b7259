import type {
  CommissionInvoiceKind,
  InvoicedCustomer,
  InvoicingServiceName,
  StatementParty,
} from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { findFormerIdentity, findLegalIdentity } from '../../identity/index.ts';
import {
  getReferencePrefix,
  insertCommissionInvoice,
  listCreditableInvoices,
  lockCreditNotesOf,
  lockInvoiceOfStatement,
  updateCommissionInvoice,
} from './commission-invoices.queries.ts';
import { splitCredit } from './commission-invoices.rules.ts';

interface InvoicedStatement {
  id: number;
  /** 'WP-2026-00017'. */
  number: string;
  businessId: number;
  /** Of the sales of who handed the business over. */
  isFormer: boolean;
  party: StatementParty;
  commissionCents: number;
  vatPercent: number;
  /** The statement that it replaces. */
  corrects: { id: number } | null;
  now: Date;
}

/** As the business states itself now, or as who handed it over did then. */
export async function loadInvoicedCustomer(
  trx: Trx,
  { businessId, isFormer }: { businessId: number; isFormer: boolean },
  party: Pick<StatementParty, 'name' | 'address'>,
): Promise<InvoicedCustomer> {
  const former = isFormer ? await findFormerIdentity(trx, businessId) : undefined;
  if (former)
    return {
      id: businessId,
      is_former: true,
      name: former.legal_name,
      address: former.address,
      post_code: former.post_code ?? '',
      city: former.city ?? '',
      country: former.country ?? 'PT',
      tax_number: former.vat_number || former.tax_number || '',
    };
  const identity = await findLegalIdentity(trx, businessId);
  if (!identity)
    return {
      id: businessId,
      name: party.name,
      address: party.address,
      post_code: '',
      city: '',
      country: 'PT',
      tax_number: '',
    };
  return {
    id: businessId,
    name: identity.legal_name,
    address: identity.address,
    post_code: identity.post_code ?? '',
    city: identity.city ?? '',
    country: identity.country,
    tax_number: identity.vat_number || identity.tax_number || '',
  };
}

/**
 * Records the documents over the commission of a statement, in the transaction that issues it; a job has them issued. Of
 * a negative commission, what was invoiced before is given back: first what the service can credit, the newest first.
 */
export async function recordCommissionInvoice(
  { config }: Pick<Context, 'config'>,
  trx: Trx,
  statement: InvoicedStatement,
): Promise<void> {
  const {
    id: statementId,
    number,
    businessId,
    isFormer,
    party,
    commissionCents,
    vatPercent,
    corrects,
    now,
  } = statement;
  if (!config.invoicing) return;
  const { service } = config.invoicing;
  const reference = `${await getReferencePrefix(trx)}/${number}`;
  const row = { statementId, service, now };
  if (corrects) {
    // One that no service invoiced is none's now either: the operator invoiced it otherwise.
    await replaceInvoice(trx, { ...statement, reference }, service);
    return;
  }
  if (commissionCents === 0) return;
  if (commissionCents > 0) {
    await insertQueued(trx, row, {
      kind: 'invoice',
      reference,
      customer: await loadInvoicedCustomer(trx, { businessId, isFormer }, party),
      amountCents: commissionCents,
      vatPercent,
    });
    return;
  }
  const { parts, restCents } = splitCredit(
    -commissionCents,
    await listCreditableInvoices(trx, { businessId, isFormer }, service),
  );
  for (const { invoice, cents } of parts) {
    const note = {
      kind: 'credit_note' as const,
      credits: invoice.id,
      reference: formatCreditReference(reference, invoice.id),
      customer: invoice.customer,
      amountCents: cents,
      vatPercent: Number(invoice.vat_percent),
    };
    if (invoice.is_at_service) await insertQueued(trx, row, note);
    else await insertFailed(trx, { ...row, service: invoice.service }, note, 'credited_elsewhere');
  }
  if (restCents > 0)
    await insertFailed(
      trx,
      row,
      {
        kind: 'credit_note',
        reference: `${reference}/C`,
        customer: await loadInvoicedCustomer(trx, { businessId, isFormer }, party),
        amountCents: restCents,
        vatPercent,
      },
      'nothing_to_credit',
    );
}

/** Unique: a statement credits an invoice once. */
const formatCreditReference = (reference: string, invoiceId: number) => `${reference}/C${invoiceId}`;

interface NewDocument {
  kind: CommissionInvoiceKind;
  credits?: number;
  isReversal?: boolean;
  reference: string;
  customer: InvoicedCustomer;
  amountCents: number;
  vatPercent: number;
}

interface RowContext {
  statementId: number;
  service: InvoicingServiceName;
  now: Date;
}

const buildRow = ({ statementId, service, now }: RowContext, document: NewDocument) => ({
  statement_id: statementId,
  kind: document.kind,
  credits: document.credits ?? null,
  is_reversal: document.isReversal ?? false,
  service,
  reference: document.reference,
  customer: JSON.stringify(document.customer),
  amount_cents: document.amountCents,
  vat_percent: document.vatPercent,
  state: 'queued' as const,
  next_try_at: now as Date | null,
  created_at: now,
});

const insertQueued = (trx: Trx, row: RowContext, document: NewDocument) =>
  insertCommissionInvoice(trx, buildRow(row, document));

/** One that waits for an operator. */
const insertFailed = (
  trx: Trx,
  row: RowContext,
  document: NewDocument,
  failure: 'nothing_to_credit' | 'credited_elsewhere',
) =>
  insertCommissionInvoice(trx, {
    ...buildRow(row, document),
    state: 'failed',
    failure,
    next_try_at: null,
    troubled_since: row.now,
  });

/**
 * For a statement that replaces another one. What the service has or may have of the replaced invoice is given back, and
 * so is again, of the new invoice, what was given back of the old one. What another service has, or
 * was issued by hand, is given back by hand.
 */
async function replaceInvoice(
  trx: Trx,
  {
    id: statementId,
    reference,
    businessId,
    isFormer,
    party,
    vatPercent,
    corrects,
    now,
  }: InvoicedStatement & { reference: string },
  service: InvoicingServiceName,
): Promise<void> {
  const replaced = await lockInvoiceOfStatement(trx, corrects!.id);
  if (!replaced) return;
  const creditNotes = await lockCreditNotesOf(trx, replaced.id);
  const row = { statementId, service, now };
  const customer = await loadInvoicedCustomer(trx, { businessId, isFormer }, party);
  const { id: invoiceId } = await insertQueued(trx, row, {
    kind: 'invoice',
    reference,
    customer,
    amountCents: replaced.amount_cents,
    vatPercent,
  });
  const mayBeIssued = ({ state, tries }: { state: string; tries: number }) =>
    state === 'issued' ||
    state === 'by_hand' ||
    state === 'sent' ||
    state === 'unknown' ||
    (state === 'queued' && tries > 0);
  let creditedCents = 0;
  for (const note of creditNotes) {
    if (!mayBeIssued(note)) {
      await updateCommissionInvoice(trx, note.id, {
        credits: invoiceId,
        vat_percent: vatPercent,
        service,
        customer: JSON.stringify(customer),
        ...(note.failure === 'credited_elsewhere' && {
          state: 'queued',
          failure: null,
          next_try_at: now,
          troubled_since: null,
        }),
      });
      continue;
    }
    creditedCents += note.amount_cents;
    await insertQueued(
      trx,
      { ...row, statementId: note.statement_id },
      {
        kind: 'credit_note',
        credits: invoiceId,
        reference: formatCreditReference(reference, note.id),
        customer,
        amountCents: note.amount_cents,
        vatPercent,
      },
    );
  }
  const restCents = replaced.amount_cents - creditedCents;
  if (!mayBeIssued(replaced)) {
    await updateCommissionInvoice(trx, replaced.id, {
      state: 'replaced',
      failure: null,
      next_try_at: null,
      troubled_since: null,
    });
  } else if (restCents > 0) {
    const reversal = {
      kind: 'credit_note' as const,
      credits: replaced.id,
      isReversal: true,
      reference: formatCreditReference(reference, replaced.id),
      customer: replaced.customer,
      amountCents: restCents,
      vatPercent: Number(replaced.vat_percent),
    };
    if (replaced.service === service && replaced.state !== 'by_hand') await insertQueued(trx, row, reversal);
    else await insertFailed(trx, { ...row, service: replaced.service }, reversal, 'credited_elsewhere');
  }
}
