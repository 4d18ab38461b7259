import { useEffect, useReducer } from 'react';
import { inTime } from '../lib/in-time.ts';
import { isWide, useWide } from '../lib/use-media.ts';

let parts: typeof import('./wide-parts.ts') | undefined;

/** On a wide screen they are there before the first page is, so that nothing moves when they come. */
export async function wideParts(): Promise<void> {
  if (isWide()) parts ??= await inTime(import('./wide-parts.ts'));
}

/** Nothing on a phone; nor on one that is turned to its side, until they have come. */
export function useWideParts() {
  const wide = useWide();
  const [, came] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (wide && !parts) wideParts().then(came, console.error);
  }, [wide]);
  return wide ? parts : undefined;
}
