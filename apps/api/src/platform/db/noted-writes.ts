import type { Db } from './database.ts';
import { noteWrite } from './positions.queries.ts';

/**
 * Notes who wrote. A call that is done is not refused because that failed: whom it concerns is kept here, and noted
 * as soon as it can be.
 */
export function notedWrites(primary: Db) {
  /** Each with a mark of the last time: what fails while it is noted again stays. */
  const unnoted = new Map<number, object>();
  const failed = (personId: number) => void unnoted.set(personId, {});
  return {
    note: (personId: number): Promise<void> =>
      noteWrite(primary, personId).then(
        () => {},
        () => failed(personId),
      ),
    /** Whether what this person wrote is known to nobody but this process. */
    isUnnoted: (personId: number): boolean => unnoted.has(personId),
    async noteAgain(): Promise<void> {
      for (const [personId, mark] of unnoted) {
        await noteWrite(primary, personId);
        if (unnoted.get(personId) === mark) unnoted.delete(personId);
      }
    },
  };
}
