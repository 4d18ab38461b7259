// The tables, as the migrations leave them. Written by `npm run generate`.
import type {
  AllocationChoice, BusinessCountry, CodePurpose, CommissionInvoiceFailure, CommissionInvoiceKind, CommissionInvoiceOutcome, CommissionInvoiceState, CreditSource, DecisionOutcome, DecisionSubject, DiscountEffect, DiscountPayer, DisputeStatus, DrawState, EntryState, InvoicedCustomer, InvoicingServiceName, MemberRole, OperatorRole,
  PaymentMethod, PayoutAccountState, PayoutState, ProviderPayoutStatus, RefundGround, RefundState, ReportedContent, ReportWish, SecurityEventKind, ShareReason, ShareSide, StatementParty, StatementRole,
  TransferState,
  TrustVerdict, ValueAnswer,
} from '@wopack/contract';
import type { Language, LocalizedNames, ReadyReason, Schedule } from '@wopack/domain';
import type { JSONColumnType } from 'kysely';
import type { StoredPhoto } from '../files/storage.ts';
import type { QueuedMail } from '../mail/mail.ts';
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export interface Activity {
  business_id: number;
  created_at: Date;
  device_id: number | null;
  id: Generated<number>;
  /**
   * Of member_invitations, which has the address and is removed when it is answered or withdrawn.
   */
  invitation_id: number | null;
  kind: string;
  /**
   * Of counter_names, who acted without an account; the name may be deleted by now.
   */
  name_id: number | null;
  /**
   * Numbers and codes, no words of persons: rows stay.
   */
  new_values: Json | null;
  old_values: Json | null;
  order_id: number | null;
  product_id: number | null;
  sale_place_id: number | null;
  /**
   * When a counter device sent what it had noted without a connection; null: noted when it happened.
   */
  sent_at: Date | null;
  /**
   * The member whom it is about.
   */
  subject_user_id: number | null;
  /**
   * Null: a device, or WoPack.
   */
  user_id: number | null;
}

export interface AffiliateCredits {
  amount_cents: Immutable<number>;
  credited_at: Immutable<Date>;
  /**
   * Unit: a hundredth of a cent.
   */
  hundredths: Immutable<number>;
  month: string;
  partner_id: number;
  /**
   * What of the amount is transferred at the payment provider: the shares of orders that it pays.
   */
  transfer_cents: Generated<number>;
}

export interface AffiliateShares {
  approve_at: Date;
  approved_at: Date | null;
  created_at: Date;
  credit_month: string | null;
  /**
   * Unit: a hundredth of a cent.
   */
  hundredths: Immutable<number>;
  id: Generated<number>;
  order_id: number;
  partner_id: number;
  price_cents: Immutable<number>;
  /**
   * Units that hundredths and price_cents are of.
   */
  quantity: Generated<number>;
  reason: ShareReason;
  referred_user_id: number;
  /**
   * How often the sale of the order had been restored before.
   */
  restorations: Generated<number>;
  /**
   * Of a negative share: units of the order given back in all, this one included.
   */
  returned_quantity: Generated<number>;
  side: ShareSide;
  state: 'pending' | 'approved' | 'reversed';
}

export interface AffiliateVisits {
  day: string;
  partner_id: number;
  visits: number;
}

export interface AllocationEntries {
  announced_at: Date | null;
  /**
   * Of the card that pays a win; no other winner of the draw may use it.
   */
  card_fingerprint: string | null;
  created_at: Date;
  draw_id: number | null;
  ended_at: Date | null;
  id: string;
  /**
   * In a waitlist before all others, after a late cancellation by the seller.
   */
  is_first: Generated<boolean>;
  /**
   * When the waiting user was told that the product is off sale at present.
   */
  notified_off_sale_at: Date | null;
  offer_expires_at: Date | null;
  payment_id: number | null;
  position: Generated<number>;
  /**
   * Shown when the user entered or joined: the most that the unit is offered for.
   */
  price_cents: number;
  product_id: number;
  random: Buffer | null;
  rank: number | null;
  slot_id: number;
  state: EntryState;
  /**
   * Null once the user is erased: the published list of a draw stays.
   */
  user_id: number | null;
}

export interface AuditChain {
  entry_id: number;
  /**
   * SHA-256 of the hash before it (none for the first) and the content of the entry.
   */
  hash: Buffer;
  position: number;
}

export interface AuditEntries {
  action: string;
  after: JSONColumnType<object> | null;
  at: Date;
  before: JSONColumnType<object> | null;
  id: Generated<number>;
  /**
   * Null: a command on the server.
   */
  operator_id: number | null;
  reason: string;
  request_id: string;
  subject_id: string;
  subject_kind: string;
}

export interface BackOnSaleChecks {
  /**
   * On sale for the first time: back on sale for nobody.
   */
  is_first_sale: Generated<boolean>;
  product_id: number;
  slot_id: number | null;
}

export interface BackOnSaleNotifications {
  due_at: Date;
  notified_at: Date | null;
  saved_search_id: number | null;
  slot_id: number;
  user_id: number;
}

export interface Backups {
  id: Generated<number>;
  made_at: Date;
  /**
   * Of the file; null for those of earlier versions.
   */
  size_bytes: number | null;
}

export interface Businesses {
  /**
   * Nothing of it is on sale: the provider has yet to verify it, or lacks what it asked for (PAYOUT_WAY).
   */
  awaits_payout_account: Generated<boolean>;
  created_at: Date;
  /**
   * From when an operator works with it no more: said 30 days ahead. Then it is suspended.
   */
  ends_at: Date | null;
  id: number;
  is_selling: Generated<boolean>;
  /**
   * Since when an operator keeps everything of the business off sale and out of sight.
   */
  suspended_at: Date | null;
  /**
   * The suspension came with the block of its only owner, or of its founder, and ends with it; false for one of its own.
   */
  suspended_by_block: Generated<boolean>;
}

export interface CommissionInvoiceFiles {
  content: Buffer;
  fetched_at: Date;
  invoice_id: number;
}

export interface CommissionInvoices {
  /**
   * With VAT.
   */
  amount_cents: number;
  atcud: string | null;
  created_at: Date;
  /**
   * The invoice that a credit note gives back; null as long as there is none to credit.
   */
  credits: number | null;
  /**
   * As the statement names them; when it is tried again after a failure, as the business is then. Of a credit note: that of its invoice.
   */
  customer: JSONColumnType<InvoicedCustomer>;
  /**
   * Of the document at the service.
   */
  document_ref: string | null;
  error: string | null;
  failure: CommissionInvoiceFailure | null | null;
  /**
   * How often its PDF was asked for.
   */
  file_tries: Generated<number>;
  id: Generated<number>;
  /**
   * The statement of the invoice was corrected: nothing of it stays.
   */
  is_reversal: Generated<boolean>;
  issued_at: Date | null;
  kind: CommissionInvoiceKind;
  /**
   * Of an issued one: when its PDF is fetched. Null: nothing is to be done.
   */
  next_try_at: Date | null;
  /**
   * Of the service, or of whoever issued it by hand.
   */
  number: string | null;
  /**
   * Ours, by which the service finds the document.
   */
  reference: string;
  /**
   * By which it is issued; of a credit note: that of its invoice.
   */
  service: InvoicingServiceName;
  /**
   * sent: the service is being asked, or the process ended while it was. by_hand: an operator issued it otherwise. replaced: nothing was issued, and nothing will be, since the statement was corrected.
   */
  state: CommissionInvoiceState;
  statement_id: number;
  tries: Generated<number>;
  /**
   * Since when it is failed or its outcome unknown.
   */
  troubled_since: Date | null;
  vat_percent: Numeric;
}

export interface CommissionInvoiceTries {
  id: Generated<number>;
  invoice_id: number;
  outcome: CommissionInvoiceOutcome;
  tried_at: Date;
  /**
   * Of the service.
   */
  words: string | null;
}

export interface ContentReports {
  created_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  ground: string;
  id: Generated<number>;
  language: string;
  photo_path: string | null;
  reporter_email: string | null;
  reporter_id: number | null;
  seller_id: number;
  state: Generated<'open' | 'kept' | 'hidden'>;
  /**
   * Product (also of a photo), user, or order of a review or of the reply to it.
   */
  subject_id: number;
  subject_kind: ReportedContent;
  text: string;
}

