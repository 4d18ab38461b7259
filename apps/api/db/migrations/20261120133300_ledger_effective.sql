-- From when what is booked counts: on the statement of that month, and for paying out. A sale counts once its order
-- can no longer be reported; a month's shares count for that month, though they are booked on the first of the next.
ALTER TABLE ledger_transactions ADD COLUMN effective_at timestamptz;
ALTER TABLE ledger_transactions DISABLE TRIGGER ledger_transactions_append_only;
UPDATE ledger_transactions SET effective_at = greatest(ledger_transactions.created_at,
  (SELECT pickup_end + interval '48 hours' FROM orders
    WHERE ledger_transactions.reference IN ('payment:' || payment_id, 'order:' || orders.id)));
ALTER TABLE ledger_transactions ALTER COLUMN effective_at SET NOT NULL;

-- ALWAYS: not even a session that replays another database's changes gets past them.
ALTER TABLE ledger_transactions ENABLE ALWAYS TRIGGER ledger_transactions_append_only;
ALTER TABLE ledger_entries ENABLE ALWAYS TRIGGER ledger_entries_append_only;
ALTER TABLE ledger_accounts ENABLE ALWAYS TRIGGER ledger_accounts_append_only;
ALTER TABLE ledger_transactions ENABLE ALWAYS TRIGGER ledger_transactions_balance;
ALTER TABLE ledger_entries ENABLE ALWAYS TRIGGER ledger_entries_balance;

-- Newest first of one account.
DROP INDEX ledger_entries_account_id;
CREATE INDEX ledger_entries_account_id ON ledger_entries (account_id, id);
