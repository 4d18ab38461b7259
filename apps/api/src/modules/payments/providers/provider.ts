/** What a card payment is at its provider. */
export interface Intent {
  /** open: not paid, may still be. */
  status: 'open' | 'succeeded' | 'canceled';
  cardLast4: string | null;
}

/** A line of the provider's own book. */
export interface ListedPayment {
  /** Its reference, our `payments.provider_ref`. */
  id: string;
  status: Intent['status'];
  amount_cents: number;
  /** What of it went back to the card. */
  refunded_cents: number;
  created_at: Date;
}

/** A buyer's bank asks for the money back. */
export interface Dispute {
  /** The provider's reference of the dispute. */
  ref: string;
  /** Of the payment it is about. */
  paymentRef: string;
  amountCents: number;
  /** Both in the provider's words, e.g. 'fraudulent', 'needs_response'. */
  reason: string;
  status: string;
  /** What was taken from us for it and not given back so far, fees aside. */
  withdrawnCents: number;
  /** Until when an answer counts. */
  respondBy: Date | null;
  openedAt: Date;
}

export interface Refund {
  /** Of the payment that goes back, wholly or in part. */
  amountCents: number;
  idempotencyKey: string;
}

/** A card payment provider. Every call may be repeated: with the same key or reference it does nothing twice. */
export interface PaymentProvider {
  name: 'sandbox' | 'stripe';
  /** What the browser needs to talk to it; null when that is nothing. */
  publishableKey: string | null;
  createIntent(intent: {
    amountCents: number;
    idempotencyKey: string;
  }): Promise<{ ref: string; clientSecret: string }>;
  retrieve(ref: string): Promise<Intent>;
  /** Closes it unless it succeeded; answers what it is then. */
  cancel(ref: string): Promise<Intent>;
  /** Back to the card. Refused when more goes back than came. */
  refund(ref: string, refund: Refund): Promise<void>;
  /** What was opened from `from` on and before `to`, to compare with our own book; whole when it answers. */
  list(period: { from: Date; to: Date }): Promise<ListedPayment[]>;
  dispute(ref: string): Promise<Dispute>;
}
