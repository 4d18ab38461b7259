import { writeStatement } from '../../src/modules/ledger/statements/issue-statements.ts';
import { BUSINESS_BODY, TEST_PASSWORD, type TestUser } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** The example of Portugal's entry in the IBAN registry. */
export const IBAN = 'PT50 0002 0123 1234 5678 9015 4';
export const IBAN_DE = 'DE89 3704 0044 0532 0130 00';

/** Marks the e-mail address of a user as verified. */
export const markEmailVerified = ({ db, clock }: TestApp, { id }: TestUser) =>
  db
    .updateTable('users')
    .set({ email_verified_at: clock.now() })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();

/** Gives a user all data for payouts: a verified address, a legal identity, an account. */
export async function setUpPayouts(test: TestApp, user: TestUser, iban = IBAN): Promise<void> {
  await markEmailVerified(test, user);
  await user.call('updateBusiness', { body: BUSINESS_BODY });
  const body = { iban, holder: BUSINESS_BODY.legal_name, password: TEST_PASSWORD };
  await user.call('updatePayoutDetails', { body });
}

/** By database: test files share this module, and each has a database of its own. */
const statementIdsByDb = new WeakMap<TestApp['db'], Map<number, Promise<number>>>();

/** An empty statement of the user; the same one at each call. */
export function getOrCreateStatement(
  { db, clock, context }: TestApp,
  { id: userId }: TestUser,
): Promise<number> {
  const statementKey = { userId, role: 'seller', month: '2026-10', now: clock.now() } as const;
  const amounts = { opening: 0, closing: 0, commission: 0, corrects: null };
  const statementIds = statementIdsByDb.getOrInsertComputed(db, () => new Map());
  const existing = statementIds.get(userId);
  if (existing) return existing;
  const created = db
    .transaction()
    .execute((trx) => writeStatement(context, trx, { ...statementKey, ...amounts }));
  statementIds.set(userId, created);
  return created;
}
