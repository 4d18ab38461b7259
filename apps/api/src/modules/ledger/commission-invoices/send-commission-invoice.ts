import type { CommissionInvoiceOutcome } from '@wopack/contract';
import { getLocale, localDate, type Month } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { formatStatementNumber } from '../statements/get-statements.ts';
import {
  beginFetch,
  beginTry,
  type CommissionInvoiceRow,
  findCommissionInvoice,
  findNumberTaken,
  findReversal,
  insertTry,
  listDueInvoices,
  lockTry,
  saveInvoiceFile,
  updateCommissionInvoice,
} from './commission-invoices.queries.ts';
import { getFilePause, getPause } from './commission-invoices.rules.ts';
import { requeueCorrectedInvoices } from './decide-commission-invoice.ts';
import {
  assertCustomer,
  assertTotal,
  type DocumentRequest,
  type InvoicingService,
  type IssuedDocument,
  LostAnswerError,
  RefusedError,
  UnavailableError,
} from './services/invoicing-service.ts';

type Dependencies = Pick<Context, 'db' | 'clock' | 'config' | 'log'>;

/** A service takes some calls for each; what is left is due for the next run. */
const INVOICES_AT_ONCE = 200;

/** All that is due, what was refused for a tax number that is another one now among it. Ends early when the service does not answer: it is asked again by the next run, with one document. */
export async function sendDueInvoices(context: Dependencies, service: InvoicingService): Promise<void> {
  await requeueCorrectedInvoices(context, service.name, INVOICES_AT_ONCE);
  for (const { id } of await listDueInvoices(context.db, service.name, context.clock.now(), INVOICES_AT_ONCE))
    if ((await sendCommissionInvoice(context, service, id)) === 'unavailable') return;
}

/**
 * Makes one try of a document, if one is due: looks for it at the service by our reference, and has it issued if it is
 * not there. Whatever happens is recorded rather than thrown, since a failed job would be retried by a schedule of its
 * own. The transaction that begins a try has ended before the service is called: a process that dies meanwhile leaves it
 * to the next try, which looks first.
 */
export async function sendCommissionInvoice(
  context: Dependencies,
  service: InvoicingService,
  id: number,
): Promise<CommissionInvoiceOutcome | null> {
  const { db, clock, log } = context;
  const row = await findCommissionInvoice(db, id);
  // Documents of a service that was used before are not asked of another one.
  if (!row || row.service !== service.name) return null;
  const now = clock.now();
  if (row.state === 'issued') return fetchInvoiceFile(context, service, row);
  const begun = await beginTry(db, id, now, new Date(now.getTime() + getPause(row.tries + 1)));
  if (!begun) return null;
  const end = (result: TryResult) =>
    db.transaction().execute((trx) => endTry(trx, context, { id, tries: begun.tries, result }));
  const result = await askService(context, service, row, begun.may_be_done);
  const outcome = await end(result);
  log.info({ commission_invoice: id, outcome }, 'a commission invoice was tried');
  if (outcome === 'issued') {
    const issued = await findCommissionInvoice(db, id);
    await fetchInvoiceFile(context, service, issued!);
  }
  return outcome;
}

type TryResult =
  | { outcome: 'issued'; document: IssuedDocument }
  | { outcome: 'unavailable'; words: string; isUndone: boolean }
  | { outcome: 'lost'; words: string }
  | { outcome: 'refused' | 'difference' | 'cancelled'; words: string }
  | { outcome: 'replaced' };

