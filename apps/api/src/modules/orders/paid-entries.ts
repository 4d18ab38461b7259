import type { PaidParts } from '@wopack/domain';
import type { Posting } from '../ledger/index.ts';
import type { OrderParts } from './orders.rules.ts';

type Entries = Posting['entries'];

/** Entries of what the buyer spends, and of what WoPack pays of a discount; that of a business is in its earning. */
export const toPaidEntries = (
  { user_id: userId, discount_payer: payer }: { user_id: number } & Pick<OrderParts, 'discount_payer'>,
  { cardCents, creditCents, discountCents }: PaidParts,
): Entries => [
  { account: { kind: 'buyer', userId }, amountCents: cardCents },
  { account: { kind: 'credit', userId }, amountCents: creditCents },
  { account: { kind: 'promotions' }, amountCents: payer === 'operator' ? discountCents : 0 },
];

/** The business's stays: its statement lists each of them with the commission, also what brings it nothing. */
export const withoutZeros = (entries: Entries): Entries =>
  entries.filter(({ account, amountCents }) => amountCents !== 0 || account.kind === 'seller');
