import type { Hold } from './payments.api.ts';

/** What a card payment provider answers the form. */
export type PaymentOutcome =
  | { status: 'succeeded' }
  /** The bank asks the person; the answer leads to another outcome. */
  | { status: 'requires_action'; answer: (approve: boolean) => Promise<PaymentOutcome> }
  | { status: 'failed'; code: string; message: string }
  /** No answer: only the server can find out. */
  | { status: 'unknown' };

/** Pays with what was typed. Throws when nobody knows how it ended. */
export type ConfirmPayment = (hold: Hold) => Promise<PaymentOutcome>;

/** What each provider's card form is given. */
export interface CardFormProps {
  /** Buttons elsewhere on the page submit the form by this id. */
  id: string;
  onPay: (confirm: ConfirmPayment) => void;
  amountCents: number;
  /** The provider's key for browsers, where it has one. */
  publishableKey: string | null;
}
