import type { InvoicedCustomer, InvoicingServiceName, StatementParty } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { findLegalIdentity } from '../../identity/index.ts';
import {
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
  party: StatementParty;
  commissionCents: number;
  vatPercent: number;
  /** The statement that it replaces. */
  corrects: { id: number } | null;
  now: Date;
}

/** As the business states itself now. */
export async function loadInvoicedCustomer(
  trx: Trx,
  businessId: number,
  party: Pick<StatementParty, 'name' | 'address'>,
): Promise<InvoicedCustomer> {
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
 * a negative commission, what was invoiced before is given back, the newest first.
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
    party,
    commissionCents,
    vatPercent,
    corrects,
    now,
  } = statement;
  if (!config.invoicing) return;
  const { service } = config.invoicing;
  const row = { statementId, service, now };
  if (corrects) {
    // One that no service invoiced is none's now either: the operator invoiced it otherwise.
    await replaceInvoice(trx, statement, service);
    return;
  }
  if (commissionCents === 0) return;
  const customer = await loadInvoicedCustomer(trx, businessId, party);
  if (commissionCents > 0) {
    await insertQueued(trx, row, {
      kind: 'invoice',
      reference: number,
      customer,
      amountCents: commissionCents,
      vatPercent,
    });
    return;
  }
  const { parts, restCents } = splitCredit(-commissionCents, await listCreditableInvoices(trx, businessId));
  for (const { invoice, cents } of parts)
    await insertQueued(trx, row, {
      kind: 'credit_note',
      credits: invoice.id,
      reference: formatCreditReference(number, invoice.id),
      customer,
      amountCents: cents,
      vatPercent: Number(invoice.vat_percent),
    });
  if (restCents > 0)
    await insertCommissionInvoice(trx, {
      ...buildRow(row, {
        kind: 'credit_note',
        reference: `${number}/C`,
        customer,
        amountCents: restCents,
        vatPercent,
      }),
      state: 'failed',
      failure: 'nothing_to_credit',
      next_try_at: null,
      troubled_since: now,
    });
}

/** Unique: a statement credits an invoice once. */
const formatCreditReference = (statementNumber: string, invoiceId: number) =>
  `${statementNumber}/C${invoiceId}`;

interface NewDocument {
  kind: 'invoice' | 'credit_note';
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

/**
 * For a statement that replaces another one. What the service has or may have of the replaced invoice is given back, and
 * so is again, of the new invoice, what was given back of the old one.
 */
async function replaceInvoice(
  trx: Trx,
  { id: statementId, number, businessId, party, vatPercent, corrects, now }: InvoicedStatement,
  service: InvoicingServiceName,
): Promise<void> {
  const replaced = await lockInvoiceOfStatement(trx, corrects!.id);
  if (!replaced) return;
  const creditNotes = await lockCreditNotesOf(trx, replaced.id);
  const row = { statementId, service, now };
  const customer = await loadInvoicedCustomer(trx, businessId, party);
  const { id: invoiceId } = await insertQueued(trx, row, {
    kind: 'invoice',
    reference: number,
    customer,
    amountCents: replaced.amount_cents,
    vatPercent,
  });
  const mayBeIssued = ({ state, tries }: { state: string; tries: number }) =>
    state === 'issued' || state === 'sent' || state === 'unknown' || (state === 'queued' && tries > 0);
  let creditedCents = 0;
  for (const note of creditNotes) {
    if (!mayBeIssued(note)) {
      await updateCommissionInvoice(trx, note.id, { credits: invoiceId, vat_percent: vatPercent });
      continue;
    }
    creditedCents += note.amount_cents;
    await insertQueued(
      trx,
      { ...row, statementId: note.statement_id },
      {
        kind: 'credit_note',
        credits: invoiceId,
        reference: formatCreditReference(number, note.id),
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
    await insertQueued(trx, row, {
      kind: 'credit_note',
      credits: replaced.id,
      isReversal: true,
      reference: formatCreditReference(number, replaced.id),
      customer: replaced.customer,
      amountCents: restCents,
      vatPercent: Number(replaced.vat_percent),
    });
  }
}
