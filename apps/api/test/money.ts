import { writeStatement } from '../src/modules/ledger/statements/issue-statements.ts';
import { businessBody, PASSWORD, type Person } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** The example of Portugal's entry in the IBAN registry. */
export const IBAN = 'PT50 0002 0123 1234 5678 9015 4';
export const IBAN_DE = 'DE89 3704 0044 0532 0130 00';

/** As if they had entered the code their address was sent. */
export const prove = ({ db, clock }: TestApp, { id }: Person) =>
  db
    .updateTable('users')
    .set({ email_verified_at: clock.now() })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();

/** Somebody who can be paid out: a proven address, a legal identity, an account. */
export async function ready(test: TestApp, who: Person, iban = IBAN): Promise<void> {
  await prove(test, who);
  await who.call('updateBusiness', { body: businessBody });
  const body = { iban, holder: businessBody.legal_name, password: PASSWORD };
  await who.call('updatePayoutDetails', { body });
}

const statements = new Map<number, Promise<number>>();

/** A statement of theirs with nothing on it; the same one each time. */
export function statementOf({ db, clock, context }: TestApp, { id: userId }: Person): Promise<number> {
  const wanted = { userId, role: 'seller', month: '2026-10', now: clock.now() } as const;
  const amounts = { opening: 0, closing: 0, commission: 0, corrects: null };
  const known = statements.get(userId);
  if (known) return known;
  const made = db.transaction().execute((trx) => writeStatement(context, trx, { ...wanted, ...amounts }));
  statements.set(userId, made);
  return made;
}
