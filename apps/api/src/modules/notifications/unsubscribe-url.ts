import type { endpoints } from '@wopack/contract';
import type { Static } from 'typebox';

/** Kinds of mail that nobody needs. */
export type Declinable = Static<(typeof endpoints)['unsubscribe']['params']>['what'];

/** Opened, it asks; posted to, it is done. */
export const unsubscribeUrl = (publicUrl: string, what: Declinable, mailKey: string): string =>
  `${publicUrl}/unsubscribe/${what}/${mailKey}`;
