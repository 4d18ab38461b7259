import type { Secrets } from '../secrets.ts';
import type { DbOrTrx } from './database.ts';

/** The message tells the operator what to do. */
export class WrongSecretKeyError extends Error {
  constructor() {
    super(
      'This database was filled with another SECRET_KEY. Set that one, or put the file secret-key of its DATA_DIR into ' +
        'this one. If it is lost: npm run operator -- pins renew gives all open orders new PINs.',
    );
  }
}

const hashKeyCheck = (secrets: Secrets) => secrets.hash('key-check', 'wopack');

/** Checked before requests are served: processes with different keys could not decrypt each other's PINs. */
export async function assertSecretKey(db: DbOrTrx, secrets: Secrets): Promise<void> {
  const hash = hashKeyCheck(secrets);
  await db
    .insertInto('secret_key_checks')
    .values({ hash })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await db.selectFrom('secret_key_checks').select('hash').executeTakeFirstOrThrow();
  if (!row.hash.equals(hash)) throw new WrongSecretKeyError();
}

/** Replaces the stored check by one for the present key. */
export const acceptSecretKey = (db: DbOrTrx, secrets: Secrets) =>
  db
    .insertInto('secret_key_checks')
    .values({ hash: hashKeyCheck(secrets) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash: hashKeyCheck(secrets) }))
    .execute();
