/** What a card payment is at its provider. */
export interface Intent {
  /** open: not paid, may still be. */
  status: 'open' | 'succeeded' | 'canceled';
  cardLast4: string | null;
}

/** A card payment provider. Every call may be repeated: with the same key or reference it does nothing twice. */
export interface PaymentProvider {
  name: 'sandbox' | 'stripe';
  createIntent(intent: {
    amountCents: number;
    idempotencyKey: string;
  }): Promise<{ ref: string; clientSecret: string }>;
  retrieve(ref: string): Promise<Intent>;
  /** Closes it unless it succeeded; answers what it is then. */
  cancel(ref: string): Promise<Intent>;
  /** The whole amount, back to the card. */
  refund(ref: string, idempotencyKey: string): Promise<void>;
}