async function askService(
  context: Dependencies,
  service: InvoicingService,
  row: CommissionInvoiceRow,
  mayBeDone: boolean,
): Promise<TryResult> {
  let isLookedUp = false;
  try {
    const request = buildRequest(context, row);
    const existing = await service.find(request);
    isLookedUp = true;
    if (existing) {
      assertCustomer(request, existing.taxNumber);
      assertTotal(request, existing.totalCents);
      return { outcome: 'issued', document: existing };
    }
    if (await findReversal(context.db, row.id)) return { outcome: 'replaced' };
    if (!request.customer.tax_number)
      return { outcome: 'refused', words: 'the business has stated no tax number' };
    return { outcome: 'issued', document: await service.issue(request) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const words = error.message;
    if (error instanceof LostAnswerError && isLookedUp) return { outcome: 'lost', words };
    if (error instanceof RefusedError && (isLookedUp || error.why !== 'refused'))
      return { outcome: error.why, words };
    // A look that was refused or not answered says nothing of the document.
    if (
      error instanceof UnavailableError ||
      error instanceof LostAnswerError ||
      error instanceof RefusedError
    )
      return { outcome: 'unavailable', words, isUndone: isLookedUp || !mayBeDone };
    context.log.error({ commission_invoice: row.id, err: error }, 'a commission invoice could not be tried');
    // A mistake of ours, maybe after something was done.
    return { outcome: 'lost', words: error.message };
  }
}

/** Records the result of a try, unless the next one has begun. */
async function endTry(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  { id, tries, result }: { id: number; tries: number; result: TryResult },
): Promise<CommissionInvoiceOutcome | null> {
  const now = clock.now();
  const invoice = await lockTry(trx, id, tries);
  if (!invoice) return null;
  const reversal = await findReversal(trx, id);
  // Nothing was issued for a statement that was corrected meanwhile: nothing is to be given back.
  const isDefinite = result.outcome === 'refused' || result.outcome === 'cancelled';
  const taken =
    result.outcome === 'issued' && (await findNumberTaken(trx, invoice, result.document.number, 'issued'));
  const outcome = taken ? 'difference' : isDefinite && reversal ? 'replaced' : result.outcome;
  const words = taken
    ? `number ${(result as TryResult & { outcome: 'issued' }).document.number} is that of ${taken.reference}`
    : 'words' in result
      ? result.words
      : null;
  await insertTry(trx, { invoice_id: id, tried_at: now, outcome, words });
  const isTroubled = invoice.troubled_since ?? now;
  switch (outcome) {
    case 'issued': {
      const { document } = result as TryResult & { outcome: 'issued' };
      await updateCommissionInvoice(trx, id, {
        state: 'issued',
        document_ref: document.ref,
        number: document.number,
        atcud: document.atcud,
        issued_at: now,
        error: null,
        troubled_since: null,
        // Its PDF is fetched at once.
        next_try_at: now,
      });
      break;
    }
    case 'replaced':
      for (const replaced of [id, ...(reversal ? [reversal.id] : [])])
        await updateCommissionInvoice(trx, replaced, {
          state: 'replaced',
          error: null,
          next_try_at: null,
          troubled_since: null,
        });
      break;
    case 'unavailable': {
      const { isUndone } = result as TryResult & { outcome: 'unavailable' };
      await updateCommissionInvoice(
        trx,
        id,
        isUndone
          ? { state: 'queued', error: words, troubled_since: null }
          : { state: 'unknown', error: words, troubled_since: isTroubled },
      );
      break;
    }
    case 'lost':
      await updateCommissionInvoice(trx, id, { state: 'unknown', error: words, troubled_since: isTroubled });
      break;
    default:
      await updateCommissionInvoice(trx, id, {
        state: 'failed',
        failure: outcome,
        error: words,
        next_try_at: null,
        troubled_since: isTroubled,
      });
  }
  return outcome;
}

/** What a document says is in Portuguese, as the documents of the services are. */
function buildRequest({ clock, config }: Dependencies, row: CommissionInvoiceRow): DocumentRequest {
  const toDay = (instant: Date) => localDate(instant, config.operatorTimeZone).toString();
  const statement = formatStatementNumber({ year: row.year, number: row.statement_number });
  return {
    kind: row.kind,
    reference: row.reference,
    // The business may have stated itself otherwise since its invoice.
    customer: row.credited_customer ?? row.customer,
    description: translate(`ledger.commissionInvoice.${row.kind}`, 'pt', {
      month: formatMonth(row.month.slice(0, 7) as Month),
      statement,
    }),
    amountCents: row.amount_cents,
    vatPercent: Number(row.vat_percent),
    date: toDay(clock.now()),
    since: toDay(row.created_at),
    credited: row.credited_ref === null ? null : { ref: row.credited_ref, number: row.credited_number! },
  };
}

const formatMonth = (month: Month): string =>
  new Intl.DateTimeFormat(getLocale('pt'), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** The PDF of an issued document, and its ATCUD if it was not there yet. */
async function fetchInvoiceFile(
  { db, clock, config, log }: Dependencies,
  service: InvoicingService,
  row: CommissionInvoiceRow,
): Promise<CommissionInvoiceOutcome | null> {
  const now = clock.now();
  if (!(await beginFetch(db, row.id, now, new Date(now.getTime() + getFilePause(row.file_tries + 1)))))
    return null;
  try {
    const atcud =
      row.atcud ?? (await service.find(buildRequest({ db, clock, config, log }, row)))?.atcud ?? null;
    const content = await service.getPdf(row.document_ref!);
    await db.transaction().execute(async (trx) => {
      if (content) await saveInvoiceFile(trx, row.id, content, now);
      await updateCommissionInvoice(trx, row.id, { atcud, ...(content && atcud && { next_try_at: null }) });
    });
    return null;
  } catch (error) {
    log.warn({ commission_invoice: row.id, err: error }, 'the PDF of a commission invoice was not fetched');
    return 'unavailable';
  }
}
