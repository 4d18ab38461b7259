-- Accounts and transactions name their user and their source in columns instead of text. Each text is compared with the
-- one built from the rows it can name, so nothing is parsed; a row that matches none stops the migration.

ALTER TABLE ledger_accounts DISABLE TRIGGER ledger_accounts_append_only;
ALTER TABLE ledger_accounts ADD COLUMN account_kind text, ADD COLUMN user_id integer;

UPDATE ledger_accounts SET account_kind = code
  WHERE code IN ('provider', 'commission', 'disputes', 'vat', 'payouts', 'bank');
UPDATE ledger_accounts SET account_kind = role, user_id = users.id
  FROM users CROSS JOIN unnest(ARRAY['buyer', 'seller', 'partner']) AS role
  WHERE code = role || ':' || users.id;

DO $$
DECLARE
  unreadable text;
BEGIN
  SELECT string_agg(format('%s (id %s)', code, id), ', ') INTO unreadable
    FROM (SELECT id, code FROM ledger_accounts WHERE account_kind IS NULL ORDER BY id LIMIT 10) account;
  IF unreadable IS NOT NULL THEN
    RAISE EXCEPTION 'ledger accounts of an unknown kind or user: %', unreadable;
  END IF;
END $$;

ALTER TABLE ledger_accounts
  DROP COLUMN code,
  ALTER COLUMN account_kind SET NOT NULL,
  ADD CONSTRAINT ledger_accounts_account_kind_check CHECK (account_kind IN (
    'provider', 'commission', 'disputes', 'vat', 'payouts', 'bank', 'buyer', 'seller', 'partner')),
  ADD CONSTRAINT ledger_accounts_user_id_check CHECK (
    (user_id IS NOT NULL) = (account_kind IN ('buyer', 'seller', 'partner'))),
  ADD CONSTRAINT ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users,
  ADD CONSTRAINT ledger_accounts_user_id_account_kind_key UNIQUE NULLS NOT DISTINCT (user_id, account_kind);
ALTER TABLE ledger_accounts ENABLE ALWAYS TRIGGER ledger_accounts_append_only;

ALTER TABLE ledger_transactions DISABLE TRIGGER ledger_transactions_append_only;
ALTER TABLE ledger_transactions
  ADD COLUMN payment_id integer,
  ADD COLUMN order_id integer,
  ADD COLUMN refunded_total_cents integer,
  ADD COLUMN partial_refund_id integer,
  ADD COLUMN dispute_id integer,
  ADD COLUMN dispute_posting_number integer,
  ADD COLUMN payout_id integer,
  ADD COLUMN statement_id integer,
  ADD COLUMN partner_id integer,
  ADD COLUMN credit_month date,
  ADD COLUMN note text;

UPDATE ledger_transactions SET payment_id = payments.id
  FROM payments WHERE kind IN ('payment', 'refund') AND reference = 'payment:' || payments.id;
UPDATE ledger_transactions SET payment_id = orders.payment_id, order_id = orders.id
  FROM orders WHERE kind = 'sale' AND reference = 'payment:' || orders.payment_id;
UPDATE ledger_transactions SET payment_id = orders.payment_id, order_id = orders.id
  FROM orders WHERE kind IN ('cancellation', 'order_refund') AND reference = 'order:' || orders.id;
UPDATE ledger_transactions
  SET payment_id = orders.payment_id, order_id = orders.id, refunded_total_cents = order_refunds.total_cents
  FROM order_refunds JOIN orders ON orders.id = order_refunds.order_id
  WHERE kind = 'partial_refund' AND reference = 'order:' || orders.id || ':' || order_refunds.total_cents;
UPDATE ledger_transactions SET payment_id = partial_refunds.payment_id, partial_refund_id = partial_refunds.id
  FROM partial_refunds WHERE kind = 'refund' AND reference = 'partial_refund:' || partial_refunds.id;
UPDATE ledger_transactions
  SET payment_id = disputes.payment_id, dispute_id = disputes.id, dispute_posting_number = booking
  FROM disputes CROSS JOIN LATERAL generate_series(1, disputes.bookings) AS booking
  WHERE kind = 'dispute' AND reference = 'dispute:' || disputes.id || ':' || booking;
UPDATE ledger_transactions SET payout_id = payouts.id
  FROM payouts
  WHERE kind IN ('payout', 'payout_confirmed', 'payout_returned') AND reference = 'payout:' || payouts.id;
UPDATE ledger_transactions SET statement_id = statements.id
  FROM statements WHERE kind = 'commission_vat' AND reference = 'statement:' || statements.id;
