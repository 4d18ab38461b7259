/** A payment, transfer, payout or account whose record differs from the provider's. */
export interface Mismatch {
  ref: string;
  kind:
    | 'unknown_to_us'
    | 'unknown_to_provider'
    | 'amount'
    | 'not_settled'
    | 'not_paid'
    | 'refunded'
    | 'balance';
  recordedValue: string;
  listedValue: string;
}

export const createMismatch = (
  ref: string,
  kind: Mismatch['kind'],
  recordedValue: string | number,
  listedValue: string | number,
): Mismatch => ({
  ref,
  kind,
  recordedValue: String(recordedValue),
  listedValue: String(listedValue),
});

/** One line for logs and mails: 'pi_123 refunded: we say 0, the provider says 399'. */
export const formatMismatch = ({ ref, kind, recordedValue, listedValue }: Mismatch): string =>
  `${ref} ${kind}: we say ${recordedValue}, the provider says ${listedValue}`;
