import type { StatementParty, StatementRole } from '@wopack/contract';
import {
  addMonths,
  DAY_MS,
  formatPostalAddress,
  getFullName,
  getLocale,
  listEndedMonths,
  type Month,
  monthOf,
  monthStart,
  vatIncludedIn,
} from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { getContactOfBusiness } from '../../businesses/index.ts';
import { findFormerIdentity, findLegalIdentity } from '../../identity/index.ts';
import { notifyUser } from '../../notifications/index.ts';
import { recordCommissionInvoice } from '../commission-invoices/record-commission-invoice.ts';
import { postTransaction } from '../post-transaction.ts';
import { formatStatementNumber, parseStatementNumber } from './get-statements.ts';
import {
  allocateStatementNumber,
  assignEntriesToStatement,
  findLastEntryBefore,
  findLastStatementMonths,
  findSettledMonth,
  findStatement,
  findStatementByNumber,
  getUserName,
  hasStatementSince,
  insertStatement,
  listAccountsDueStatement,
  listAccountsDueStatementSince,
  listEntriesWithoutStatement,
  lockLedgerAccount,
  saveSettledMonth,
  sumEntriesOnStatements,
} from './statements.queries.ts';

/** By then no transaction of the ledger with a lower number is still to be committed. */
const POSTED_FOR_CERTAIN_MS = DAY_MS;

/**
 * Issues the missing statements of all ended months; safe to repeat and after downtime. Entries that become
 * effective too late for an issued statement go on the next one.
 */
