/**
 * Every column that can hold text, by table: what it has of a person, and what becomes of that when their account is
 * deleted. `personal-data.test.ts` compares the list with the schema, and erases an account that has each of them.
 */

export interface PersonalColumn {
  /** SQL condition on the rows that are a user's; `$user` is the id, `$email` the address. */
  rows: string;
  /**
   * `erased`: gone 30 days after the deletion at the latest. `retained`: erased after the years for which the law requires
   * it. `kept`: for good, because of `reason`.
   */
  fate: 'erased' | 'retained' | 'kept';
  reason?: string;
  /** In the export of the account; the others are another person's words, or kept for others. */
  isExported?: true;
  /** A shorter mark. */
  mark?: string;
  /** A value with the mark, as SQL; by default the mark itself. */
  value?: (mark: string) => string;
}

const erased = (rows: string, isExported?: 'exported', value?: PersonalColumn['value']): PersonalColumn => ({
  rows,
  fate: 'erased',
  ...(isExported && { isExported: true }),
  ...(value && { value }),
});
const kept = (rows: string, reason: string, isExported?: 'exported'): PersonalColumn => ({
  rows,
  fate: 'kept',
  reason,
  ...(isExported && { isExported: true }),
});
const retained = (rows: string, isExported?: 'exported'): PersonalColumn => ({
  rows,
  fate: 'retained',
  ...(isExported && { isExported: true }),
});

const OWN = 'user_id = $user';
const OWN_ORDER = 'order_id in (select id from orders where user_id = $user)';
const OWN_SALE = 'order_id in (select id from orders where seller_id = $user)';
const OWN_PLACE = 'sale_place_id in (select id from sale_places where seller_id = $user)';
const OWN_PRODUCT = `product_id in (select id from products where ${OWN_PLACE})`;
const OWN_IMPORT = 'import_id in (select id from product_imports where user_id = $user)';
const INVOICED = "user_id = $user and state in ('paid', 'collected', 'not_collected')";
const ORDERS_OF_OTHERS = 'orders of buyers name what they bought and where';
const AUDIT = 'the audit log is evidence and cannot be changed; it has numbers instead of names';
const ACTIVITY = 'numbers and codes alone: what members do is only added to';
const asObject = (mark: string) => `'{"pt": "${mark}"}'`;
const asEmail = (mark: string) => `'${mark}@mark.example'`;

