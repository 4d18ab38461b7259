/** Which module owns which table: it alone writes it. Checked by check-tables.ts. */
export const TABLES_BY_OWNER: Record<string, string[]> = {
  platform: ['last_writes', 'rate_limits', 'secret_key_checks'],
  identity: ['businesses', 'login_codes', 'social_flows', 'social_identities', 'tokens', 'users'],
  ledger: [
    ...['document_numbers', 'ledger_accounts', 'ledger_entries', 'ledger_transactions', 'payout_details'],
    ...['payout_months', 'payout_runs', 'payouts', 'statement_entries', 'statements'],
  ],
  notifications: [
    ...['mail_failures', 'notification_settings', 'order_reminders', 'push_subscriptions'],
    'seller_notification_settings',
  ],
  'sale-places': ['sale_place_types', 'sale_places'],
  products: [
    ...['date_overrides', 'holidays', 'pickup_slots', 'price_tiers', 'product_types', 'products'],
    ...['search_words', 'slot_horizons', 'uploads'],
  ],
  offers: ['back_on_sale_checks', 'back_on_sale_notifications', 'favourites', 'map_cells'],
  affiliates: ['affiliate_credits', 'affiliate_shares', 'affiliate_visits'],
  payments: [
    ...['disputes', 'partial_refunds', 'payments'],
    ...['sandbox_disputes', 'sandbox_intents', 'sandbox_refunds'],
  ],
  checkout: ['payment_sync_cursors'],
  orders: ['order_refunds', 'orders', 'pin_attempts', 'ratings', 'reports', 'sold_out_notifications'],
};

/** Folders whose queries may join tables of any module, to read them only. */
export const READ_MODELS = ['offers', 'ledger/statements', 'operator'];

/**
 * Queries that go around a table's owner today, by the module they stand in. New ones are refused, and an entry that no
 * query needs any more has to be deleted: the lists only shrink.
 */
export const FOREIGN_WRITES: Record<string, string[]> = {
  operator: ['price_tiers', 'product_types', 'sale_place_types'],
};
export const FOREIGN_READS: Record<string, string[]> = {
  affiliates: ['sale_places', 'users'],
  backup: ['users'],
  checkout: ['payments', 'products', 'users'],
  identity: ['ledger_accounts', 'ledger_entries', 'orders', 'payments', 'products', 'sale_places'],
  ledger: ['businesses', 'orders', 'payments', 'products', 'users'],
  notifications: ['orders', 'sale_places', 'tokens', 'users'],
  orders: ['payments', 'pickup_slots', 'products', 'sale_places', 'users'],
  payments: ['products', 'sale_places'],
  platform: ['mail_failures', 'orders', 'partial_refunds', 'payments'],
  products: ['orders', 'payments', 'sale_places', 'users'],
  'sale-places': ['businesses', 'users'],
};