export async function issueStatements(context: Context): Promise<number> {
  const { db, clock, config } = context;
  const now = clock.now();
  const month = monthOf(now, config.operatorTimeZone);
  const thisMonth = monthStart(month, config.operatorTimeZone);
  const endedMonth = `${addMonths(month, -1)}-01`;
  const settled = await findSettledMonth(db, endedMonth);
  const lastEntryId = await findLastEntryBefore(db, new Date(now.getTime() - POSTED_FOR_CERTAIN_MS));
  const accounts = settled
    ? await listAccountsDueStatementSince(db, thisMonth, settled.last_entry_id)
    : await listAccountsDueStatement(db, thisMonth);
  let issuedCount = 0;
  const errors: unknown[] = [];
  for (const { role, user_id: userId, since } of accounts) {
    // A failing account must not delay the others.
    try {
      for (const month of listEndedMonths(since, now, config.operatorTimeZone)) {
        issuedCount += await issueMonth(context, { role, userId, month, now });
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'some statements could not be issued');
  if (lastEntryId) await saveSettledMonth(db, endedMonth, lastEntryId, now);
  return issuedCount;
}

interface StatementRequest {
  role: StatementRole;
  userId: number;
  month: Month;
  now: Date;
}

/**
 * One transaction: number, entries, VAT of the commission, and the notification. Of a business that was handed over the
 * founder's part comes first, on a statement of its own. Returns how many were issued.
 */
const issueMonth = (context: Context, request: StatementRequest): Promise<number> =>
  context.db.transaction().execute(async (trx) => {
    const { role, userId, month } = request;
    const account = await lockLedgerAccount(trx, userId, role);
    const former = role === 'seller' ? await findFormerIdentity(trx, userId) : undefined;
    const lastMonths = await findLastStatementMonths(trx, userId, role);
    const entries = await listEntriesWithoutStatement(
      trx,
      account.id,
      monthStart(addMonths(month, 1), context.config.operatorTimeZone),
      former?.ended_at ?? null,
    );
    const isDue = (lastMonth: string | null) => !lastMonth || lastMonth < `${month}-01`;
    let issuedCount = 0;
    if (former && isDue(lastMonths.former)) {
      // What the business has had since then is not the founder's to read.
      const isCarriedOver = await hasStatementSince(trx, userId, former.ended_at);
      const content = {
        ...request,
        entries: entries.filter((entry) => entry.is_former),
        opening: isCarriedOver ? 0 : await sumEntriesOnStatements(trx, account.id),
        isFormer: true,
      };
      if (await issueStatement(context, trx, content)) issuedCount++;
    }
    if (isDue(lastMonths.present)) {
      const content = {
        ...request,
        entries: entries.filter((entry) => !entry.is_former),
        opening: await sumEntriesOnStatements(trx, account.id),
        isFormer: false,
      };
      if (await issueStatement(context, trx, content)) issuedCount++;
    }
    return issuedCount;
  });

interface IssuedContent extends StatementRequest {
  entries: Awaited<ReturnType<typeof listEntriesWithoutStatement>>;
  opening: number;
  isFormer: boolean;
}

async function issueStatement(
  context: Context,
  trx: Trx,
  { role, userId, month, now, entries, opening, isFormer }: IssuedContent,
): Promise<boolean> {
  if (entries.length === 0) return false;
  const commission = role === 'seller' ? entries.reduce((sum, entry) => sum + entry.commission_cents, 0) : 0;
  const id = await writeStatement(context, trx, {
    userId,
    role,
    month,
    now,
    opening,
    closing: entries.reduce((sum, { cents }) => sum + cents, opening),
    commission,
    corrects: null,
    isFormer,
  });
  await assignEntriesToStatement(
    trx,
    id,
    entries.map((entry) => entry.id),
  );
  const contact = role === 'seller' ? await getContactOfBusiness(trx, userId) : userId;
  for (const recipient of new Set([contact, ...(isFormer ? [userId] : [])]))
    await notifyUser(context, trx, {
      userId: recipient,
      template: 'statement',
      values: (language) => ({
        month: new Intl.DateTimeFormat(getLocale(language), {
          month: 'long',
          year: 'numeric',
          timeZone: 'UTC',
        }).format(new Date(`${month}-15T12:00:00Z`)),
      }),
      url: `/statements/${id}`,
      tag: `statement-${id}`,
      until: new Date(now.getTime() + 7 * DAY_MS),
    });
  return true;
}

interface StatementContent extends StatementRequest {
  opening: number;
  closing: number;
  commission: number;
  /** The replaced statement, with the VAT posted for it. */
  corrects: {
    id: number;
    original: number | null;
    vat_cents: number;
    reason: string;
    party: StatementParty;
  } | null;
  /** For who handed the business over. */
  isFormer?: boolean;
}

/**
 * Stores a statement with the next number, posts the difference of its VAT to the replaced one, and records the documents
 * over its commission.
 */
export async function writeStatement(
  { config }: Pick<Context, 'config'>,
  trx: Trx,
  { userId, role, month, now, opening, closing, commission, corrects, isFormer = false }: StatementContent,
): Promise<number> {
  const { operator, operatorTimeZone } = config;
  const issuer = operator.vatNumber || operator.name;
  const year = Number(monthOf(now, operatorTimeZone).slice(0, 4));
  const vatCents = vatIncludedIn(commission, operator.vatPercent);
  const number = await allocateStatementNumber(trx, issuer, year);
  // Past the retention only the documents themselves know who it was.
  const formerParty = isFormer ? ((await findFormerParty(trx, userId)) ?? corrects?.party) : undefined;
  const party = formerParty ?? (await loadStatementParty(trx, userId));
  const { id } = await insertStatement(trx, {
    issuer,
    year,
    number,
    user_id: userId,
    role,
    month: `${month}-01`,
    is_former: isFormer,
    corrects: corrects?.id ?? null,
    original: corrects && (corrects.original ?? corrects.id),
    reason: corrects?.reason ?? null,
    issued_at: now,
    issued_by: JSON.stringify({
      name: operator.name,
      address: operator.address,
      country: null,
      vat_number: operator.vatNumber,
    } satisfies StatementParty),
    party: JSON.stringify(party),
    opening_cents: opening,
    closing_cents: closing,
    commission_cents: commission,
    vat_percent: operator.vatPercent,
    vat_cents: vatCents,
  });
  const vatDifference = vatCents - (corrects?.vat_cents ?? 0);
  if (vatDifference !== 0) {
    await postTransaction(trx, {
      kind: 'commission_vat',
      statementId: id,
      entries: [
        { account: { kind: 'commission' }, amountCents: vatDifference },
        { account: { kind: 'vat' }, amountCents: -vatDifference },
      ],
      now,
    });
  }
  if (role === 'seller')
    await recordCommissionInvoice({ config }, trx, {
      id,
      number: formatStatementNumber({ year, number }),
      businessId: userId,
      isFormer,
      party,
      commissionCents: commission,
      vatPercent: operator.vatPercent,
      corrects,
      now,
    });
  return id;
}

async function findFormerParty(trx: Trx, userId: number): Promise<StatementParty | undefined> {
  const former = await findFormerIdentity(trx, userId);
  if (!former) return undefined;
  const { legal_name: name, country, vat_number } = former;
  return { name, address: formatPostalAddress(former), country, vat_number };
}

/** The legal identity, or the user's name until it is entered. */
async function loadStatementParty(trx: Trx, userId: number): Promise<StatementParty> {
  const business = await findLegalIdentity(trx, userId);
  if (business) {
    const { legal_name: name, country, vat_number } = business;
    return { name, address: formatPostalAddress(business), country, vat_number };
  }
  const { name, surname } = await getUserName(trx, userId);
  return { name: getFullName(name, surname), address: '', country: null, vat_number: '' };
}

/**
 * Issues a statement that replaces one with a wrong recipient or VAT rate. It is a separate document with
 * the next number; the replaced one stays unchanged. Entries are never moved: amounts are corrected by
 * postings. Returns the new number.
 */
export async function correctStatement(context: Context, number: string, reason: string): Promise<string> {
  const { db, clock, config } = context;
  const parsedNumber = parseStatementNumber(number);
  const issuer = config.operator.vatNumber || config.operator.name;
  return db.transaction().execute(async (trx) => {
    const wrongStatement =
      parsedNumber && (await findStatementByNumber(trx, issuer, parsedNumber.year, parsedNumber.number));
    if (!wrongStatement) throw new AppError('notFound');
    await lockLedgerAccount(trx, wrongStatement.user_id, wrongStatement.role);
    const { corrected_by_number: correctedBy } = (await findStatement(trx, wrongStatement.id))!;
    if (correctedBy) throw new Error(`${number} was corrected by WP-${correctedBy}: correct that one.`);
    const id = await writeStatement(context, trx, {
      userId: wrongStatement.user_id,
      role: wrongStatement.role,
      month: wrongStatement.month.slice(0, 7) as Month,
      now: clock.now(),
      opening: wrongStatement.opening_cents,
      closing: wrongStatement.closing_cents,
      commission: wrongStatement.commission_cents,
      corrects: {
        id: wrongStatement.id,
        original: wrongStatement.original,
        vat_cents: wrongStatement.vat_cents,
        reason,
        party: wrongStatement.party,
      },
      isFormer: wrongStatement.is_founders,
    });
    return formatStatementNumber((await findStatement(trx, id))!);
  });
}
