/** What a card payment provider answers the form. */
export type Outcome =
  | { status: 'succeeded' }
  /** The bank asks the person; the answer leads to another outcome. */
  | { status: 'requires_action'; answer: (approve: boolean) => Promise<Outcome> }
  | { status: 'failed'; code: string; message: string };

/** Pays with what was typed. Throws when nobody knows how it ended. */
export type Confirm = (clientSecret: string) => Promise<Outcome>;

/** What each provider's card form is given. */
export interface CardFormProps {
  /** Buttons elsewhere on the page submit the form by this id. */
  id: string;
  onPay: (confirm: Confirm) => void;
}