export interface CounterNames {
  business_id: number;
  created_at: Date;
  id: Generated<number>;
  name: string;
  removed_at: Date | null;
  sale_place_id: number;
}

export interface CreditGrants {
  amount_cents: number;
  code_id: number | null;
  created_at: Date;
  created_by: number | null;
  /**
   * When its owner was told that it ends soon; null: not yet.
   */
  end_noticed_at: Date | null;
  /**
   * What ended unused and went back to who paid it.
   */
  ended_cents: Generated<number>;
  ends_at: Date | null;
  id: Generated<number>;
  /**
   * What can be used: neither on hold nor used nor ended.
   */
  left_cents: number;
  /**
   * Shown to the buyer.
   */
  note: string | null;
  order_id: number | null;
  /**
   * The business that pays it out of its earnings. Null: the operator pays.
   */
  seller_id: number | null;
  source: CreditSource;
  user_id: number;
}

export interface CreditUses {
  amount_cents: number;
  grant_id: number;
  payment_id: number;
  /**
   * Given back to the grant by refunds of the order.
   */
  returned_cents: Generated<number>;
}

export interface DateOverrides {
  date: Immutable<string>;
  product_id: number;
  time_end: string | null;
  time_start: string | null;
}

export interface Decisions {
  amount_cents: number | null;
  content_report_id: number | null;
  created_at: Date;
  /**
   * By an operator whom it concerns, because nobody else could.
   */
  decided_alone: Generated<boolean>;
  /**
   * Of a reporter without an account.
   */
  email: string | null;
  id: Generated<number>;
  language: string;
  objected_at: Date | null;
  objection: string | null;
  /**
   * By an operator whom it concerns or who decided first, because nobody else could.
   */
  objection_decided_alone: Generated<boolean>;
  objection_decided_at: Date | null;
  objection_operator_id: number | null;
  objection_outcome: 'upheld' | 'reversed' | null;
  objection_reason: string | null;
  operator_id: number | null;
  outcome: DecisionOutcome;
  reason: string;
  role: 'affected' | 'reporter';
  subject_id: number;
  subject_kind: DecisionSubject;
  subject_name: string;
  user_id: number | null;
}

export interface Devices {
  /**
   * Whoever is at the counter chooses their name before they hand out.
   */
  asks_name: Generated<boolean>;
  business_id: number;
  code_expires_at: Date | null;
  code_hash: Buffer | null;
  /**
   * Of the first characters, by which a wrong code is counted; null without a code.
   */
  code_part_hash: Buffer | null;
  /**
   * Since the newest code was made; the fifth ends it.
   */
  code_wrong_tries: Generated<number>;
  created_at: Date;
  ended_at: Date | null;
  id: Generated<number>;
  /**
   * To the minute.
   */
  last_used_at: Date | null;
  name: string;
  paired_at: Date | null;
  sale_place_id: number;
  token_hash: Buffer | null;
}

export interface DiscountCodeAddresses {
  code_id: number;
  email_hash: Buffer;
}

export interface DiscountCodes {
  amount_cents: number | null;
  /**
   * No use begins that would exceed it. Null: no limit.
   */
  budget_cents: number | null;
  cap_cents: number | null;
  code: string;
  created_at: Date;
  created_by: number | null;
  /**
   * How long credit from it lasts. Null: it has no end.
   */
  credit_days: number | null;
  /**
   * amount, percent: taken off a price; credit: given to whoever enters it in their account.
   */
  effect: DiscountEffect;
  ends_at: Date | null;
  id: Generated<number>;
  is_first_order_only: Generated<boolean>;
  is_for_addresses: Generated<boolean>;
  max_uses: number | null;
  max_uses_per_user: Generated<number>;
  minimum_cents: Generated<number>;
  /**
   * For whoever manages it; buyers do not see it.
   */
  name: string;
  percent: number | null;
  /**
   * The business that made it and pays it, for its own products. Null: the operator pays.
   */
  seller_id: number | null;
  starts_at: Date;
  stopped_at: Date | null;
  /**
   * Of these uses.
   */
  used_cents: Generated<number>;
  /**
   * Uses, those of unpaid holds included.
   */
  used_count: Generated<number>;
}

export interface DiscountCodeSalePlaces {
  code_id: number;
  sale_place_id: number;
}

export interface DiscountCodeTypes {
  code_id: number;
  type_id: number;
}

export interface DiscountUses {
  amount_cents: number;
  code_id: number;
  created_at: Date;
  grant_id: number | null;
  id: Generated<number>;
  payment_id: number | null;
  user_id: number;
}

export interface Disputes {
  amount_cents: number;
  checked_at: Date;
  id: Generated<number>;
  /**
   * Whether the payment may be refunded while the dispute is open: an inquiry, of which nothing was withdrawn.
   */
  is_refundable: Generated<boolean>;
  opened_at: Date;
  payment_id: number;
  posting_count: Generated<number>;
  provider_ref: string;
  reason: string;
  respond_by: Date | null;
  status: string;
  withdrawn_cents: Generated<number>;
}

export interface DocumentNumbers {
  issuer: string;
  last_number: number;
  year: number;
}

export interface Draws {
  beacon_round: number | null;
  beacon_url: string | null;
  beacon_value: Buffer | null;
  closed_at: Date | null;
  closes_at: Date;
  drawn_at: Date | null;
  id: Generated<number>;
  list_hash: Buffer | null;
  opened_at: Date;
  product_id: number;
  /**
   * The seed, encrypted: until it is drawn nobody reads it from the database or a backup.
   */
  sealed_seed: string;
  /**
   * Published when drawn.
   */
  seed: Buffer | null;
  seed_hash: Buffer;
  slot_id: number;
  state: DrawState;
  units: number | null;
}

export interface EarningHolds {
  held_at: Date;
  payment_id: number;
}

export interface Favourites {
  created_at: Date;
  product_id: number;
  user_id: number;
}

export interface ForecastRuns {
  /**
   * The same of the plain average of the weekday.
   */
  average_error: Numeric | null;
  /**
   * The same of the plain average of the weekday.
   */
  bought_average_error: Numeric | null;
  bought_days: Generated<number>;
  bought_days_in_range: Generated<number>;
  /**
   * Packs a day between the forecast and what was bought; of a date that sold out, what was bought at least.
   */
  bought_error: Numeric | null;
  computed_at: Date;
  days_in_range: number;
  /**
   * Packs a day between the forecast and what was left over.
   */
  mean_error: Numeric | null;
  measured_days: number;
  /**
   * Dates of the last eight weeks whose number was published by itself: it was the forecast, which is not compared with itself.
   */
  own_numbers: Generated<number>;
  product_id: number;
}

export interface Forecasts {
  /**
   * Packs that would be bought if there were enough.
   */
  bought: number;
  bought_high: number;
  bought_low: number;
  date: string;
  /**
   * Packs there will be to sell; in 8 of 10 cases from low to high.
   */
  left_over: number;
  left_over_high: number;
  left_over_low: number;
  /**
   * The last dates with the same weekday, at most eight.
   */
  like_days: number;
  product_id: number;
  sold_out_early_days: number;
  /**
   * People who waited or entered on these dates and got none.
   */
  waited: number;
}

export interface FormerLegalIdentities {
  address: string;
  birth_date: string | null;
  city: string | null;
  /**
   * Null of a founder whose account was deleted before they entered a legal identity.
   */
  country: BusinessCountry | null;
  ended_at: Date;
  first_name: string | null;
  holder: string | null;
  /**
   * For the report to tax authorities alone: nothing is paid to it.
   */
  iban: string | null;
  kind: 'person' | 'company' | null;
  last_name: string | null;
  legal_name: string;
  post_code: string | null;
  register_number: string | null;
  retain_until: Date;
  tax_country: BusinessCountry | null;
  tax_number: string | null;
  user_id: number;
  vat_number: string;
}

export interface FriendLinks {
  created_at: Date;
  /**
   * When the pickup window ends.
   */
  ends_at: Date;
  id: Generated<number>;
  /**
   * Of the key in the fragment of the link, which is stored nowhere.
   */
  key_hash: Buffer;
  /**
   * When the order got the PIN that only this link shows.
   */
  opened_at: Date | null;
  order_id: number;
  /**
   * Or when another link replaced it.
   */
  taken_back_at: Date | null;
}

