import type { DisputeStatus, PaymentMethod, PaymentProviderName } from '@wopack/contract';
import type { AccountProvider } from './account-provider.ts';
import type { TransferProvider } from './transfer-provider.ts';

/** A payment at its provider. */
export interface Intent {
  /** 'open': not paid yet; 'authorized': confirmed, charged only by `capture`. */
  status: 'open' | 'authorized' | 'succeeded' | 'canceled';
  /** Open, and the buyer or the bank has yet to answer: it may still succeed. */
  isAwaited: boolean;
  /** Null while nothing was tried. */
  method: PaymentMethod | null;
  /** Why the last attempt failed, in the provider's terms; null without one. */
  failure: string | null;
  cardLast4: string | null;
  /** The same for each payment with the card, whoever pays; known once it is authorized. */
  cardFingerprint: string | null;
}

/** A payment in the provider's list. */
export interface ListedPayment {
  /** Stored as `payments.provider_ref`. */
  id: string;
  status: Intent['status'];
  amount_cents: number;
  /** Refunded to the card. */
  refunded_cents: number;
  created_at: Date;
}

/** A chargeback by the buyer's bank. */
export interface Dispute {
  /** The provider's reference of the dispute. */
  ref: string;
  /** The payment that it is about. */
  paymentRef: string;
  amountCents: number;
  /** In the provider's terms, e.g. 'fraudulent'. */
  reason: string;
  status: DisputeStatus;
  /** Withdrawn from WoPack and not returned so far, without fees. */
  withdrawnCents: number;
  /** Whether the payment may still be refunded: so of an inquiry, not of a dispute whose amount was withdrawn. */
  isRefundable: boolean;
  /** Deadline for a response. */
  respondBy: Date | null;
  openedAt: Date;
}

export interface RefundRequest {
  /** All or part of the payment. */
  amountCents: number;
  idempotencyKey: string;
  /** Kept as metadata, by which the refund is recognised when its answer was lost. */
  refundId: number;
}

export interface ProviderRefund {
  /** The provider's reference of the refund. */
  ref: string;
  /** The payment that it is about. */
  paymentRef: string;
  amountCents: number;
  /** failed: the money is with the provider again. */
  status: 'pending' | 'succeeded' | 'failed';
  /** In the provider's terms, e.g. 'expired_or_canceled_card'. */
  failure: string | null;
  /** From the metadata; null: it was made on the provider's pages. */
  refundId: number | null;
  createdAt: Date;
}

/** Money that went back to cardholders, or that their banks took back. */
export interface Returns {
  refunds: ProviderRefund[];
  disputes: Dispute[];
  /** When the provider was asked: what it says is at least as new. Without it, it may be old. */
  requestedAt?: Date;
}

/** The provider refuses a refund for certain: nothing was made, and the same request will be refused again. */
export class RefundRefusedError extends Error {}

/** The bank refuses a phone for certain, for instance because its number has no MB WAY. Nobody was asked. */
export class MbWayRefusedError extends Error {}

/** What a provider can do, by which it is used; nothing is decided by its name. What it lacks is not offered. */
export interface PaymentCapabilities {
  /** Cards that buyers keep, to pay the next time with one press and what their bank asks. */
  savedCards: boolean;
  methods: readonly PaymentMethod[];
  /** Offered unless the operator says which. */
  defaultMethods: readonly PaymentMethod[];
}

/** The account that the keys belong to. */
export interface ProviderAccount {
  /** Not in the provider's test mode. */
  isLive: boolean;
  canCharge: boolean;
  hasMbWay: boolean;
  /** Registered for wallets, of those that were asked for. */
  domains: { name: string; applePay: boolean; googlePay: boolean }[];
}

/** A card that a buyer keeps at the provider, as far as it may be shown. */
export interface SavedCard {
  ref: string;
  /** In the provider's terms, e.g. 'visa'. */
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Chosen by the buyer; at most one is. */
  isDefault: boolean;
}

/** A payment provider. Every call is idempotent by its key or reference. */
export interface PaymentProvider {
  name: PaymentProviderName;
  capabilities: PaymentCapabilities;
  /** Null: it keeps no accounts for payees, who are paid by the operator. */
  accounts: AccountProvider | null;
  /** Null: it moves no money to sellers and partners, who are paid by the operator. */
  transfers: TransferProvider | null;
  /** Public key for the browser; null if none is needed. */
  publishableKey: string | null;
  createIntent(intent: {
    amountCents: number;
    idempotencyKey: string;
    /** Only authorises the card; `capture` charges it. MB WAY has no such thing. */
    capturesLater?: boolean;
    /** By default a card, also one of a wallet. */
    method?: 'mb_way';
  }): Promise<{ ref: string; clientSecret: string }>;
  /**
   * Asks the owner of a phone ('+351912345678') to confirm the intent in the app. Rejects with `MbWayRefusedError` when
   * nobody can be asked.
   */
  confirmMbWay(ref: string, phone: string): Promise<void>;
  /** Whoever keeps cards; returns its reference. */
  createCustomer(customer: { userId: number; idempotencyKey: string }): Promise<string>;
  /** With all cards; one that does not exist is deleted already. */
  deleteCustomer(customer: string): Promise<void>;
  /** Newest first, each card once; none of a customer that the provider does not know, or not any more. */
  listCards(customer: string): Promise<SavedCard[]>;
  /** False when the customer has no such card. */
  removeCard(customer: string, ref: string): Promise<boolean>;
  /** Keeps which card its customer pays by by default. False when the customer has no such card. */
  setDefaultCard(customer: string, ref: string): Promise<boolean>;
  /**
   * Lets an open intent be paid by the kept cards of a customer, and keeps the card that pays it, or does not; one that is
   * paid or cancelled stays as it is. False when the provider does not know the customer.
   */
  assignCustomer(ref: string, customer: { customer: string; keepsCard: boolean }): Promise<boolean>;
  retrieve(ref: string): Promise<Intent>;
  /** Charges an authorised card; returns the state afterwards. */
  capture(ref: string): Promise<Intent>;
  /** Cancels the intent unless it succeeded; returns its state afterwards. */
  cancel(ref: string): Promise<Intent>;
  /** Cancels the intent only while no card is being confirmed or charged; returns its state afterwards. */
  cancelIdle(ref: string): Promise<Intent>;
  /** Rejects with `RefundRefusedError`, for instance when the refunds would exceed the payment. */
  refund(ref: string, refund: RefundRequest): Promise<ProviderRefund>;
  /** All refunds and disputes of a payment. */
  returnsOf(ref: string): Promise<Returns>;
  /** Refunds and disputes created in the period, of all payments; `to` is exclusive. */
  listReturns(period: { from: Date; to: Date }): Promise<Returns>;
  /** All payments created in the period; `to` is exclusive. */
  list(period: { from: Date; to: Date }): Promise<ListedPayment[]>;
  dispute(ref: string): Promise<Dispute>;
  /** With the host that pages are opened at, if it is registered for wallets. */
  describeAccount(host: string): Promise<ProviderAccount>;
}
