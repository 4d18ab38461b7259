/** Where a page of the list ended: on sale (0) or among the sold out (1), at this distance, at this pack. */
export interface Cursor {
  phase: 0 | 1;
  /** As the database sorts it: metres through the globe. */
  key: number;
  id: number;
  /** When the first page was shown: what sold out since then keeps its place in the list. Unix time, ms. */
  since: number;
}

export const encodeCursor = ({ phase, key, id, since }: Cursor): string =>
  Buffer.from(JSON.stringify([phase, key, id, since])).toString('base64url');

const isId = (id: unknown): id is number => Number.isInteger(id) && Math.abs(id as number) <= 2147483647;

/** As far as dates go. */
const isTime = (since: unknown): since is number =>
  Number.isInteger(since) && (since as number) >= 0 && (since as number) <= 8.64e15;

/** Null when it is none of ours. */
export function decodeCursor(text: string): Cursor | null {
  try {
    const [phase, key, id, since] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if ((phase !== 0 && phase !== 1) || typeof key !== 'number' || !isId(id) || !isTime(since)) return null;
    return { phase, key, id, since };
  } catch {
    return null;
  }
}
