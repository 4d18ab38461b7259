import type { businessCountries, PayoutState, ShareReason, ShareSide, StatementRole } from '@wopack/contract';
import type { Schedule } from '@wopack/rules';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { QueuedMail } from '../mail.ts';

type Names = JSONColumnType<Record<string, string>>;
type Immutable<T> = ColumnType<T, T, never>;

/** When the provider is asked to give money back, and what it said last. */
interface RefundTries {
  refund_tries: Generated<number>;
  /** Null: at once. */
  refund_next_try_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  refund_error: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the operator was told. */
  refund_stuck_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface StoredPhoto {
  path: string;
  srcset: string;
}

/** Who a statement is from or for. */
export interface StatementParty {
  name: string;
  address: string;
  country: (typeof businessCountries)[number] | null;
  vat_number: string;
}

/** The tables, as migrations leave them. */
export interface Database {
  users: {
    id: Generated<number>;
    name: Generated<string>;
    sname: Generated<string>;
    email: string;
    email_verified_at: Date | null;
    password_hash: string | null;
    phone: Generated<string>;
    city: Generated<string>;
    latitude: number | null;
    longitude: number | null;
    avatar_path: string | null;
    is_owner: Generated<boolean>;
    is_partner: Generated<boolean>;
    language: Generated<string>;
    ref_code: string;
    /** Of the key in links of mails sent by former versions. */
    former_mail_key_hash: ColumnType<Buffer | null, never, never>;
    referred_by: number | null;
    terms_accepted_at: Date;
    created_at: Date;
    deleted_at: Generated<Date | null>;
    erased_at: Generated<Date | null>;
  };
  social_identities: { provider: string; subject: string; user_id: number; created_at: Date };
  social_flows: {
    state_hash: Buffer;
    browser_hash: Buffer;
    provider: string;
    nonce: string;
    code_verifier: string;
    next: string | null;
    ref_link: string | null;
    language: string;
    expires_at: Date;
  };
  businesses: {
    user_id: number;
    legal_name: string;
    address: string;
    country: (typeof businessCountries)[number];
    vat_number: string;
    updated_at: Date;
    locked_until: Date | null;
  };
  tokens: {
    id: Generated<number>;
    user_id: number;
    hash: Buffer;
    device_name: string;
    lifetime_seconds: number;
    created_at: Date;
    expires_at: Date;
  };
  /** LSNs. */
  last_writes: { user_id: number; lsn: string };
  login_codes: {
    email: string;
    /** Null: the mail with the code was not sent yet. */
    hash: Buffer | null;
    wrong_tries: Generated<number>;
    expires_at: Date;
    request_id: Generated<string>;
  };
  secret_key_checks: { id: Generated<boolean>; hash: Buffer };
  sale_place_types: { id: number; slug: string; name: Names };
  sale_places: {
    id: Generated<number>;
    owner_id: number;
    name: string;
    description: Generated<string>;
    phone: string;
    address: string;
    latitude: number;
    longitude: number;
    time_zone: string;
    is_hand_write_address: Generated<boolean>;
    category_ids: number[];
    logo: string | null;
    search: Generated<unknown>;
    rating_sum: Generated<number>;
    rating_count: Generated<number>;
    created_at: Date;
    paused: Generated<boolean>;
    removed_at: Generated<Date | null>;
  };
  product_types: { id: number; slug: string; name: Names };
  price_tiers: { price_cents: number; old_price_cents: number };
  uploads: { path: string; srcset: string; user_id: number; created_at: Date };
  products: {
    id: Generated<number>;
    sale_place_id: number;
    name: string;
    description: string;
    price_cents: number;
    old_price_cents: number;
    category_ids: number[];
    photos: JSONColumnType<StoredPhoto[]>;
    allergens: Generated<string[]>;
    diet: Generated<string[]>;
    state: Generated<'draft' | 'active' | 'paused' | 'closed' | 'removed'>;
    daily_quantity: number | null;
    schedule: JSONColumnType<Schedule> | null;
    earth: unknown;
    search: unknown;
    rating_sum: Generated<number>;
    rating_count: Generated<number>;
    created_at: Date;
  };
  search_words: { word: string };
  pickup_slots: {
    id: Generated<number>;
    product_id: number;
    date: ColumnType<string, string, string>;
    starts_at: Date;
    ends_at: Date;
    quantity: number;
    left: number;
    closed: Generated<boolean>;
    own_quantity: Generated<boolean>;
    cancelled: Generated<boolean>;
    sold_out: Generated<boolean>;
  };
  product_dates: {
    product_id: number;
    date: ColumnType<string, string, never>;
    time_start: string | null;
    time_end: string | null;
  };
  slots_kept: {
    time_zone: string;
    until: string;
  };
  holidays: {
    id: Generated<number>;
    sale_place_id: number;
    name: string;
    date_from: ColumnType<string, string, never>;
    date_to: ColumnType<string, string, never>;
  };
  favourites: { user_id: number; product_id: number; created_at: Date };
  notification_settings: {
    user_id: number;
    channel: 'push' | 'mail' | 'none';
    reminder_minutes: number;
    quiet_from: string;
    quiet_to: string;
  };
  seller_notification_settings: {
    user_id: number;
    sold: 'push' | 'mail' | 'none';
    last_sold: 'push' | 'mail' | 'none';
    cancelled: 'push' | 'mail' | 'none';
    report: 'push' | 'mail' | 'none';
  };
  last_sold_notices: { slot_id: number; told_at: Date };
  mail_failures: {
    id: Generated<number>;
    recipient: string;
    subject: string;
    /** Null: its time was over. */
    mail: JSONColumnType<QueuedMail> | null;
    reason: string;
    failures: number;
    failed_at: Date;
  };
  push_subscriptions: {
    id: Generated<number>;
    user_id: number;
    token_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Date;
  };
  back_on_sale_checks: { product_id: number; slot_id: number | null; due_at: Date };
  back_on_sale_notices: { user_id: number; slot_id: number; due_at: Date; told_at: Date | null };
  order_reminders: { order_id: number; told_at: Date };
  payments: RefundTries & {
    id: Generated<number>;
    token: string;
    user_id: number;
    product_id: number;
    slot_id: number;
    amount_cents: number;
    provider: string;
    provider_ref: string | null;
    client_secret: string | null;
    intent_requests: Generated<number>;
    state: 'pending' | 'paid' | 'failed' | 'expired' | 'refund_due' | 'refunded';
    expires_at: Date;
    card_last4: string | null;
    failure_code: string | null;
    failure_description: string | null;
    created_at: Date;
    settled_at: Date | null;
  };
  partial_refunds: RefundTries & {
    id: Generated<number>;
    payment_id: number;
    amount_cents: number;
    created_at: Date;
    sent_at: Date | null;
  };
  sandbox_intents: {
    ref: string;
    client_secret: string;
    idempotency_key: string;
    amount_cents: number;
    status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
    card_last4: string | null;
    refunded_cents: Generated<number>;
    created_at: Date;
  };
  sandbox_disputes: { ref: string; intent_ref: string; created_at: Date };
  disputes: {
    id: Generated<number>;
    payment_id: number;
    provider_ref: string;
    amount_cents: number;
    reason: string;
    status: string;
    withdrawn_cents: Generated<number>;
    bookings: Generated<number>;
    respond_by: Date | null;
    opened_at: Date;
    looked_at: Date;
  };
  provider_looks: { provider: string; until: Date };
  sandbox_refunds: { idempotency_key: string; ref: string; amount_cents: number; created_at: Date };
  orders: {
    id: Generated<number>;
    payment_id: number;
    user_id: number;
    product_id: number;
    slot_id: number;
    sale_place_id: number;
    seller_id: number;
    product_name: string;
    price_cents: number;
    old_price_cents: number | null;
    commission_cents: number;
    earning_cents: number;
    refunded_cents: Generated<number>;
    /** Encrypted. */
    pin: string;
    /** Null: `pin` is not encrypted yet. */
    pin_hash: Buffer | null;
    state: 'paid' | 'collected' | 'not_collected' | 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded';
    pickup_start: Date;
    pickup_end: Date;
    collected_at: Date | null;
    cancel_reason: string | null;
    created_at: Date;
  };
  ratings: {
    order_id: number;
    seller_id: number;
    stars: number;
    text: Generated<string>;
    created_at: Date;
  };
  order_refunds: {
    order_id: number;
    total_cents: number;
    decided_by: 'seller' | 'operator';
    reason: string;
    created_at: Date;
  };
  reports: {
    order_id: number;
    seller_id: number;
    text: string;
    photo: JSONColumnType<StoredPhoto> | null;
    answer: string | null;
    answered_at: Date | null;
    answered_by: 'seller' | 'operator' | null;
    created_at: Date;
  };
  pin_tries: { sale_place_id: number; wrong_at: Date[] };
  map_cells: {
    level: number;
    type_id: number;
    x: number;
    y: number;
    places: number;
    place_id: number;
    price_from_cents: number;
    latitude: number;
    longitude: number;
  };
  affiliate_visits: { partner_id: number; day: string; visits: number };
  affiliate_credits: {
    partner_id: number;
    month: string;
    hundredths: ColumnType<string, number, never>;
    amount_cents: Immutable<number>;
    credited_at: Immutable<Date>;
  };
  affiliate_shares: {
    id: Generated<number>;
    order_id: number;
    side: ShareSide;
    partner_id: number;
    person_id: number;
    hundredths: Immutable<number>;
    price_cents: Immutable<number>;
    state: 'pending' | 'approved' | 'reversed';
    reason: ShareReason;
    created_at: Date;
    approve_at: Date;
    approved_at: Date | null;
    credit_month: string | null;
  };
  ledger_accounts: { id: Generated<number>; code: string };
  ledger_transactions: {
    id: Generated<string>;
    kind: string;
    reference: string;
    created_at: Date;
    effective_at: Date;
  };
  ledger_entries: {
    id: Generated<string>;
    transaction_id: Immutable<string>;
    account_id: Immutable<number>;
    amount_cents: Immutable<number>;
  };
  payout_details: {
    user_id: number;
    iban: string;
    holder: string;
    updated_at: Date;
    locked_until: Date | null;
    held_until: Generated<Date | null>;
  };
  document_numbers: { issuer: string; year: number; last_number: number };
  statements: {
    id: Generated<number>;
    issuer: string;
    year: number;
    number: number;
    user_id: number;
    role: StatementRole;
    month: string;
    corrects: number | null;
    original: number | null;
    reason: string | null;
    issued_at: Date;
    issued_by: JSONColumnType<StatementParty>;
    party: JSONColumnType<StatementParty>;
    opening_cents: number;
    closing_cents: number;
    commission_cents: number;
    vat_percent: ColumnType<string, number, never>;
    vat_cents: number;
  };
  statement_entries: { entry_id: string; statement_id: number };
  payout_months: { month: string };
  payout_runs: {
    id: Generated<number>;
    month: string | null;
    made_at: Date;
    file: string | null;
    sent_at: Date | null;
  };
  payouts: {
    id: Generated<number>;
    run_id: number;
    user_id: number;
    role: StatementRole;
    statement_id: number;
    amount_cents: number;
    iban: string;
    holder: string;
    state: PayoutState;
    return_reason: string | null;
    changed_at: Date;
  };
}
