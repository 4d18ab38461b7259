import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Static } from 'typebox';
import type { DbOrTrx, Trx } from './db/database.ts';
import type { StoredPhoto } from './files/storage.ts';
import type { Streamed } from './http/json-download.ts';
import type { Secrets } from './secrets.ts';

type AccountExport = Static<(typeof endpoints)['exportAccount']['reply']>;

/** An open item that prevents account deletion. */
export interface DeletionBlocker {
  /** Key in `errors`; the message is `identity.deletionBlocker.<name>` with the detail. */
  name: 'bought' | 'sold' | 'paying' | 'shares' | 'money';
  /** E.g. order numbers. */
  detail: string;
}

/** Whom an export or erasure is about. */
export interface DataSubject {
  id: number;
  /**
   * What is stored of these as sellers and payees is the person's: their own id, unless the business that they founded is
   * that of others; at erasure also businesses that have no other owner.
   */
  businessIds: readonly number[];
}

/** Whose account is deleted. */
export interface DeletedSubject extends DataSubject {
  /** Businesses that go on without the person, and whose other owners are all blocked. */
  blockedBusinessIds: readonly number[];
}

/**
 * A module's handler for exports and erasure. Passed down to `identity`, which must not import the other
 * modules.
 */
export interface PersonalDataHandler {
  /** The module's part of the export; lists that grow with use come in batches. */
  export?(db: DbOrTrx, subject: DataSubject, secrets: Secrets): Promise<Partial<Streamed<AccountExport>>>;
  /** At deletion, before open items are checked: hides what the user has published. */
  unpublish?(trx: Trx, subject: DeletedSubject, now: Date): Promise<void>;
  /** Open items that prevent deletion, in the given language. */
  listDeletionBlockers?(db: DbOrTrx, subject: DataSubject, language: Language): Promise<DeletionBlocker[]>;
  /**
   * Weeks after deletion: erases personal data and anonymises records that others need. Returns photos that
   * are not referenced any more.
   */
  erase?(trx: Trx, subject: DataSubject, now: Date): Promise<StoredPhoto[]>;
}
