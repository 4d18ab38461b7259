import type { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/rules';
import type { Static } from 'typebox';
import type { DbOrTrx, Trx } from './db/database.ts';
import type { StoredPhoto } from './db/schema.ts';
import type { Secrets } from './secrets.ts';

type AccountExport = Static<(typeof endpoints)['exportAccount']['reply']>;

/** What somebody has to settle before they can leave. */
export interface DeletionBlocker {
  /** Names it in `errors`; its message is `identity.open.<name>` with the detail. */
  name: 'bought' | 'sold' | 'paying' | 'shares' | 'money';
  /** Which, e.g. numbers of orders. */
  detail: string;
}

/**
 * What a module keeps of people. Handed down to `identity`, which stands below the others and answers to the person
 * for all of them.
 */
export interface PersonalDataHandler {
  /** Its part of everything kept about the person. */
  export?(db: DbOrTrx, userId: number, secrets: Secrets): Promise<Partial<AccountExport>>;
  /** At the moment of leaving, before it is asked what is open: what the person shows is shown no more. */
  unpublish?(trx: Trx, userId: number, now: Date): Promise<void>;
  /** What keeps the person from leaving, in their words. */
  listDeletionBlockers?(db: DbOrTrx, userId: number, language: Language): Promise<DeletionBlocker[]>;
  /**
   * Weeks later: what was kept of the person goes, what others need stays without them. Answers the photos that are
   * named nowhere any more.
   */
  erase?(trx: Trx, userId: number, now: Date): Promise<StoredPhoto[]>;
}
