export interface Card {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

export type CardAnswer =
  /** 'disputed': succeeds and is charged back afterwards. */
  { outcome: 'succeeded' | 'requires_action' | 'disputed' } | { outcome: 'failed'; code: string };

/** Outcome of the well-known test cards; other valid numbers succeed. Source: docs/specification.md, Payments. */
export function decideCard(card: Card, now: Date): CardAnswer {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return declineCard('incorrect_number');
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  const expiresAt = Date.UTC(year, card.exp_month, 1);
  // A year out of range makes `expiresAt` NaN, for which every comparison is false.
  if (card.exp_month < 1 || card.exp_month > 12 || !(expiresAt > now.getTime()))
    return declineCard('invalid_expiry');
  if (!/^\d{3,4}$/.test(card.cvc)) return declineCard('invalid_cvc');
  if (number === '4000000000000002') return declineCard('card_declined');
  if (number === '4000000000009995') return declineCard('insufficient_funds');
  if (number === '4000000000000259') return { outcome: 'disputed' };
  return { outcome: number === '4000002500003155' ? 'requires_action' : 'succeeded' };
}

const declineCard = (code: string): CardAnswer => ({ outcome: 'failed', code });

/** Check digit of card numbers (ISO/IEC 7812-1). */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
