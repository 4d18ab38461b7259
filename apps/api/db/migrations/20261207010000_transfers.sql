-- Who pays what an order earned, as the operator had it when the order was made (PAYOUT_WAY).
ALTER TABLE orders
  ADD COLUMN payout_way text NOT NULL DEFAULT 'bank_file',
  ADD COLUMN transferred_cents integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT orders_payout_way_check CHECK (payout_way IN ('bank_file', 'stripe_connect')) NOT VALID,
  ADD CONSTRAINT orders_transferred_up_to_earning
    CHECK (transferred_cents >= 0 AND transferred_cents <= earning_cents
      AND (transferred_cents = 0 OR payout_way = 'stripe_connect')) NOT VALID;
COMMENT ON COLUMN orders.transferred_cents IS 'What of the earning is at the payment provider for the business: transferred, less what was reversed.';
ALTER TABLE affiliate_credits ADD COLUMN transfer_cents integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN affiliate_credits.transfer_cents IS 'What of the amount is transferred at the payment provider: the shares of orders that it pays.';

-- Transfers to the accounts of sellers and partners at the payment provider, and their reversals.
CREATE TABLE provider_transfers (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL REFERENCES users (id),
  role text NOT NULL CONSTRAINT provider_transfers_role_check CHECK (role IN ('seller', 'partner')),
  account_ref text NOT NULL,
  order_id integer REFERENCES orders (id),
  reverses integer REFERENCES provider_transfers (id),
  amount_cents integer NOT NULL CONSTRAINT provider_transfers_amount_cents_check CHECK (amount_cents > 0),
  state text NOT NULL DEFAULT 'queued'
    CONSTRAINT provider_transfers_state_check CHECK (state IN ('queued', 'unknown', 'made', 'refused', 'cancelled')),
  key_number integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  error text,
  reference text UNIQUE,
  arrival_reference text,
  created_at timestamptz NOT NULL,
  made_at timestamptz,
  changed_at timestamptz NOT NULL,
  CONSTRAINT provider_transfers_made_has_reference CHECK ((state = 'made') = (reference IS NOT NULL)),
  CONSTRAINT provider_transfers_order_of_seller CHECK ((order_id IS NOT NULL) = (role = 'seller'))
);
COMMENT ON TABLE provider_transfers IS 'Transfers to accounts of sellers and partners at the payment provider, and their reversals.';
COMMENT ON COLUMN provider_transfers.user_id IS 'Who is paid, as in the ledger: the id of a business, or a partner.';
COMMENT ON COLUMN provider_transfers.order_id IS 'Whose earning it is. What is reversed may have been transferred for another order of the business.';
COMMENT ON COLUMN provider_transfers.reverses IS 'The transfer that is reversed, as far as the amount.';
COMMENT ON COLUMN provider_transfers.state IS 'unknown: sent, and its answer has not come.';
COMMENT ON COLUMN provider_transfers.key_number IS 'Part of the idempotency key; a definite refusal begins the next one.';
COMMENT ON COLUMN provider_transfers.arrival_reference IS 'What the provider calls it in the account of the payee.';
CREATE INDEX provider_transfers_unfinished ON provider_transfers (user_id) WHERE state IN ('queued', 'unknown', 'refused');
CREATE INDEX provider_transfers_user_id ON provider_transfers (user_id, id);
CREATE INDEX provider_transfers_order_id ON provider_transfers (order_id);
CREATE INDEX provider_transfers_reverses ON provider_transfers (reverses);
CREATE INDEX provider_transfers_changed_at ON provider_transfers (changed_at);

-- What the provider paid to the banks of sellers and partners.
CREATE TABLE provider_payouts (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL REFERENCES users (id),
  account_ref text NOT NULL,
  reference text NOT NULL UNIQUE,
  seller_cents integer NOT NULL CONSTRAINT provider_payouts_seller_cents_check CHECK (seller_cents >= 0),
  partner_cents integer NOT NULL CONSTRAINT provider_payouts_partner_cents_check CHECK (partner_cents >= 0),
  status text NOT NULL
    CONSTRAINT provider_payouts_status_check CHECK (status IN ('pending', 'paid', 'failed')),
  failure text,
  arrives_on date NOT NULL,
  is_booked boolean NOT NULL DEFAULT false,
  posting_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT provider_payouts_not_empty CHECK (seller_cents + partner_cents > 0)
);
COMMENT ON TABLE provider_payouts IS 'What the payment provider paid out of the accounts of sellers and partners to their banks.';
COMMENT ON COLUMN provider_payouts.status IS 'failed: the money is in the account again.';
CREATE INDEX provider_payouts_user_id ON provider_payouts (user_id, id);
CREATE INDEX provider_payouts_changed_at ON provider_payouts (changed_at);

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_account_kind_check,
  DROP CONSTRAINT ledger_accounts_user_of_kind,
  ADD CONSTRAINT ledger_accounts_account_kind_check CHECK (account_kind IN ('provider', 'commission', 'disputes', 'vat',
    'payouts', 'bank', 'buyer', 'seller', 'partner', 'seller_at_provider', 'partner_at_provider')) NOT VALID,
  ADD CONSTRAINT ledger_accounts_user_of_kind CHECK ((user_id IS NOT NULL) = (account_kind IN ('buyer', 'seller',
    'partner', 'seller_at_provider', 'partner_at_provider'))) NOT VALID;