export interface HandOutConflicts {
  created_at: Date;
  device_id: number | null;
  /**
   * By the counter, at the latest when it arrived.
   */
  handed_out_at: Date;
  id: Generated<number>;
  order_id: number;
  reason: string;
  /**
   * When an owner or manager said that it is dealt with.
   */
  seen_at: Date | null;
}

export interface Holidays {
  date_from: Immutable<string>;
  date_to: Immutable<string>;
  id: Generated<number>;
  name: string;
  sale_place_id: number;
}

export interface Installation {
  is_only: Generated<boolean>;
  /**
   * Begins the references of its documents at an invoicing service.
   */
  reference_prefix: Generated<string>;
}

export interface InvoiceDetails {
  name: string | null;
  tax_number: string;
  updated_at: Date;
  user_id: number;
}

export interface InvoicingTokens {
  expires_at: Date | null;
  /**
   * Until then one process is renewing them, and the others wait.
   */
  renewed_by_then: Date | null;
  service: string;
  /**
   * Encrypted.
   */
  tokens: string | null;
}

export interface LastWrites {
  /**
   * WAL position that a replica must have reached before this user reads from it.
   */
  lsn: string;
  user_id: number;
}

export interface LaunchChecks {
  checked_at: Date;
  /**
   * Key of the reason, its values, and where to look.
   */
  finding: Json;
  id: string;
  state: string;
}

export interface LedgerAccounts {
  account_kind: Immutable<'provider' | 'commission' | 'disputes' | 'vat' | 'payouts' | 'bank' | 'promotions' | 'buyer' | 'seller' | 'partner' | 'credit' | 'seller_at_provider' | 'partner_at_provider'>;
  id: Generated<number>;
  user_id: number | null;
}

export interface LedgerClosedBalances {
  account_id: number;
  amount_cents: number;
  month: string;
}

export interface LedgerClosedMonths {
  closed_at: Date;
  /**
   * No entry is added to it or a transaction before it.
   */
  last_transaction_id: number;
  month: string;
}

export interface LedgerEntries {
  account_id: Immutable<number>;
  amount_cents: Immutable<number>;
  id: Generated<number>;
  transaction_id: Immutable<number>;
}

export interface LedgerRecordChanges {
  payment_id: number;
}

export interface LedgerTransactions {
  created_at: Date;
  /**
   * Counts the postings of credit that ends, from 1: credit that was returned later may end again.
   */
  credit_end_number: number | null;
  credit_grant_id: number | null;
  /**
   * Its first day.
   */
  credit_month: string | null;
  dispute_id: number | null;
  /**
   * Counts the postings of a dispute, from 1.
   */
  dispute_posting_number: number | null;
  effective_at: Date;
  id: Generated<number>;
  kind: Immutable<
    | 'payment' | 'sale' | 'cancellation' | 'order_refund' | 'sale_restored' | 'partial_refund' | 'refund' | 'refund_failed' | 'dispute'
    | 'payout' | 'payout_confirmed' | 'payout_returned' | 'commission_vat' | 'affiliate_credit' | 'transfer'
    | 'transfer_reversal' | 'provider_payout' | 'credit_grant' | 'credit_end' | 'adjustment'>;
  /**
   * Names an adjustment, which no row of another table explains.
   */
  note: string | null;
  order_id: number | null;
  partner_id: number | null;
  payment_id: number | null;
  payout_id: number | null;
  provider_payout_id: number | null;
  /**
   * Counts the postings of a payout by the provider, from 1.
   */
  provider_payout_posting_number: number | null;
  provider_transfer_id: number | null;
  /**
   * Counts the postings of a transfer of a refund, from 1.
   */
  refund_posting_number: number | null;
  refund_transfer_id: number | null;
  /**
   * What the buyer has back of the order in all.
   */
  refunded_total_cents: number | null;
  /**
   * Of what takes a sale back: how often the sale had been restored before. Of a restored sale: this time included.
   */
  restorations: Generated<number>;
  statement_id: number | null;
}

export interface LegalIdentities {
  address: string;
  birth_date: string | null;
  city: string | null;
  country: BusinessCountry;
  first_name: string | null;
  kind: 'person' | 'company' | null;
  last_name: string | null;
  legal_name: string;
  post_code: string | null;
  register_number: string | null;
  retain_until: Date | null;
  tax_country: BusinessCountry | null;
  tax_number: string | null;
  updated_at: Date;
  user_id: number;
  vat_number: string;
  vat_percent: Numeric | null;
  /**
   * When an operator checked it; null again after a change.
   */
  verified_at: Date | null;
}

export interface LegalTextAcceptances {
  accepted_at: Date;
  text: string;
  user_id: number;
  version: string;
}

export interface LegalTextNotices {
  notified_at: Date;
  text: string;
  user_id: number;
  version: string;
}

export interface LegalTextVersions {
  /**
   * Since when users are notified of it; that of a change without substance, or of a first version, when it began.
   */
  announced_at: Date;
  holds_from: Date;
  text: string;
  /**
   * Names the version: the day it was written.
   */
  version: string;
}

export interface LoginCodeAttempts {
  attempts: number;
  network: Buffer;
  request_id: string;
  source: Buffer;
}

export interface LoginCodes {
  email: string;
  expires_at: Date;
  failed_attempts: Generated<number>;
  /**
   * Null: the mail with the code was not sent yet.
   */
  hash: Buffer;
  purpose: CodePurpose;
  request_id: Generated<string>;
  sent_at: Date;
  sent_count: Generated<number>;
  user_id: number | null;
}

export interface LookAlikes {
  created_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  earlier_place_id: number;
  id: Generated<number>;
  sale_place_id: number;
  state: Generated<'open' | 'kept' | 'hidden' | 'transferred'>;
}

export interface LowStockNotifications {
  member_id: number;
  notified_at: Date;
  slot_id: number;
}

export interface MailFailures {
  failed_at: Date;
  failures: number;
  id: Generated<number>;
  /**
   * Null: the mail had expired.
   */
  mail: JSONColumnType<QueuedMail> | null;
  reason: string;
  recipient: string;
  subject: string;
}

export interface MapCells {
  latitude: number;
  level: number;
  longitude: number;
  min_price_cents: number;
  sale_place_count: number;
  sale_place_id: number;
  type_id: number;
  x: number;
  y: number;
}

export interface MapCellState {
  id: Generated<boolean>;
  /**
   * End of the last window of the product that leaves the map first.
   */
  valid_until: Date;
}

export interface MapChanges {
  changed_at: Generated<Date>;
}

export interface MemberInvitations {
  business_id: number;
  email: string;
  expires_at: Date;
  has_all_sale_places: Generated<boolean>;
  id: Generated<number>;
  invited_by: number;
  /**
   * Null until the mail is sent, which alone has the key.
   */
  key_hash: Buffer | null;
  language: string;
  role: MemberRole;
  sale_place_ids: Generated<number[]>;
  sent_at: Date;
}

export interface MemberNotificationSettings {
  cancelled: 'push' | 'mail' | 'none';
  draw: 'push' | 'mail' | 'none';
  last_sold: 'push' | 'mail' | 'none';
  low_stock_units: Generated<number>;
  member_id: number;
  report: 'push' | 'mail' | 'none';
  /**
   * Null: all of the member, also later ones.
   */
  sale_place_ids: number[] | null;
  sold: 'push' | 'mail' | 'none';
  /**
   * Null: by the role.
   */
  stock_question: 'push' | 'mail' | 'none' | null | null;
}

export interface Members {
  business_id: number;
  has_all_sale_places: Generated<boolean>;
  id: Generated<number>;
  joined_at: Date;
  /**
   * Of the last call for the business, to five minutes; not of what they do on WoPack else.
   */
  last_seen_at: Date | null;
  role: MemberRole;
  user_id: number;
}

export interface MemberSalePlaces {
  member_id: number;
  sale_place_id: number;
}

export interface NotificationSettings {
  /**
   * Whether the user is asked after a pickup if the pack was worth what was promised.
   */
  asks_value: Generated<boolean>;
  channel: 'push' | 'mail' | 'none';
  quiet_from: string;
  quiet_to: string;
  reminder_minutes: number;
  user_id: number;
}

export interface OffSalePeriods {
  began_at: Date;
  /**
   * Null while the product is off sale.
   */
  ended_at: Date | null;
  product_id: number;
}

