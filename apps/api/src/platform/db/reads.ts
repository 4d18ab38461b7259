import type { Db } from './database.ts';

/** Where what only reads is answered: by the primary, or by a replica that knows all this person wrote. */
export interface Reads {
  /** `query` must only read, and may be asked twice: what fails at a replica is asked of the primary. */
  read<T>(person: { id: number } | null, query: (db: Db) => Promise<T>): Promise<T>;
  /** After a call in which this person may have written; before it is answered. Never fails. */
  wrote(personId: number): Promise<void>;
  /** Resolves when whoever reads now sees all that has happened up to now. */
  caughtUp(): Promise<void>;
  /** The replicas by name, and whether they are read from at the moment. */
  states(): { name: string; used: boolean }[];
  stop(): Promise<void>;
}

/** Without replicas: nothing to choose and nothing to remember. */
export const primaryOnly = (db: Db): Reads => ({
  read: (_person, query) => query(db),
  wrote: async () => {},
  caughtUp: async () => {},
  states: () => [],
  stop: async () => {},
});