export const personalColumns: Record<string, Record<string, PersonalColumn>> = {
  // First, because other tables are found by the address.
  users: {
    email: erased('id = $user', 'exported', asEmail),
    name: erased('id = $user', 'exported'),
    surname: erased('id = $user', 'exported'),
    phone: erased('id = $user', 'exported'),
    city: erased('id = $user', 'exported'),
  },
  legal_identities: {
    legal_name: retained(OWN, 'exported'),
    address: retained(OWN, 'exported'),
    register_number: retained(OWN, 'exported'),
    tax_number: retained(OWN, 'exported'),
    post_code: { ...retained(OWN, 'exported'), mark: 'mark-post-code' },
    city: retained(OWN, 'exported'),
    vat_number: retained(OWN, 'exported'),
  },
  former_legal_identities: {
    legal_name: retained(OWN, 'exported'),
    address: retained(OWN, 'exported'),
    register_number: retained(OWN, 'exported'),
    tax_number: retained(OWN, 'exported'),
    post_code: { ...retained(OWN, 'exported'), mark: 'mark-former-code' },
    city: retained(OWN, 'exported'),
    vat_number: retained(OWN, 'exported'),
    iban: retained(OWN, 'exported'),
    holder: retained(OWN, 'exported'),
  },
  content_reports: {
    text: erased('reporter_id = $user or reporter_email = $email', 'exported'),
    reporter_email: erased('reporter_email = $email', undefined, () => '$email'),
  },
  decisions: {
    email: erased('email = $email', undefined, () => '$email'),
    subject_name: erased(OWN, 'exported'),
    reason: erased(OWN, 'exported'),
    objection: erased(`${OWN} and objection is not null`, 'exported'),
    objection_reason: erased(`${OWN} and objection_reason is not null`, 'exported'),
  },
  saved_searches: { text: erased(OWN, 'exported') },
  holidays: { name: erased(OWN_PLACE) },
  login_codes: { email: erased('email = $email', undefined, () => '$email') },
  mail_failures: {
    recipient: erased('recipient = $email', undefined, () => '$email'),
    subject: erased('recipient = $email'),
    mail: erased('recipient = $email', undefined, asObject),
    reason: erased('recipient = $email'),
  },
  order_refunds: { reason: erased(`${OWN_ORDER} or (${OWN_SALE} and decided_by = 'seller')`) },
  orders: {
    cancel_reason: erased(
      "(user_id = $user and state = 'cancelled_by_buyer') or (seller_id = $user and state = 'cancelled_by_store')",
      'exported',
    ),
    product_name: kept('seller_id = $user', ORDERS_OF_OTHERS, 'exported'),
    invoice_name: retained(INVOICED, 'exported'),
    invoice_tax_number: retained(INVOICED, 'exported'),
  },
  payments: {
    card_last4: erased(OWN, 'exported'),
    failure_description: erased(OWN, 'exported'),
    invoice_name: erased(OWN, 'exported'),
    invoice_tax_number: erased(OWN, 'exported'),
  },
  invoice_details: { name: erased(OWN, 'exported'), tax_number: erased(OWN, 'exported') },
  payout_details: { iban: retained(OWN, 'exported'), holder: retained(OWN, 'exported') },
  place_claims: {
    text: erased('claimant_id = $user', 'exported'),
    phone: erased('claimant_id = $user', 'exported'),
    answer: erased('owner_id = $user and answer is not null', 'exported'),
    reason: erased('(claimant_id = $user or owner_id = $user) and reason is not null', 'exported'),
  },
  product_texts: {
    name: kept(OWN_PRODUCT, ORDERS_OF_OTHERS, 'exported'),
    description: erased(OWN_PRODUCT, 'exported'),
  },
  products: {
    name: kept(OWN_PLACE, ORDERS_OF_OTHERS, 'exported'),
    description: erased(OWN_PLACE, 'exported'),
    own_code: erased(OWN_PLACE, 'exported'),
  },
  product_imports: {
    file_name: erased(OWN),
    photos_name: erased(OWN),
    column_names: erased(OWN, undefined, asObject),
  },
  product_import_rows: {
    cells: erased(OWN_IMPORT, undefined, asObject),
    errors: erased(OWN_IMPORT, undefined, asObject),
  },
  product_import_photos: {
    name: erased(OWN_IMPORT),
    error: erased(OWN_IMPORT, undefined, asObject),
  },
  payout_accounts: { bank_last4: erased(OWN, 'exported'), bank_holder: erased(OWN, 'exported') },
  push_subscriptions: { endpoint: erased(OWN, 'exported') },
  ratings: { text: erased(OWN_ORDER, 'exported') },
  report_messages: {
    text: erased(`${OWN_ORDER} or (${OWN_SALE} and author = 'seller')`, 'exported'),
  },
  reports: {
    text: erased(OWN_ORDER, 'exported'),
    answer: erased(`(${OWN_ORDER} or ${OWN_SALE}) and answered_by = 'seller'`, 'exported'),
    translations: erased(OWN_ORDER, undefined, asObject),
  },
  sale_places: {
    name: kept('seller_id = $user', ORDERS_OF_OTHERS, 'exported'),
    address: kept('seller_id = $user', ORDERS_OF_OTHERS, 'exported'),
    description: erased('seller_id = $user', 'exported'),
    descriptions: erased('seller_id = $user', 'exported', asObject),
    phone: erased('seller_id = $user', 'exported'),
  },
  review_translations: { text: erased(`${OWN_ORDER} or (${OWN_SALE} and author = 'seller')`) },
  review_replies: { text: erased(`${OWN_ORDER} or ${OWN_SALE}`, 'exported') },
  credit_grants: { note: erased(OWN, 'exported') },
  counter_names: { name: erased('business_id = $user', 'exported') },
  member_invitations: { email: erased('invited_by = $user', 'exported', asEmail) },
  recognised_devices: { device_name: erased(OWN, 'exported') },
  security_events: { device_name: erased(OWN, 'exported'), network: erased(OWN, 'exported') },
  social_identities: { subject: erased(OWN, 'exported') },
  tokens: { device_name: erased(OWN, 'exported') },
};