export interface OperatorRecoveryCodes {
  hash: Buffer;
  user_id: number;
}

export interface Operators {
  created_at: Date;
  /**
   * The last day, in the operator's time zone, on which this one gave credit. Null: none yet.
   */
  credit_day: string | null | null;
  /**
   * Of that day.
   */
  credit_day_cents: Generated<number>;
  enrolment_expires_at: Date | null;
  /**
   * Of the key by which the second factor is set up once. Null until the mail with the key is rendered, and when it is not to be set up.
   */
  enrolment_hash: Buffer | null;
  /**
   * Thirty-second step of the last accepted code; a code is accepted once.
   */
  last_totp_step: Generated<number>;
  role: OperatorRole;
  totp_confirmed_at: Date | null;
  /**
   * Encrypted. Null: not set up.
   */
  totp_secret: string | null;
  user_id: number;
}

export interface OperatorSessions {
  /**
   * Last confirmation of the second factor.
   */
  confirmed_at: Date;
  created_at: Date;
  /**
   * Of the user when it was entered.
   */
  credentials_version: number;
  expires_at: Date;
  hash: Buffer;
  id: Generated<number>;
  last_seen_at: Date;
  /**
   * The sign-in it was entered with.
   */
  token_id: number;
  user_id: number;
}

export interface OrderRefunds {
  created_at: Date;
  /**
   * provider: on the pages of the payment provider; bank: by a lost dispute.
   */
  decided_by: 'seller' | 'operator' | 'provider' | 'bank' | 'buyer';
  /**
   * What an operator chose of the list; null where nobody chose one.
   */
  ground: RefundGround | null | null;
  is_late_cancellation: Generated<boolean>;
  order_id: number;
  reason: string;
  /**
   * How often the sale of the order had been restored before.
   */
  restorations: Generated<number>;
  /**
   * When the sale was restored, which this refund had taken back.
   */
  restored_at: Date | null;
  total_cents: number;
  /**
   * Units that were given back by it singly.
   */
  units: Generated<number>;
}

export interface OrderReminders {
  notified_at: Date;
  order_id: number;
}

export interface Orders {
  cancel_reason: string | null;
  cancel_reason_code: ReadyReason | null | null;
  /**
   * Of the words in cancel_reason; null: not stated, as before.
   */
  cancel_reason_language: Language | null | null;
  cancelled_by_operator: Generated<boolean>;
  /**
   * Of returned_quantity, units that went back to the slot.
   */
  cancelled_quantity: Generated<number>;
  collected_at: Date | null;
  commission_cents: number;
  created_at: Date;
  /**
   * Part of the price that the buyer's credit paid. Like price_cents it never changes: what of it went back follows from refunded_cents.
   */
  credit_cents: Generated<number>;
  /**
   * Part of the price that a discount code took off; the payer gets it back in proportion.
   */
  discount_cents: Generated<number>;
  /**
   * Who pays the discount: business, out of its earning, or operator.
   */
  discount_payer: DiscountPayer | null | null;
  earning_cents: number;
  /**
   * The member at the counter; null before members were there, or without an account.
   */
  handed_out_by: number | null;
  /**
   * The counter device, which may be deleted by now; null: an account, or a device before this was recorded.
   */
  handed_out_device_id: number | null;
  /**
   * Of counter_names, instead of a member; the name may be deleted by now.
   */
  handed_out_name_id: number | null;
  /**
   * Units handed out, once it is collected. Null: all that had not been given back.
   */
  handed_out_quantity: number | null;
  id: Generated<number>;
  /**
   * When the buyer gave or changed name and tax number.
   */
  invoice_given_at: Date | null;
  invoice_name: string | null;
  invoice_tax_number: string | null;
  /**
   * As of the purchase.
   */
  is_perishable: Generated<boolean>;
  is_vat_mixed: Generated<boolean>;
  old_price_cents: number | null;
  payment_id: number;
  payout_way: Generated<'bank_file' | 'stripe_connect'>;
  pickup_end: Date;
  pickup_start: Date;
  /**
   * Encrypted.
   */
  pin: string;
  /**
   * Keyed and with the sale place, to compare it.
   */
  pin_hash: Buffer;
  price_cents: number;
  product_id: number;
  product_name: string;
  /**
   * Units bought; price_cents, old_price_cents, commission_cents and earning_cents are for all of them and never change.
   */
  quantity: Generated<number>;
  refunded_cents: Generated<number>;
  /**
   * How often its sale was restored after a bank took back what it had given the buyer.
   */
  restorations: Generated<number>;
  /**
   * Units that were given back singly while the order stands, with their part of commission, earning and shares. Giving back the last one ends the order by its state and is not counted here.
   */
  returned_quantity: Generated<number>;
  sale_place_id: number;
  seller_id: number;
  slot_id: number;
  state: 'paid' | 'collected' | 'not_collected' | 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded';
  /**
   * Raised when the PIN changes: signed tickets of lower versions are void.
   */
  ticket_version: Generated<number>;
  /**
   * What of the earning is at the payment provider for the business: transferred, less what was reversed.
   */
  transferred_cents: Generated<number>;
  user_id: number;
  /**
   * That of the product alone; null: of the seller.
   */
  vat_percent: Numeric | null;
  /**
   * Of one unit, as declared at the purchase.
   */
  weight_grams: number | null;
  /**
   * When the buyer withdrew from the contract.
   */
  withdrawn_at: Date | null;
}

export interface PaymentCustomers {
  created_at: Date;
  id: Generated<number>;
  provider: 'sandbox' | 'stripe';
  ref: string;
  /**
   * Null: the account is erased, and the provider is still to delete the customer with its cards.
   */
  user_id: number | null;
}

export interface Payments {
  /**
   * Charged at the provider: the price of all units without credit_cents and discount_cents.
   */
  amount_cents: number;
  /**
   * The card is authorised first and charged after its fingerprint was compared with those of other winners.
   */
  captures_later: Generated<boolean>;
  /**
   * Of an unpaid hold: mark of the card that was tried; of MB WAY the keyed hash of the phone, from when it is asked.
   */
  card_fingerprint: string | null;
  card_last4: string | null;
  client_secret: string | null;
  created_at: Date;
  /**
   * Part of the price that credit pays; on hold or used, by credit_uses.
   */
  credit_cents: Generated<number>;
  discarded_intents: Generated<number>;
  /**
   * Part of the price that a discount code takes off, by discount_uses.
   */
  discount_cents: Generated<number>;
  /**
   * Stays when the hold has ended: it may be paid late.
   */
  discount_code_id: number | null;
  expires_at: Date;
  failure_code: string | null;
  failure_description: string | null;
  id: Generated<number>;
  intent_requests: Generated<number>;
  invoice_name: string | null;
  invoice_tax_number: string | null;
  /**
   * The hold ended through no fault of its buyer: the provider was away, or the slot was cancelled.
   */
  is_excused: Generated<boolean>;
  /**
   * The hold was offered to somebody who won a draw or waited; the buyer did not ask for it.
   */
  is_offer: Generated<boolean>;
  /**
   * The hold ended before its time, because its unit passed to a buyer with a verified address or an earlier order.
   */
  is_passed_on: Generated<boolean>;
  /**
   * The pack was said to keep when it was set aside: its buyer may withdraw, whatever becomes of the claim.
   */
  is_withdrawable: Generated<boolean>;
  /**
   * Set while the intent is one of MB WAY: since when its buyer is asked to confirm it.
   */
  mb_way_requested_at: Date | null;
  /**
   * As the provider says once it is paid.
   */
  method: Generated<PaymentMethod>;
  /**
   * Keyed hash of the network (IPv4 address or IPv6 /64) that asked for the hold, until it is paid or a day old.
   */
  network_hash: Buffer | null;
  /**
   * Last two digits of the phone that was asked by MB WAY.
   */
  phone_ending: string | null;
  product_id: number;
  provider: string;
  provider_ref: string | null;
  /**
   * Units on hold, or paid; amount_cents is for all of them.
   */
  quantity: Generated<number>;
  settled_at: Date | null;
  slot_id: number;
  state: 'pending' | 'paid' | 'failed' | 'expired' | 'refund_due' | 'refunded';
  /**
   * When a process last took the hold to ask its provider about it.
   */
  synced_at: Date | null;
  token: string;
  user_id: number;
}

