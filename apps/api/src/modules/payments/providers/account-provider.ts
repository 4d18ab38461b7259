/** What a provider says of the account of somebody who is paid. */
export interface AccountFacts {
  /** The form on its page was sent, at least once. */
  detailsSubmitted: boolean;
  /** It pays the bank of the account. */
  payoutsEnabled: boolean;
  /** Money can be transferred to the account. */
  transfersEnabled: boolean;
  /** What it lacks, in its own terms. */
  currentlyDue: string[];
  /** The part of what is due that is late. */
  pastDue: string[];
  /** Until when it wants what is due. */
  deadline: Date | null;
  /** Why the account is disabled, in its own terms, such as 'requirements.past_due'; null: it is not. */
  disabledReason: string | null;
  /** Where it pays to, and who holds that account as far as it says; null: none is stored. */
  bank: { country: string; last4: string; holder: string | null } | null;
  /** When it pays, in its own terms: 'daily', 'weekly' with 'monday', 'monthly' with '31'. */
  schedule: { interval: string; anchor: string | null } | null;
}

export interface NewAccount {
  /** Kept as metadata, by which the account is recognised when its answer was lost. */
  userId: number;
  email: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  kind: 'company' | 'individual';
  businessName: string;
  idempotencyKey: string;
}

/** The provider refuses an account for certain: none was made. */
export class AccountRefusedError extends Error {}

/** Accounts of sellers and partners at the provider, which pays their banks. Every call is idempotent, but for links. */
export interface AccountProvider {
  /** Resolves if the keys may make and read accounts; changes nothing. */
  checkAccess(): Promise<void>;
  /** Returns the reference. Rejects with `AccountRefusedError`. */
  createAccount(account: NewAccount): Promise<string>;
  /** The newest account that was made for a user, since an instant if there is one; null: none. */
  findAccount(userId: number, since: Date | null): Promise<string | null>;
  /** Null: the provider has no such account, or not any more. */
  retrieveAccount(ref: string): Promise<AccountFacts | null>;
  /**
   * Address of the provider's page, which can be opened once. It leads to `returnUrl` when it is left, finished or not,
   * and to `refreshUrl` when it was opened before or has expired.
   */
  createOnboardingLink(
    ref: string,
    urls: { returnUrl: string; refreshUrl: string },
  ): Promise<{ url: string; expiresAt: Date }>;
  /**
   * Address of the provider's page where the payee changes bank account and details, once onboarded. Of Stripe it does not
   * lead back.
   */
  createLoginLink(ref: string, returnUrl: string): Promise<string>;
}