UPDATE ledger_transactions SET partner_id = credit.partner_id, credit_month = credit.month
  FROM affiliate_credits credit
  WHERE kind = 'affiliate_credit'
    AND reference = 'partner:' || credit.partner_id || ':' || to_char(credit.month, 'YYYY-MM');

DO $$
DECLARE
  unreadable text;
BEGIN
  SELECT string_agg(format('%s of %s (id %s)', kind, reference, id), ', ') INTO unreadable
    FROM (
      SELECT id, kind, reference FROM ledger_transactions
      WHERE num_nonnulls(payment_id, payout_id, statement_id, partner_id) = 0 ORDER BY id LIMIT 10) transaction;
  IF unreadable IS NOT NULL THEN
    RAISE EXCEPTION 'ledger transactions of an unknown kind or without the row they refer to: %', unreadable;
  END IF;
END $$;

ALTER TABLE ledger_transactions
  DROP COLUMN reference,
  -- Each kind has exactly the columns that name its source.
  ADD CONSTRAINT ledger_transactions_source_check CHECK (num_nonnulls(payment_id, order_id, refunded_total_cents,
      partial_refund_id, dispute_id, dispute_posting_number, payout_id, statement_id, partner_id, credit_month, note) = CASE
    WHEN kind IN ('payment', 'refund') AND payment_id IS NOT NULL AND partial_refund_id IS NULL THEN 1
    WHEN kind = 'refund' AND num_nulls(payment_id, partial_refund_id) = 0 THEN 2
    WHEN kind IN ('sale', 'cancellation', 'order_refund') AND num_nulls(payment_id, order_id) = 0 THEN 2
    WHEN kind = 'partial_refund' AND num_nulls(payment_id, order_id, refunded_total_cents) = 0 THEN 3
    WHEN kind = 'dispute' AND num_nulls(payment_id, dispute_id, dispute_posting_number) = 0 THEN 3
    WHEN kind IN ('payout', 'payout_confirmed', 'payout_returned') AND payout_id IS NOT NULL THEN 1
    WHEN kind = 'commission_vat' AND statement_id IS NOT NULL THEN 1
    WHEN kind = 'affiliate_credit' AND num_nulls(partner_id, credit_month) = 0 THEN 2
    WHEN kind = 'adjustment' AND note IS NOT NULL THEN 1
    ELSE -1 END),
  ADD CONSTRAINT ledger_transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments,
  ADD CONSTRAINT ledger_transactions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders,
  ADD CONSTRAINT ledger_transactions_order_id_refunded_total_cents_fkey
    FOREIGN KEY (order_id, refunded_total_cents) REFERENCES order_refunds,
  ADD CONSTRAINT ledger_transactions_partial_refund_id_fkey FOREIGN KEY (partial_refund_id) REFERENCES partial_refunds,
  ADD CONSTRAINT ledger_transactions_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes,
  ADD CONSTRAINT ledger_transactions_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts,
  ADD CONSTRAINT ledger_transactions_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements,
  ADD CONSTRAINT ledger_transactions_partner_id_credit_month_fkey
    FOREIGN KEY (partner_id, credit_month) REFERENCES affiliate_credits;

-- A kind is posted at most once for its source.
CREATE UNIQUE INDEX ledger_transactions_payment ON ledger_transactions (payment_id, kind)
  WHERE payment_id IS NOT NULL AND num_nonnulls(refunded_total_cents, partial_refund_id, dispute_id) = 0;
CREATE UNIQUE INDEX ledger_transactions_order
  ON ledger_transactions (order_id, kind, refunded_total_cents) NULLS NOT DISTINCT WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_partial_refund ON ledger_transactions (partial_refund_id)
  WHERE partial_refund_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_dispute ON ledger_transactions (dispute_id, dispute_posting_number)
  WHERE dispute_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_payout ON ledger_transactions (payout_id, kind) WHERE payout_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_statement ON ledger_transactions (statement_id) WHERE statement_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_credit ON ledger_transactions (partner_id, credit_month)
  WHERE partner_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_note ON ledger_transactions (note) WHERE note IS NOT NULL;
ALTER TABLE ledger_transactions ENABLE ALWAYS TRIGGER ledger_transactions_append_only;

COMMENT ON COLUMN ledger_transactions.refunded_total_cents IS 'What the buyer has back of the order in all.';
COMMENT ON COLUMN ledger_transactions.dispute_posting_number IS 'Counts the postings of a dispute, from 1.';
COMMENT ON COLUMN ledger_transactions.credit_month IS 'Its first day.';
COMMENT ON COLUMN ledger_transactions.note IS 'Names an adjustment, which no row of another table explains.';

ANALYZE ledger_accounts, ledger_transactions;