export interface PaymentSyncCursors {
  provider: string;
  synced_until: Date;
}

export interface PayoutAccounts {
  /**
   * When the provider was asked for what is stored: an answer to an earlier question changes nothing.
   */
  asked_at: Date | null;
  /**
   * Part of the idempotency key; a definite refusal begins the next one.
   */
  attempt: Generated<number>;
  bank_country: string | null;
  /**
   * Holder of the bank account, as the payment provider names them.
   */
  bank_holder: string | null;
  bank_last4: string | null;
  created_at: Date;
  /**
   * Until when it wants them.
   */
  deadline: Date | null;
  disabled_reason: string | null;
  first_verified_at: Date | null;
  payout_anchor: string | null;
  payout_interval: string | null;
  payouts_enabled: Generated<boolean>;
  provider: 'sandbox' | 'stripe';
  /**
   * Null: asked for, and the provider has not answered.
   */
  ref: string | null;
  /**
   * What the provider lacks, in its own terms.
   */
  requirements: Generated<string[]>;
  state: Generated<PayoutAccountState>;
  state_since: Date;
  submitted_at: Date | null;
  transfers_enabled: Generated<boolean>;
  updated_at: Date;
  /**
   * Who is paid, as in the ledger: the id of a business, or a partner.
   */
  user_id: number;
}

export interface PayoutDetails {
  held_until: Date | null;
  holder: string;
  iban: string;
  retain_until: Date | null;
  updated_at: Date;
  user_id: number;
}

export interface PayoutHolds {
  held_at: Date;
  user_id: number;
}

export interface PayoutMonths {
  month: string;
}

export interface PayoutRuns {
  created_at: Date;
  file: string | null;
  id: Generated<number>;
  month: string | null;
  sent_at: Date | null;
}

export interface Payouts {
  amount_cents: number;
  changed_at: Date;
  /**
   * Operator of the last step; null: the server or a command.
   */
  changed_by: number | null;
  holder: string;
  iban: string;
  id: Generated<number>;
  return_reason: string | null;
  /**
   * Of the bank, for a payout that was returned after it was confirmed.
   */
  return_reference: string | null;
  role: StatementRole;
  run_id: number;
  state: PayoutState;
  statement_id: number;
  user_id: number;
}

export interface PayoutWay {
  is_only: Generated<boolean>;
  requires_account: boolean;
}

export interface PickupSlots {
  /**
   * Who gets the units left: public: whoever buys first; planned: a draw opens when the slot goes on sale; draw: entries are open or being drawn; line: those who wait.
   */
  allocation: Generated<'public' | 'planned' | 'draw' | 'line'>;
  cancelled: Generated<boolean>;
  closed: Generated<boolean>;
  date: string;
  ends_at: Date;
  has_quantity_override: Generated<boolean>;
  id: Generated<number>;
  /**
   * When the last unit was taken most recently: units may be added, or come back, after the first time.
   */
  last_taken_at: Date | null;
  product_id: number;
  quantity: number;
  sold_out: Generated<boolean>;
  starts_at: Date;
  /**
   * When the last unit was taken for the first time.
   */
  taken_at: Date | null;
  units_left: number;
}

export interface PinAttempts {
  /**
   * Instants of recent wrong PINs, oldest first.
   */
  failed_at: Generated<ArrayType<Date>>;
  sale_place_id: number;
}

export interface PlaceClaims {
  answer: string | null;
  answer_until: Date;
  answered_at: Date | null;
  claimant_id: number;
  created_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  id: Generated<number>;
  /**
   * The claimant's, after the claim was approved.
   */
  new_place_id: number | null;
  /**
   * Who had the sale place when it was claimed.
   */
  owner_id: number;
  phone: string;
  photos: JSONColumnType<StoredPhoto[], string | undefined>;
  reason: string | null;
  sale_place_id: number;
  state: Generated<'open' | 'approved' | 'refused'>;
  text: string;
}

export interface PlaceFollowers {
  /**
   * Of the favourite.
   */
  created_at: Date;
  /**
   * The new seller's.
   */
  sale_place_id: number;
  user_id: number;
}

export interface PriceTiers {
  old_price_cents: number;
  price_cents: number;
  retired_at: Date | null;
}

export interface ProductImportPhotos {
  /**
   * As it was sent; null once it is stored as an upload of the member, or refused.
   */
  content: Buffer | null;
  /**
   * SHA-256 of what was sent: equal photos are stored once.
   */
  content_hash: Buffer | null;
  error: Json | null;
  import_id: number;
  name: string;
  /**
   * Of the upload.
   */
  path: string | null;
}

export interface ProductImportRows {
  /**
   * Texts by column; an object with "formula" for a cell that has one.
   */
  cells: Json;
  /**
   * Columns with keys of messages and their values.
   */
  errors: Json;
  /**
   * When writing it was refused.
   */
  failed_at: Date | null;
  import_id: number;
  /**
   * Products that change with the one of the row, because they are linked with it.
   */
  linked_count: Generated<number>;
  plan: string;
  /**
   * What was written.
   */
  product_id: number | null;
  row_number: number;
  written_at: Date | null;
}

export interface ProductImports {
  business_id: number;
  /**
   * By column: the name that the file has for it.
   */
  column_names: Json;
  created_at: Date;
  ended_at: Date | null;
  file_name: string;
  id: Generated<number>;
  only_valid: Generated<boolean>;
  photos_name: string | null;
  /**
   * That its rows name, or all that its maker has; null: all of the business.
   */
  sale_place_ids: number[] | null;
  started_at: Date | null;
  state: string;
  user_id: number;
}

export interface Products {
  allergens: Generated<string[]>;
  allocation: Generated<AllocationChoice>;
  /**
   * Off sale until allergens are named, because the operator asks for them (REQUIRE_ALLERGENS).
   */
  awaits_allergens: Generated<boolean>;
  created_at: Date;
  daily_quantity: number | null;
  description: string;
  diet: Generated<string[]>;
  /**
   * Whether slots that are not on sale yet will be drawn: what `allocation` comes to.
   */
  draws_next: Generated<boolean>;
  /**
   * Position of its sale place, as the extension earthdistance stores one.
   */
  earth: unknown;
  entry_minutes: Generated<number>;
  hidden_at: Date | null;
  id: Generated<number>;
  /**
   * Its seller says that it contains none of the fourteen; without it, no allergens means that none were named.
   */
  is_free_of_allergens: Generated<boolean>;
  /**
   * False: nothing in it spoils quickly, so that its buyers may withdraw.
   */
  is_perishable: Generated<boolean>;
  /**
   * Its contents have several rates: the till of the seller splits them.
   */
  is_vat_mixed: Generated<boolean>;
  /**
   * Of name and description.
   */
  language: Generated<Language>;
  /**
   * The same of products that are linked: one text, a row each. The id of the first linked copy, which no later link has.
   */
  link_id: number | null;
  /**
   * Units that a buyer may take in one order.
   */
  max_per_order: Generated<number>;
  name: string;
  old_price_cents: number;
  /**
   * What the seller calls it elsewhere, from an import.
   */
  own_code: string | null;
  photos: JSONColumnType<StoredPhoto[]>;
  price_cents: number;
  rating_count: Generated<number>;
  rating_sum: Generated<number>;
  sale_place_id: number;
  schedule: JSONColumnType<Schedule> | null;
  search: unknown;
  /**
   * Of its sale place, written by a trigger: what orders refer to.
   */
  seller_id: ColumnType<number, never, never>;
  state: Generated<'draft' | 'active' | 'paused' | 'closed' | 'removed'>;
  /**
   * When the translation service was last asked; null since the text changed.
   */
  translation_tried_at: Date | null;
  type_ids: number[];
  vat_percent: Numeric | null;
  /**
   * Of one unit, declared by the seller; null: not said.
   */
  weight_grams: number | null;
}

export interface ProductTexts {
  description: string;
  /**
   * By the translation service; else written by the seller.
   */
  is_translated: boolean;
  language: Language;
  name: string;
  product_id: number;
}

export interface ProductTypes {
  /**
   * Name of an image of the design system, one of `productTypeIcons`.
   */
  icon: Generated<string>;
  id: number;
  name: JSONColumnType<LocalizedNames>;
  retired_at: Date | null;
  slug: string;
}

