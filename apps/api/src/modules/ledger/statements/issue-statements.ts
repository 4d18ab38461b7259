import type { StatementRole } from '@wopack/contract';
import { addMonths, type Month, monthOf, monthStart, monthsOver, vatInside } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { StatementParty } from '../../../platform/db/schema.ts';
import { findBusiness } from '../../identity/index.ts';
import { tellPerson } from '../../notifications/index.ts';
import { post } from '../post.ts';
import {
  accountsToState,
  findName,
  insertStatement,
  lastStated,
  lockAccount,
  nextNumber,
  statedCents,
  stateEntries,
  unstated,
} from './statements.queries.ts';

const DAY_MS = 86_400_000;

/**
 * Issues what is missing of every month that is over: after days of downtime as on the first of a month, and nothing
 * twice. What was booked too late for a month that has its statement stands on the next one.
 */
export async function issueStatements(context: Context): Promise<number> {
  const { db, clock, config } = context;
  const now = clock.now();
  const thisMonth = monthStart(monthOf(now, config.operatorZone), config.operatorZone);
  let issued = 0;
  const errors: unknown[] = [];
  for (const { role, user_id: userId, since } of await accountsToState(db, thisMonth)) {
    // One who cannot be stated keeps nobody else waiting.
    try {
      for (const month of monthsOver(since, now, config.operatorZone)) {
        if (await issueStatement(context, { role, userId, month, now })) issued++;
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'some statements could not be issued');
  return issued;
}

interface Wanted {
  role: StatementRole;
  userId: number;
  month: Month;
  now: Date;
}

/** All or nothing: its number, its entries, the VAT of its commission, and the word that it is there. */
const issueStatement = (context: Context, { role, userId, month, now }: Wanted): Promise<boolean> =>
  context.db.transaction().execute(async (trx) => {
    const { operatorZone } = context.config;
    const account = await lockAccount(trx, `${role}:${userId}`);
    const last = await lastStated(trx, userId, role);
    if (last && last >= `${month}-01`) return false;
    const entries = await unstated(trx, account.id, monthStart(addMonths(month, 1), operatorZone));
    if (entries.length === 0) return false;
    const opening = await statedCents(trx, account.id);
    const commission =
      role === 'seller' ? entries.reduce((sum, entry) => sum + entry.commission_cents, 0) : 0;
    const id = await writeStatement(context, trx, {
      userId,
      role,
      month,
      now,
      opening,
      closing: entries.reduce((sum, { cents }) => sum + cents, opening),
      commission,
      corrects: null,
    });
    await stateEntries(
      trx,
      id,
      entries.map((entry) => entry.id),
    );
    await tellPerson(context, trx, {
      userId,
      name: 'statement',
      values: (language) => ({
        month: new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          new Date(`${month}-15T12:00:00Z`),
        ),
      }),
      url: `/statements/${id}`,
      tag: `statement-${id}`,
      until: new Date(now.getTime() + 7 * DAY_MS),
    });
    return true;
  });

interface Document extends Wanted {
  opening: number;
  closing: number;
  commission: number;
  /** The document it takes the place of, with the VAT that was booked for it. */
  corrects: { id: number; original: number | null; vat_cents: number; reason: string } | null;
}

/** Writes a document with the next number, and books what VAT it says more than the one before it. */
export async function writeStatement(
  { config }: Pick<Context, 'config'>,
  trx: Trx,
  { userId, role, month, now, opening, closing, commission, corrects }: Document,
): Promise<number> {
  const { operator, operatorZone } = config;
  const issuer = operator.vatNumber || operator.name;
  const year = Number(monthOf(now, operatorZone).slice(0, 4));
  const vat = vatInside(commission, operator.vatPercent);
  const { id } = await insertStatement(trx, {
    issuer,
    year,
    number: await nextNumber(trx, issuer, year),
    user_id: userId,
    role,
    month: `${month}-01`,
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
    party: JSON.stringify(await partyOf(trx, userId)),
    opening_cents: opening,
    closing_cents: closing,
    commission_cents: commission,
    vat_percent: operator.vatPercent,
    vat_cents: vat,
  });
  const more = vat - (corrects?.vat_cents ?? 0);
  if (more !== 0) {
    await post(trx, {
      kind: 'commission_vat',
      reference: `statement:${id}`,
      entries: [
        { account: 'commission', amountCents: more },
        { account: 'vat', amountCents: -more },
      ],
      now,
    });
  }
  return id;
}

/** Who they are by law, or by the name they go by until they said. */
async function partyOf(trx: Trx, userId: number): Promise<StatementParty> {
  const business = await findBusiness(trx, userId);
  if (business) {
    const { legal_name: name, address, country, vat_number } = business;
    return { name, address, country, vat_number };
  }
  const { name, sname } = await findName(trx, userId);
  return { name: `${name} ${sname}`.trim(), address: '', country: null, vat_number: '' };
}
