import { useEffect, useReducer } from 'react';
import { inTime } from '../lib/in-time.ts';
import { isWide, useWide } from '../lib/use-media.ts';

let parts: typeof import('./wide-parts.ts') | undefined;

/**
 * On a wide screen they are there before the first page is, so that nothing moves when they come; without them a page
 * stands as it does on a phone.
 */
export async function wideParts(): Promise<void> {
  try {
    if (isWide()) parts ??= await inTime(import('./wide-parts.ts'));
  } catch (error) {
    console.error(error);
  }
}

/** Nothing on a phone; nor on one that is turned to its side, until they have come. */
export function useWideParts() {
  const wide = useWide();
  const [, came] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (wide && !parts) void wideParts().then(came);
  }, [wide]);
  return wide ? parts : undefined;
}