export interface ProviderPayouts {
  account_ref: string;
  arrives_on: string;
  changed_at: Date;
  created_at: Date;
  failure: string | null;
  id: Generated<number>;
  is_booked: Generated<boolean>;
  partner_cents: number;
  posting_count: Generated<number>;
  reference: string;
  seller_cents: number;
  /**
   * failed: the money is in the account again.
   */
  status: ProviderPayoutStatus;
  user_id: number;
}

export interface ProviderTransfers {
  account_ref: string;
  amount_cents: number;
  /**
   * What the provider calls it in the account of the payee.
   */
  arrival_reference: string | null;
  attempts: Generated<number>;
  changed_at: Date;
  created_at: Date;
  error: string | null;
  id: Generated<number>;
  /**
   * Part of the idempotency key; a definite refusal begins the next one.
   */
  key_number: Generated<number>;
  made_at: Date | null;
  next_attempt_at: Date | null;
  /**
   * Whose earning it is. What is reversed may have been transferred for another order of the business.
   */
  order_id: number | null;
  reference: string | null;
  /**
   * The transfer that is reversed, as far as the amount.
   */
  reverses: number | null;
  role: StatementRole;
  /**
   * unknown: sent, and its answer has not come.
   */
  state: Generated<TransferState>;
  /**
   * Who is paid, as in the ledger: the id of a business, or a partner.
   */
  user_id: number;
}

export interface PushSubscriptions {
  auth: string;
  created_at: Date;
  endpoint: string;
  id: Generated<number>;
  p256dh: string;
  token_id: number;
  user_id: number;
}

export interface Ratings {
  created_at: Date;
  hidden_at: Date | null;
  language: Language | null | null;
  order_id: number;
  seller_id: number;
  stars: number;
  text: Generated<string>;
  /**
   * Of its text, or the reply to it.
   */
  translation_tried_at: Date | null;
}

export interface Receipts {
  issued_at: Date;
  order_id: number;
  seller_address: string;
  seller_country: string;
  seller_name: string;
  vat_number: string;
  vat_percent: Numeric | null;
}

export interface RecognisedDevices {
  created_at: Date;
  device_name: string;
  hash: Buffer;
  last_sign_in_at: Date;
  user_id: number;
}

export interface Reconciliations {
  checked_at: Date;
  differences: string[];
  id: Generated<number>;
  kind: 'ledger' | 'provider';
  sums: Generated<Json>;
}

export interface Recoveries {
  confirmed_at: Date | null;
  data_as_of: Date;
  id: Generated<number>;
  recovered_at: Date;
}

export interface ReferralSigns {
  found_at: Date;
  kind: 'iban' | 'tax_number' | 'phone' | 'card' | 'address' | 'device';
  partner_id: number;
  referred_user_id: number;
}

export interface Refunds {
  amount_cents: number;
  attempts: Generated<number>;
  /**
   * Operator of the last step; null: nobody of the console.
   */
  changed_by: number | null;
  created_at: Date;
  done_at: Date | null;
  /**
   * Last error of the provider.
   */
  error: string | null;
  id: Generated<number>;
  /**
   * Part of the idempotency key: counts definite refusals and repetitions by the operator.
   */
  key_number: Generated<number>;
  /**
   * Null: due now.
   */
  next_attempt_at: Date | null;
  noted_at: Date | null;
  noted_cents: number | null;
  /**
   * Of a bank transfer that waits to be confirmed by another operator.
   */
  noted_reference: string | null;
  payment_id: number;
  /**
   * queued: to be sent, or sent without an answer yet; waiting: for the end of a dispute; sent: the provider has it; failed: the bank returned it to the provider; refused: the provider refuses it; settled: the operator paid it otherwise; disputed: the bank gave it back after a dispute.
   */
  state: Generated<RefundState>;
  /**
   * When the operator was alerted.
   */
  stuck_at: Date | null;
}

export interface RefundTransfers {
  amount_cents: number;
  /**
   * What of it the ledger has posted.
   */
  booked_cents: Generated<number>;
  checked_at: Date;
  created_at: Date;
  failure: string | null;
  id: Generated<number>;
  payment_id: number;
  posting_count: Generated<number>;
  /**
   * Of the refund or dispute at the provider, or of the bank transfer.
   */
  reference: string;
  refund_id: number;
  status: 'pending' | 'succeeded' | 'failed';
  way: 'provider' | 'dispute' | 'bank';
}

export interface ReportMessages {
  author: string;
  created_at: Date;
  id: Generated<number>;
  order_id: number;
  text: string;
}

export interface Reports {
  answer: string | null;
  answered_at: Date | null;
  answered_by: 'seller' | 'operator' | null;
  created_at: Date;
  language: Language | null | null;
  order_id: number;
  photo: JSONColumnType<StoredPhoto> | null;
  /**
   * Of the question to the seller that has no reply yet.
   */
  question_at: Date | null;
  seller_id: number;
  /**
   * Of the last message of the seller.
   */
  seller_message_at: Date | null;
  text: string;
  /**
   * Of the buyer's words, by the translation service, by language.
   */
  translations: JSONColumnType<Partial<Record<Language, string>>, string | undefined>;
  wish: ReportWish | null | null;
}

export interface RestoreTrials {
  data_as_of: Date;
  id: Generated<number>;
  restored_at: Date;
}

export interface ReviewReplies {
  created_at: Date;
  hidden_at: Date | null;
  language: Language;
  order_id: number;
  text: string;
}

export interface ReviewTranslations {
  author: 'buyer' | 'seller';
  language: Language;
  order_id: number;
  text: string;
}

export interface SalePlaceImpacts {
  /**
   * Members of the business are none.
   */
  buyers: number;
  grams: number;
  month: string;
  packs: number;
  packs_with_weight: number;
  sale_place_id: number;
  saved_cents: number;
}

export interface SalePlaces {
  address: string;
  /**
   * Of these, by its seller.
   */
  cancelled_orders: Generated<number>;
  /**
   * Of the last 100 that its seller kept or cancelled.
   */
  counted_orders: Generated<number>;
  created_at: Date;
  description: Generated<string>;
  /**
   * Descriptions in other languages, by language.
   */
  descriptions: JSONColumnType<Partial<Record<Language, string>>, string | undefined>;
  has_manual_address: Generated<boolean>;
  hidden_at: Date | null;
  id: Generated<number>;
  /**
   * Of these, less what cancellations count.
   */
  kept_orders: Generated<number>;
  /**
   * Of the description.
   */
  language: Generated<Language>;
  last_cancelled_at: Date | null;
  last_cancelled_minutes_ahead: number | null;
  latitude: number;
  logo: string | null;
  longitude: number;
  name: string;
  paused: Generated<boolean>;
  phone: string;
  rating_count: Generated<number>;
  rating_sum: Generated<number>;
  removed_at: Date | null;
  search: Generated<unknown>;
  seller_id: number;
  time_zone: string;
  type_ids: number[];
}

export interface SalePlaceTowns {
  /**
   * Of the sale place when its town was worked out.
   */
  latitude: number;
  longitude: number;
  sale_place_id: number;
  /**
   * Null: far from any.
   */
  town_key: string | null;
}

export interface SalePlaceTypes {
  id: number;
  name: JSONColumnType<LocalizedNames>;
  slug: string;
}

export interface SandboxAccountLinks {
  account_ref: string;
  expires_at: Date;
  /**
   * Opened once; then it leads back for a new one.
   */
  opened_at: Date | null;
  refresh_url: string;
  return_url: string;
  token: string;
}

export interface SandboxAccounts {
  country: string;
  created_at: Date;
  deadline: Date | null;
  kind: 'company' | 'individual';
  /**
   * What was chosen on its page last; null: nothing so far.
   */
  outcome: 'verified' | 'needs_document' | 'restricted' | null | null;
  ref: string;
  user_id: number;
}

export interface SandboxCards {
  brand: string;
  created_at: Date;
  customer_ref: string;
  /**
   * When its buyer chose to pay by it by default; the newest choice of a customer holds.
   */
  default_since: Date | null;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  intent_ref: string;
  last4: string;
  ref: string;
}

export interface SandboxDisputes {
  created_at: Date;
  intent_ref: string;
  ref: string;
  status: Generated<DisputeStatus>;
  withdrawn_cents: number;
}