ALTER TABLE ledger_transactions
  ADD COLUMN provider_transfer_id integer,
  ADD COLUMN provider_payout_id integer,
  ADD COLUMN provider_payout_posting_number integer,
  ADD CONSTRAINT ledger_transactions_provider_transfer_id_fkey
    FOREIGN KEY (provider_transfer_id) REFERENCES provider_transfers (id) NOT VALID,
  ADD CONSTRAINT ledger_transactions_provider_payout_id_fkey
    FOREIGN KEY (provider_payout_id) REFERENCES provider_payouts (id) NOT VALID,
  DROP CONSTRAINT ledger_transactions_source_of_kind,
  ADD CONSTRAINT ledger_transactions_source_of_kind CHECK (num_nonnulls(payment_id, order_id, refunded_total_cents,
    refund_transfer_id, refund_posting_number, dispute_id, dispute_posting_number, payout_id, statement_id, partner_id,
    credit_month, provider_transfer_id, provider_payout_id, provider_payout_posting_number, note) = CASE
    WHEN (kind = 'payment' AND payment_id IS NOT NULL) THEN 1
    WHEN (kind IN ('refund', 'refund_failed') AND num_nulls(payment_id, refund_transfer_id, refund_posting_number) = 0) THEN 3
    WHEN (kind IN ('sale', 'cancellation', 'order_refund') AND num_nulls(payment_id, order_id) = 0) THEN 2
    WHEN (kind = 'partial_refund' AND num_nulls(payment_id, order_id, refunded_total_cents) = 0) THEN 3
    WHEN (kind = 'dispute' AND num_nulls(payment_id, dispute_id, dispute_posting_number) = 0) THEN 3
    WHEN (kind IN ('payout', 'payout_confirmed', 'payout_returned') AND payout_id IS NOT NULL) THEN 1
    WHEN (kind = 'commission_vat' AND statement_id IS NOT NULL) THEN 1
    WHEN (kind = 'affiliate_credit' AND num_nulls(partner_id, credit_month) = 0) THEN 2
    WHEN (kind IN ('transfer', 'transfer_reversal') AND provider_transfer_id IS NOT NULL) THEN 1
    WHEN (kind = 'provider_payout' AND num_nulls(provider_payout_id, provider_payout_posting_number) = 0) THEN 2
    WHEN (kind = 'adjustment' AND note IS NOT NULL) THEN 1
    ELSE -1
  END) NOT VALID;
COMMENT ON COLUMN ledger_transactions.provider_payout_posting_number IS 'Counts the postings of a payout by the provider, from 1.';

-- The sandbox moves money between accounts that it keeps itself.
CREATE TABLE sandbox_transfers (
  ref text PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  account_ref text NOT NULL,
  payment_ref text,
  transfer_group text NOT NULL,
  amount_cents integer NOT NULL CONSTRAINT sandbox_transfers_amount_cents_check CHECK (amount_cents > 0),
  reversed_cents integer NOT NULL DEFAULT 0,
  transfer_id integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT sandbox_transfers_reversed_up_to_amount CHECK (reversed_cents >= 0 AND reversed_cents <= amount_cents)
);
CREATE INDEX sandbox_transfers_account_ref ON sandbox_transfers (account_ref, created_at);
CREATE INDEX sandbox_transfers_transfer_group ON sandbox_transfers (transfer_group);
CREATE TABLE sandbox_transfer_reversals (
  ref text PRIMARY KEY,
  idempotency_key text NOT NULL UNIQUE,
  transfer_ref text NOT NULL REFERENCES sandbox_transfers (ref),
  amount_cents integer NOT NULL CONSTRAINT sandbox_transfer_reversals_amount_cents_check CHECK (amount_cents > 0),
  transfer_id integer NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_transfer_reversals_transfer_ref ON sandbox_transfer_reversals (transfer_ref);
CREATE TABLE sandbox_payouts (
  ref text PRIMARY KEY,
  account_ref text NOT NULL,
  amount_cents integer NOT NULL CONSTRAINT sandbox_payouts_amount_cents_check CHECK (amount_cents > 0),
  status text NOT NULL DEFAULT 'pending'
    CONSTRAINT sandbox_payouts_status_check CHECK (status IN ('pending', 'paid', 'failed')),
  failed_at timestamptz,
  arrives_on date NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT sandbox_payouts_failed_at_of_failed CHECK ((status = 'failed') = (failed_at IS NOT NULL))
);
COMMENT ON TABLE sandbox_payouts IS 'What the sandbox paid to the banks of accounts.';
CREATE UNIQUE INDEX sandbox_payouts_account_ref ON sandbox_payouts (account_ref, arrives_on) WHERE status <> 'failed';
