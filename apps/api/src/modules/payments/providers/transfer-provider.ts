import type { ProviderPayoutStatus } from '@wopack/contract';
/**
 * What a transfer is for: the earning of an order, out of its payment or, where less was charged, of WoPack's balance; or a
 * partner's shares.
 */
export type TransferSubject = { paymentRef: string } | { orderId: number } | { partnerId: number };

/** A transfer from WoPack's account at the provider to that of a seller or partner. */
export interface ProviderTransfer {
  /** The provider's reference of the transfer. */
  ref: string;
  accountRef: string;
  amountCents: number;
  reversedCents: number;
  /** What the account calls it that received it. */
  arrivalRef: string | null;
  /** From the metadata: our number of it; null: it was made on the provider's pages. */
  transferId: number | null;
  createdAt: Date;
}

/** Part or all of a transfer that came back. */
export interface ProviderReversal {
  ref: string;
  amountCents: number;
  /** What the account calls it that it was taken from. */
  arrivalRef: string | null;
  /** From the metadata: our number of it; null: it was made on the provider's pages. */
  transferId: number | null;
  createdAt: Date;
}

/** What the provider pays from an account to its bank. */
export interface ProviderPayout {
  ref: string;
  amountCents: number;
  /** failed: the money is in the account again. */
  status: ProviderPayoutStatus;
  /** In the provider's terms, e.g. 'account_closed'. */
  failure: string | null;
  /** ISO 8601, e.g. '2026-11-30'. */
  arrivesOn: string;
  createdAt: Date;
}

/** A change of the balance of an account, with the reference of what changed it. */
export interface AccountMovement {
  ref: string;
  /** Positive: the account has more. */
  amountCents: number;
  at: Date;
}

export interface AccountBalance {
  availableCents: number;
  /** Transfers whose payment the provider has not settled yet. */
  pendingCents: number;
}

/** The provider refuses a transfer or reversal for certain: nothing was moved. */
export class TransferRefusedError extends Error {
  /** In the provider's terms, e.g. 'balance_insufficient'. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

interface MoveRequest {
  amountCents: number;
  idempotencyKey: string;
  /** Kept as metadata, by which it is recognised when its answer was lost. */
  transferId: number;
}

/** Moves money between WoPack's account and those of sellers and partners. Every change is idempotent by its key. */
export interface TransferProvider {
  /** Rejects with `TransferRefusedError`. */
  transfer(
    subject: TransferSubject,
    request: MoveRequest & { accountRef: string },
  ): Promise<ProviderTransfer>;
  /** Takes back a part of a transfer. Rejects with `TransferRefusedError`, for instance when the account has too little. */
  reverse(ref: string, request: MoveRequest): Promise<ProviderReversal>;
  /** Transfers that were made for a subject. */
  listTransfersOf(subject: TransferSubject): Promise<ProviderTransfer[]>;
  /** Transfers made in a period; `to` is exclusive. */
  listTransfers(period: { from: Date; to: Date }): Promise<ProviderTransfer[]>;
  listReversals(ref: string): Promise<ProviderReversal[]>;
  retrieveTransfer(ref: string): Promise<ProviderTransfer>;
  getBalance(accountRef: string): Promise<AccountBalance>;
  retrievePayout(accountRef: string, ref: string): Promise<ProviderPayout>;
  /** Payouts that an account began in a period, oldest first; `to` is exclusive. */
  listPayouts(accountRef: string, period: { from: Date; to: Date }): Promise<ProviderPayout[]>;
  /** Changes of the balance of an account in a period; `to` is exclusive. */
  listMovements(accountRef: string, period: { from: Date; to: Date }): Promise<AccountMovement[]>;
}