/** Columns that a person's row has besides, and that share its fate: columns of a row that is deleted as a whole. */
export const columnsOfDeletedRows: Record<string, string[]> = {
  former_legal_identities: ['first_name', 'last_name'],
  legal_identities: ['first_name', 'last_name'],
  push_subscriptions: ['p256dh', 'auth'],
};

/** Columns of a person's words that stay, with why; no test can plant a mark in most of them. */
export const keptColumns: Record<string, Record<string, string>> = {
  activity: { old_values: ACTIVITY, new_values: ACTIVITY },
  devices: { name: 'what the business calls a tablet; it is deleted after its end' },
  audit_entries: { before: AUDIT, after: AUDIT, reason: AUDIT },
  ledger_transactions: { note: 'an operator explains a correction of the books, which cannot be changed' },
  statements: {
    issued_by: 'the operator',
    party: 'the account that a statement is for; bookkeeping',
    reason: 'an operator explains a correction',
  },
  discount_codes: {
    code: 'what buyers typed; their orders name it',
    name: 'what a business or an operator calls a code',
  },
  commission_invoices: {
    customer: 'the business that an invoice is for; bookkeeping',
    error: 'the words of the invoicing service',
  },
  commission_invoice_tries: { words: 'the words of the invoicing service' },
  receipts: {
    seller_name: 'who sold, on the buyer’s receipt; bookkeeping',
    seller_address: 'like seller_name',
    vat_number: 'like seller_name',
  },
  payout_runs: { file: 'as the bank got it; erased with the accounts of the payouts' },
  payouts: {
    iban: 'erased when the years for which the law requires it are over, with the file of the bank',
    holder: 'like iban',
    return_reason: "the bank's words",
  },
  reports: { photo: 'paths; the pictures are deleted with the words' },
};