export interface SandboxIntents {
  amount_cents: number;
  /**
   * What the phone that was asked by MB WAY answers; 'none': nothing in time.
   */
  answer: 'accepted' | 'refused' | 'none' | 'late' | null | null;
  /**
   * When it does; null: it has.
   */
  answers_at: Date | null;
  captures_later: Generated<boolean>;
  card_fingerprint: string | null;
  card_last4: string | null;
  client_secret: string;
  created_at: Date;
  customer_ref: string | null;
  idempotency_key: string;
  keeps_card: Generated<boolean>;
  method: Generated<PaymentMethod>;
  ref: string;
  refunded_cents: Generated<number>;
  status: 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled';
}

export interface SandboxPayouts {
  account_ref: string;
  amount_cents: number;
  arrives_on: string;
  created_at: Date;
  failed_at: Date | null;
  ref: string;
  status: Generated<ProviderPayoutStatus>;
}

export interface SandboxRefunds {
  amount_cents: number;
  created_at: Date;
  failure: string | null;
  id: string;
  idempotency_key: string;
  ref: string;
  /**
   * Metadata; null: made on the pages of the provider.
   */
  refund_id: number | null;
  status: Generated<'pending' | 'succeeded' | 'failed'>;
}

export interface SandboxTransferReversals {
  amount_cents: number;
  created_at: Date;
  idempotency_key: string;
  ref: string;
  transfer_id: number;
  transfer_ref: string;
}

export interface SandboxTransfers {
  account_ref: string;
  amount_cents: number;
  created_at: Date;
  idempotency_key: string;
  payment_ref: string | null;
  ref: string;
  reversed_cents: Generated<number>;
  transfer_group: string;
  transfer_id: number;
}

export interface SavedSearches {
  /**
   * Data about health: only what the user asked to be told of.
   */
  avoided_allergens: Generated<string[]>;
  created_at: Date;
  /**
   * Data about health or belief: only what the user asked to be told of.
   */
  diets: Generated<string[]>;
  /**
   * Where it was searched, to about a kilometre, as the extension earthdistance stores it.
   */
  earth: unknown;
  /**
   * With avoided allergens: what names none counts too.
   */
  has_unnamed: Generated<boolean>;
  id: Generated<number>;
  /**
   * When the user was last told of something that matches.
   */
  notified_at: Date | null;
  /**
   * What the text asks for, without its time; null without a text.
   */
  query: string | null;
  /**
   * As typed; empty: a kind of pack only.
   */
  text: string;
  type_id: number | null;
  user_id: number;
}

export interface SearchIndexState {
  id: Generated<boolean>;
  /**
   * last product indexed with this version; null when all are
   */
  indexed_through: number | null;
  /**
   * of the search terms
   */
  version: string;
}

export interface SearchWords {
  word: string;
}

export interface SecretKeyChecks {
  hash: Buffer;
  id: Generated<boolean>;
}

export interface SecurityEvents {
  created_at: Date;
  device_name: string;
  id: Generated<number>;
  kind: SecurityEventKind;
  network: string;
  user_id: number | null;
}

export interface SellerCancellations {
  cancelled_at: Date;
  /**
   * Until when the buyer is first in the next waitlist of the product; null: it was not late, or before this was promised.
   */
  first_until: Date | null;
  /**
   * When the buyer joined a waitlist as the first, which happens once.
   */
  first_used_at: Date | null;
  /**
   * From the cancellation to the beginning of the window; negative once it had begun.
   */
  minutes_ahead: number;
  order_id: number;
}

export interface SellerQuarters {
  computed_at: Date;
  earning_cents: number;
  fees_cents: number;
  /**
   * Sales of whoever handed the business over, unless they are the same taxpayer as its present owner.
   */
  is_former: Generated<boolean>;
  /**
   * Units sold less those given back.
   */
  orders: number;
  quarter: number;
  seller_id: number;
  year: number;
}

export interface SettledMonths {
  /**
   * Entries up to it that were effective by the end of the month are on statements, or wait for the next month.
   */
  last_entry_id: number;
  month: string;
  settled_at: Date;
}

export interface SlotDeletions {
  examined_through: number;
  id: Generated<boolean>;
}

export interface SlotHorizons {
  /**
   * Last date for which slots were generated in this time zone.
   */
  generated_through: string;
  time_zone: string;
}

export interface SlotSums {
  starts_at: Date;
  units_offered: number;
  units_sold: number;
}

export interface SocialFlows {
  browser_hash: Buffer;
  code_verifier: string;
  expires_at: Date;
  language: string;
  nonce: string;
  provider: string;
  referral_code: string | null;
  return_path: string | null;
  state_hash: Buffer;
}

export interface SocialIdentities {
  created_at: Date;
  provider: string;
  subject: string;
  user_id: number;
}

export interface StatementEntries {
  entry_id: number;
  statement_id: number;
}

export interface Statements {
  closing_cents: number;
  commission_cents: number;
  corrects: number | null;
  id: Generated<number>;
  /**
   * Of the sales from before the business was handed over, issued or corrected after it.
   */
  is_former: Generated<boolean>;
  issued_at: Date;
  issued_by: JSONColumnType<StatementParty>;
  issuer: string;
  month: string;
  number: number;
  opening_cents: number;
  original: number | null;
  party: JSONColumnType<StatementParty>;
  reason: string | null;
  role: StatementRole;
  user_id: number;
  vat_cents: number;
  vat_percent: ColumnType<string, number, never>;
  year: number;
}

export interface StockQuestions {
  /**
   * All units of the slot, also those that were sold.
   */
  answer: number | null;
  answered_at: Date | null;
  asked_at: Date;
  is_published_by_itself: Generated<boolean>;
  /**
   * Units of the slot when it was asked.
   */
  promised: number;
  /**
   * The forecast; null when there was none.
   */
  proposal: number | null;
  slot_id: number;
}

export interface StockQuestionSettings {
  /**
   * At the sale place.
   */
  asks_at: string;
  /**
   * The next instant of asks_at, whether its date has a slot or not.
   */
  next_at: Date;
  product_id: number;
  /**
   * The proposal is published then, and the seller is told of it.
   */
  publishes_itself: Generated<boolean>;
}

export interface TicketKeys {
  created_at: Date;
  id: Generated<number>;
}

export interface Tokens {
  /**
   * The business that the member works for on this device; null: the first one.
   */
  business_id: number | null;
  created_at: Date;
  device_name: string;
  expires_at: Date;
  hash: Buffer;
  id: Generated<number>;
  is_code_sign_in: Generated<boolean>;
  lifetime_seconds: number;
  user_id: number;
}

export interface TownImpacts {
  buyers: number;
  /**
   * Buyers left when the orders of one business are taken away, whichever leaves fewest.
   */
  buyers_without_one: number;
  grams: number;
  month: string;
  packs: number;
  packs_with_weight: number;
  saved_cents: number;
  town_key: string;
}

export interface Towns {
  /**
   * Country and name: pt-lisboa.
   */
  key: string;
  /**
   * By language.
   */
  name: JSONColumnType<LocalizedNames>;
}

export interface TrustNights {
  /**
   * Of the accounts whose balances were compared, by the books; null without any.
   */
  accounts_cents: number | null;
  /**
   * In accounts of sellers and partners at the provider.
   */
  at_provider_cents: number;
  buyers_cents: number;
  /**
   * When the books were last compared with the records of the payment provider.
   */
  compared_at: Date;
  /**
   * Of the last comparisons, with the provider and of the books with the records behind them.
   */
  difference_count: number;
  /**
   * What the operator has to have, at the provider and its bank, by the books.
   */
  held_cents: number;
  /**
   * Payouts by bank file that have not arrived.
   */
  in_transit_cents: number;
  night: string;
  partners_cents: number;
  provider_accounts_cents: number | null;
  provider_taken_cents: number;
  recorded_at: Date;
  /**
   * Owed to sellers; who owes WoPack does not lower it.
   */
  sellers_cents: number;
  /**
   * Charges less refunds of the compared days, by the books.
   */
  taken_cents: number;
  verdict: TrustVerdict;
}

export interface UnsoldUnits {
  month: string;
  product_id: number;
  /**
   * By day of the month.
   */
  units: number[];
}

export interface Uploads {
  created_at: Date;
  path: string;
  srcset: string;
  user_id: number;
}

