/** Where a page of the list ended: on sale (0) or among the sold out (1), at this distance, at this pack. */
export interface Cursor {
  phase: 0 | 1;
  /** As the database sorts it: metres through the globe. */
  key: number;
  id: number;
  /** When the first page was shown: what sold out since then keeps its place in the list. Unix time, ms. */
  firstPageAt: number;
}

export const encodeCursor = ({ phase, key, id, firstPageAt }: Cursor): string =>
  Buffer.from(JSON.stringify([phase, key, id, firstPageAt])).toString('base64url');

const isId = (id: unknown): id is number => Number.isInteger(id) && Math.abs(id as number) <= 2147483647;

/** As far as dates go. */
const isTimestamp = (firstPageAt: unknown): firstPageAt is number =>
  Number.isInteger(firstPageAt) && (firstPageAt as number) >= 0 && (firstPageAt as number) <= 8.64e15;

/** Null when it is none of ours. */
export function decodeCursor(text: string): Cursor | null {
  try {
    const [phase, key, id, firstPageAt] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if ((phase !== 0 && phase !== 1) || typeof key !== 'number' || !isId(id) || !isTimestamp(firstPageAt))
      return null;
    return { phase, key, id, firstPageAt };
  } catch {
    return null;
  }
}