/** No person's words or address: keys, states, paths, codes of providers, secrets, names of the catalogue, and numbers as text. */
export const technicalColumns: Record<string, string[]> = {
  activity: ['kind'],
  affiliate_shares: ['side', 'state', 'reason'],
  allocation_entries: ['state', 'card_fingerprint'],
  commission_invoice_tries: ['outcome'],
  commission_invoices: [
    ...['kind', 'service', 'reference', 'state', 'failure', 'document_ref', 'number', 'atcud'],
  ],
  installation: ['reference_prefix'],
  invoicing_tokens: ['service', 'tokens'],
  audit_entries: ['action', 'subject_kind', 'subject_id', 'request_id'],
  launch_checks: ['id', 'state', 'finding'],
  legal_text_acceptances: ['text'],
  legal_text_notices: ['text'],
  legal_text_versions: ['text'],
  former_legal_identities: ['country', 'kind', 'tax_country'],
  legal_identities: ['country', 'kind', 'tax_country'],
  content_reports: ['state', 'subject_kind', 'photo_path', 'ground', 'language'],
  credit_grants: ['source'],
  discount_codes: ['effect'],
  decisions: ['language', 'role', 'subject_kind', 'outcome', 'objection_outcome'],
  disputes: ['provider_ref', 'reason', 'status'],
  document_numbers: ['issuer'],
  draws: ['state', 'sealed_seed', 'beacon_url'],
  hand_out_conflicts: ['reason'],
  ledger_accounts: ['account_kind'],
  ledger_transactions: ['kind'],
  login_codes: ['purpose'],
  look_alikes: ['state'],
  notification_settings: ['channel'],
  operators: ['role', 'totp_secret'],
  order_refunds: ['decided_by', 'ground'],
  orders: ['pin', 'state', 'cancel_reason_code', 'cancel_reason_language', 'payout_way', 'discount_payer'],
  payment_sync_cursors: ['provider'],
  payment_customers: ['provider', 'ref'],
  payments: [
    'token',
    'provider',
    'provider_ref',
    'client_secret',
    'method',
    'phone_ending',
    'state',
    'failure_code',
    'card_fingerprint',
  ],
  payout_accounts: [
    'provider',
    'ref',
    'state',
    'requirements',
    'disabled_reason',
    'bank_country',
    'payout_interval',
    'payout_anchor',
  ],
  payouts: ['role', 'state', 'return_reference'],
  pickup_slots: ['allocation'],
  place_claims: ['state', 'photos'],
  product_texts: ['language'],
  product_types: ['slug', 'name', 'icon'],
  product_import_photos: ['path'],
  product_import_rows: ['plan'],
  product_imports: ['state'],
  products: ['photos', 'allergens', 'diet', 'state', 'schedule', 'allocation', 'language'],
  rate_limits: ['key'],
  receipts: ['seller_country'],
  reconciliations: ['kind', 'differences', 'sums'],
  trust_nights: ['verdict'],
  towns: ['key', 'name'],
  sale_place_towns: ['town_key'],
  town_impacts: ['town_key'],
  referral_signs: ['kind'],
  refund_transfers: ['way', 'reference', 'status', 'failure'],
  refunds: ['error', 'state', 'noted_reference'],
  report_messages: ['author'],
  ratings: ['language'],
  review_replies: ['language'],
  review_translations: ['author', 'language'],
  reports: ['answered_by', 'language', 'wish'],
  value_answers: ['answer', 'photo'],
  value_proposals: ['outcome'],
  sale_place_types: ['slug', 'name'],
  sale_places: ['time_zone', 'logo', 'language'],
  sandbox_disputes: ['ref', 'intent_ref', 'status'],
  sandbox_account_links: ['token', 'account_ref', 'return_url', 'refresh_url'],
  provider_payouts: ['account_ref', 'failure', 'reference', 'status'],
  provider_transfers: ['account_ref', 'arrival_reference', 'error', 'reference', 'role', 'state'],
  sandbox_accounts: ['ref', 'country', 'kind', 'outcome'],
  sandbox_payouts: ['account_ref', 'ref', 'status'],
  sandbox_transfer_reversals: ['idempotency_key', 'ref', 'transfer_ref'],
  sandbox_transfers: ['account_ref', 'idempotency_key', 'payment_ref', 'ref', 'transfer_group'],
  sandbox_cards: ['ref', 'customer_ref', 'intent_ref', 'last4', 'brand', 'fingerprint'],
  sandbox_intents: [
    'customer_ref',
    'ref',
    'client_secret',
    'idempotency_key',
    'status',
    'card_last4',
    'card_fingerprint',
    'method',
    'answer',
  ],
  sandbox_refunds: ['idempotency_key', 'ref', 'id', 'status', 'failure'],
  search_index_state: ['version'],
  search_words: ['word'],
  member_invitations: ['language', 'role'],
  member_notification_settings: ['sold', 'last_sold', 'cancelled', 'report', 'draw', 'stock_question'],
  members: ['role'],
  security_events: ['kind'],
  slot_horizons: ['time_zone'],
  social_flows: ['provider', 'nonce', 'code_verifier', 'return_path', 'referral_code', 'language'],
  social_identities: ['provider'],
  statements: ['issuer', 'role'],
  uploads: ['path', 'srcset'],
  saved_searches: ['diets', 'avoided_allergens'],
  users: ['password_hash', 'avatar_path', 'language', 'referral_code', 'diets', 'avoided_allergens'],
};