export interface Users {
  avatar_path: string | null;
  /**
   * Data about health: only what the user asked to be kept.
   */
  avoided_allergens: Generated<string[]>;
  /**
   * Since when an operator refuses to let the user sign in.
   */
  blocked_at: Date | null;
  city: Generated<string>;
  created_at: Date;
  /**
   * Raised when the credentials change: console sessions of a lower one have ended.
   */
  credentials_version: Generated<number>;
  deleted_at: Date | null;
  /**
   * Data about health or belief: only what the user asked to be kept.
   */
  diets: Generated<string[]>;
  email: string;
  email_verified_at: Date | null;
  erased_at: Date | null;
  /**
   * When the business that this user founded became that of its other owners: since then what is stored of a seller by this id is not theirs.
   */
  handed_over_at: Date | null;
  id: Generated<number>;
  is_partner: Generated<boolean>;
  is_seller: Generated<boolean>;
  language: Generated<string>;
  latitude: number | null;
  longitude: number | null;
  name: Generated<string>;
  password_hash: string | null;
  phone: Generated<string>;
  referral_code: string;
  referred_by: number | null;
  surname: Generated<string>;
  terms_accepted_at: Date;
}

export interface ValueAnswers {
  /**
   * Null: withdrawn, or of a deleted account.
   */
  answer: ValueAnswer | null;
  answered_at: Date;
  /**
   * When an operator hid the example.
   */
  hidden_at: Date | null;
  /**
   * Its buyer lets the seller show the photo to everybody.
   */
  may_be_shown: Generated<boolean>;
  order_id: number;
  photo: JSONColumnType<StoredPhoto> | null;
  /**
   * When the seller chose the photo as an example.
   */
  pinned_at: Date | null;
  product_id: number;
  sale_place_id: number;
  user_id: number;
}

export interface ValueProposals {
  /**
   * People who answered in the three weeks, each once a week.
   */
  answers: number;
  ended_at: Date | null;
  from_cents: number;
  id: Generated<number>;
  less: number;
  made_at: Date;
  outcome: 'accepted' | 'changed' | 'recovered' | null | null;
  product_id: number;
  to_cents: number;
}

export interface ValueQuestions {
  notified_at: Date;
  order_id: number;
}

export interface DB {
  activity: Activity;
  affiliate_credits: AffiliateCredits;
  affiliate_shares: AffiliateShares;
  affiliate_visits: AffiliateVisits;
  allocation_entries: AllocationEntries;
  audit_chain: AuditChain;
  audit_entries: AuditEntries;
  back_on_sale_checks: BackOnSaleChecks;
  back_on_sale_notifications: BackOnSaleNotifications;
  backups: Backups;
  businesses: Businesses;
  commission_invoice_files: CommissionInvoiceFiles;
  commission_invoice_tries: CommissionInvoiceTries;
  commission_invoices: CommissionInvoices;
  content_reports: ContentReports;
  counter_names: CounterNames;
  credit_grants: CreditGrants;
  credit_uses: CreditUses;
  date_overrides: DateOverrides;
  decisions: Decisions;
  devices: Devices;
  discount_code_addresses: DiscountCodeAddresses;
  discount_code_sale_places: DiscountCodeSalePlaces;
  discount_code_types: DiscountCodeTypes;
  discount_codes: DiscountCodes;
  discount_uses: DiscountUses;
  disputes: Disputes;
  document_numbers: DocumentNumbers;
  draws: Draws;
  earning_holds: EarningHolds;
  favourites: Favourites;
  forecast_runs: ForecastRuns;
  forecasts: Forecasts;
  former_legal_identities: FormerLegalIdentities;
  friend_links: FriendLinks;
  hand_out_conflicts: HandOutConflicts;
  holidays: Holidays;
  installation: Installation;
  invoice_details: InvoiceDetails;
  invoicing_tokens: InvoicingTokens;
  last_writes: LastWrites;
  launch_checks: LaunchChecks;
  ledger_accounts: LedgerAccounts;
  ledger_closed_balances: LedgerClosedBalances;
  ledger_closed_months: LedgerClosedMonths;
  ledger_entries: LedgerEntries;
  ledger_record_changes: LedgerRecordChanges;
  ledger_transactions: LedgerTransactions;
  legal_identities: LegalIdentities;
  legal_text_acceptances: LegalTextAcceptances;
  legal_text_notices: LegalTextNotices;
  legal_text_versions: LegalTextVersions;
  login_code_attempts: LoginCodeAttempts;
  login_codes: LoginCodes;
  look_alikes: LookAlikes;
  low_stock_notifications: LowStockNotifications;
  mail_failures: MailFailures;
  map_cell_state: MapCellState;
  map_cells: MapCells;
  map_changes: MapChanges;
  member_invitations: MemberInvitations;
  member_notification_settings: MemberNotificationSettings;
  member_sale_places: MemberSalePlaces;
  members: Members;
  notification_settings: NotificationSettings;
  off_sale_periods: OffSalePeriods;
  operator_recovery_codes: OperatorRecoveryCodes;
  operator_sessions: OperatorSessions;
  operators: Operators;
  order_refunds: OrderRefunds;
  order_reminders: OrderReminders;
  orders: Orders;
  payment_customers: PaymentCustomers;
  payment_sync_cursors: PaymentSyncCursors;
  payments: Payments;
  payout_accounts: PayoutAccounts;
  payout_details: PayoutDetails;
  payout_holds: PayoutHolds;
  payout_months: PayoutMonths;
  payout_runs: PayoutRuns;
  payout_way: PayoutWay;
  payouts: Payouts;
  pickup_slots: PickupSlots;
  pin_attempts: PinAttempts;
  place_claims: PlaceClaims;
  place_followers: PlaceFollowers;
  price_tiers: PriceTiers;
  product_import_photos: ProductImportPhotos;
  product_import_rows: ProductImportRows;
  product_imports: ProductImports;
  product_texts: ProductTexts;
  product_types: ProductTypes;
  products: Products;
  provider_payouts: ProviderPayouts;
  provider_transfers: ProviderTransfers;
  push_subscriptions: PushSubscriptions;
  ratings: Ratings;
  receipts: Receipts;
  recognised_devices: RecognisedDevices;
  reconciliations: Reconciliations;
  recoveries: Recoveries;
  referral_signs: ReferralSigns;
  refund_transfers: RefundTransfers;
  refunds: Refunds;
  report_messages: ReportMessages;
  reports: Reports;
  restore_trials: RestoreTrials;
  review_replies: ReviewReplies;
  review_translations: ReviewTranslations;
  sale_place_impacts: SalePlaceImpacts;
  sale_place_towns: SalePlaceTowns;
  sale_place_types: SalePlaceTypes;
  sale_places: SalePlaces;
  sandbox_account_links: SandboxAccountLinks;
  sandbox_accounts: SandboxAccounts;
  sandbox_cards: SandboxCards;
  sandbox_disputes: SandboxDisputes;
  sandbox_intents: SandboxIntents;
  sandbox_payouts: SandboxPayouts;
  sandbox_refunds: SandboxRefunds;
  sandbox_transfer_reversals: SandboxTransferReversals;
  sandbox_transfers: SandboxTransfers;
  saved_searches: SavedSearches;
  search_index_state: SearchIndexState;
  search_words: SearchWords;
  secret_key_checks: SecretKeyChecks;
  security_events: SecurityEvents;
  seller_cancellations: SellerCancellations;
  seller_quarters: SellerQuarters;
  settled_months: SettledMonths;
  slot_deletions: SlotDeletions;
  slot_horizons: SlotHorizons;
  slot_sums: SlotSums;
  social_flows: SocialFlows;
  social_identities: SocialIdentities;
  statement_entries: StatementEntries;
  statements: Statements;
  stock_question_settings: StockQuestionSettings;
  stock_questions: StockQuestions;
  ticket_keys: TicketKeys;
  tokens: Tokens;
  town_impacts: TownImpacts;
  towns: Towns;
  trust_nights: TrustNights;
  unsold_units: UnsoldUnits;
  uploads: Uploads;
  users: Users;
  value_answers: ValueAnswers;
  value_proposals: ValueProposals;
  value_questions: ValueQuestions;
}

/** Set at insert and never updated. */
export type Immutable<T> = ColumnType<T, T, never>;
