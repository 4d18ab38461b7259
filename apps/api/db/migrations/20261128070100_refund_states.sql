-- Each refund is a row with a state, also that of a whole payment; each way in which its money went back is a row of
-- refund_transfers, as the provider, the bank or the operator reports it.

ALTER TABLE partial_refunds RENAME TO refunds;
ALTER TABLE refunds RENAME CONSTRAINT partial_refunds_pkey TO refunds_pkey;
ALTER TABLE refunds RENAME CONSTRAINT partial_refunds_amount_cents_check TO refunds_amount_cents_check;
ALTER TABLE refunds RENAME CONSTRAINT partial_refunds_payment_id_fkey TO refunds_payment_id_fkey;
ALTER INDEX partial_refunds_payment_id RENAME TO refunds_payment_id;
ALTER SEQUENCE partial_refunds_id_seq RENAME TO refunds_id_seq;
DROP INDEX partial_refunds_due;
ALTER TABLE refunds RENAME COLUMN sent_at TO done_at;
ALTER TABLE refunds RENAME COLUMN refund_attempts TO attempts;
ALTER TABLE refunds RENAME COLUMN refund_next_attempt_at TO next_attempt_at;
ALTER TABLE refunds RENAME COLUMN refund_error TO error;
ALTER TABLE refunds RENAME COLUMN refund_stuck_at TO stuck_at;
ALTER TABLE refunds
  ADD COLUMN state text NOT NULL DEFAULT 'queued',
  ADD COLUMN key_number integer NOT NULL DEFAULT 0;
UPDATE refunds SET state = 'sent' WHERE done_at IS NOT NULL;
INSERT INTO refunds (payment_id, amount_cents, created_at, done_at, attempts, next_attempt_at, error, stuck_at, state)
  SELECT payments.id, rest.cents, coalesce(settled_at, payments.created_at),
    CASE payments.state WHEN 'refunded' THEN coalesce(
      (SELECT max(posting.created_at) FROM ledger_transactions posting
        WHERE posting.payment_id = payments.id AND posting.kind = 'refund' AND posting.partial_refund_id IS NULL),
      settled_at, payments.created_at) END,
    refund_attempts, refund_next_attempt_at, refund_error, refund_stuck_at,
    CASE payments.state WHEN 'refunded' THEN 'sent' ELSE 'queued' END
  FROM payments, LATERAL (
    SELECT payments.amount_cents - coalesce(sum(part.amount_cents), 0) AS cents FROM refunds part
    WHERE part.payment_id = payments.id) rest
  WHERE payments.state IN ('refund_due', 'refunded') AND rest.cents > 0
  ORDER BY payments.id;
-- A payment is refunded once all of it is.
UPDATE payments SET state = 'refund_due'
  WHERE state = 'refunded' AND EXISTS (SELECT FROM refunds WHERE payment_id = payments.id AND done_at IS NULL);
ALTER TABLE refunds
  ADD CONSTRAINT refunds_state_check CHECK (
    state IN ('queued', 'waiting', 'sent', 'failed', 'refused', 'settled', 'disputed')),
  ADD CONSTRAINT refunds_done_check CHECK ((done_at IS NOT NULL) = (state IN ('sent', 'settled', 'disputed')));
CREATE INDEX refunds_open ON refunds (id) WHERE done_at IS NULL;
DROP INDEX payments_refund_due;
ALTER TABLE payments
  DROP COLUMN refund_attempts,
  DROP COLUMN refund_next_attempt_at,
  DROP COLUMN refund_error,
  DROP COLUMN refund_stuck_at;
COMMENT ON TABLE refunds IS 'Money that a buyer gets back of a payment, in one state of its way there.';
COMMENT ON COLUMN refunds.state IS 'queued: to be sent, or sent without an answer yet; waiting: for the end of a dispute; sent: the provider has it; failed: the bank returned it to the provider; refused: the provider refuses it; settled: the operator paid it otherwise; disputed: the bank gave it back after a dispute.';
COMMENT ON COLUMN refunds.key_number IS 'Part of the idempotency key: counts definite refusals and repetitions by the operator.';
COMMENT ON COLUMN refunds.next_attempt_at IS 'Null: due now.';
COMMENT ON COLUMN refunds.error IS 'Last error of the provider.';
COMMENT ON COLUMN refunds.stuck_at IS 'When the operator was alerted.';

CREATE TABLE refund_transfers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  refund_id integer NOT NULL REFERENCES refunds,
  payment_id integer NOT NULL REFERENCES payments,
  way text NOT NULL CHECK (way IN ('provider', 'dispute', 'bank')),
  reference text,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  failure text,
  booked_cents integer NOT NULL DEFAULT 0,
  posting_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  checked_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX refund_transfers_reference ON refund_transfers (way, reference) WHERE way <> 'bank';
CREATE INDEX refund_transfers_payment_id ON refund_transfers (payment_id);
CREATE INDEX refund_transfers_refund_id ON refund_transfers (refund_id);
COMMENT ON TABLE refund_transfers IS 'Ways in which money of a refund went back: a refund at the provider, a lost dispute, or a transfer by the operator.';
COMMENT ON COLUMN refund_transfers.reference IS 'Of the refund or dispute at the provider, or of the bank transfer. Null: sent before references were recorded.';
COMMENT ON COLUMN refund_transfers.booked_cents IS 'What of it the ledger has posted.';
INSERT INTO refund_transfers (refund_id, payment_id, way, amount_cents, status, booked_cents, created_at, checked_at)
  SELECT id, payment_id, 'provider', amount_cents, 'succeeded', amount_cents, done_at, done_at
  FROM refunds WHERE done_at IS NOT NULL ORDER BY id;

ALTER TABLE ledger_transactions
  ADD COLUMN refund_transfer_id integer REFERENCES refund_transfers,
  ADD COLUMN refund_posting_number integer,
  DROP CONSTRAINT ledger_transactions_source_check;
COMMENT ON COLUMN ledger_transactions.refund_posting_number IS 'Counts the postings of a transfer of a refund, from 1.';
ALTER TABLE ledger_transactions
  ADD CONSTRAINT ledger_transactions_source_check CHECK (num_nonnulls(payment_id, order_id, refunded_total_cents,
      partial_refund_id, refund_transfer_id, refund_posting_number, dispute_id, dispute_posting_number, payout_id,
      statement_id, partner_id, credit_month, note) = CASE
    WHEN kind IN ('refund', 'refund_failed') AND num_nulls(payment_id, refund_transfer_id, refund_posting_number) = 0 THEN 3
    WHEN kind IN ('payment', 'refund') AND payment_id IS NOT NULL AND partial_refund_id IS NULL THEN 1
    WHEN kind = 'refund' AND num_nulls(payment_id, partial_refund_id) = 0 THEN 2
    WHEN kind IN ('sale', 'cancellation', 'order_refund') AND num_nulls(payment_id, order_id) = 0 THEN 2
    WHEN kind = 'partial_refund' AND num_nulls(payment_id, order_id, refunded_total_cents) = 0 THEN 3
    WHEN kind = 'dispute' AND num_nulls(payment_id, dispute_id, dispute_posting_number) = 0 THEN 3
    WHEN kind IN ('payout', 'payout_confirmed', 'payout_returned') AND payout_id IS NOT NULL THEN 1
    WHEN kind = 'commission_vat' AND statement_id IS NOT NULL THEN 1
    WHEN kind = 'affiliate_credit' AND num_nulls(partner_id, credit_month) = 0 THEN 2
    WHEN kind = 'adjustment' AND note IS NOT NULL THEN 1
    ELSE -1 END);
DROP INDEX ledger_transactions_payment;
CREATE UNIQUE INDEX ledger_transactions_payment ON ledger_transactions (payment_id, kind)
  WHERE payment_id IS NOT NULL
    AND num_nonnulls(refunded_total_cents, partial_refund_id, refund_transfer_id, dispute_id) = 0;
CREATE UNIQUE INDEX ledger_transactions_refund_transfer ON ledger_transactions (refund_transfer_id, refund_posting_number)
  WHERE refund_transfer_id IS NOT NULL;

ALTER TABLE order_refunds
  DROP CONSTRAINT order_refunds_decided_by_check,
  ADD CONSTRAINT order_refunds_decided_by_check CHECK (decided_by IN ('seller', 'operator', 'provider', 'bank'));
COMMENT ON COLUMN order_refunds.decided_by IS 'provider: on the pages of the payment provider; bank: by a lost dispute.';

CREATE TABLE earning_holds (
  payment_id integer PRIMARY KEY REFERENCES payments,
  held_at timestamptz NOT NULL
);
COMMENT ON TABLE earning_holds IS 'Payments whose earning is not paid out for now, because a dispute is open.';
INSERT INTO earning_holds (payment_id, held_at)
  SELECT payment_id, min(opened_at) FROM disputes
  WHERE status NOT IN ('won', 'lost', 'warning_closed', 'prevented') GROUP BY payment_id;

ALTER TABLE disputes ADD COLUMN is_refundable boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN disputes.is_refundable IS 'Whether the payment may be refunded while the dispute is open: an inquiry, of which nothing was withdrawn.';

ALTER TABLE sandbox_refunds
  ADD COLUMN id text,
  ADD COLUMN status text NOT NULL DEFAULT 'succeeded' CHECK (status IN ('pending', 'succeeded', 'failed')),
  ADD COLUMN failure text,
  ADD COLUMN refund_id integer;
UPDATE sandbox_refunds SET id = 're_sandbox_' || md5(idempotency_key);
ALTER TABLE sandbox_refunds ALTER COLUMN id SET NOT NULL, ADD CONSTRAINT sandbox_refunds_id_key UNIQUE (id);
CREATE INDEX sandbox_refunds_ref ON sandbox_refunds (ref);
COMMENT ON COLUMN sandbox_refunds.refund_id IS 'Metadata; null: made on the pages of the provider.';
ALTER TABLE sandbox_disputes
  ADD COLUMN status text NOT NULL DEFAULT 'needs_response',
  ADD COLUMN withdrawn_cents integer;
UPDATE sandbox_disputes SET withdrawn_cents = sandbox_intents.amount_cents
  FROM sandbox_intents WHERE sandbox_intents.ref = intent_ref;
ALTER TABLE sandbox_disputes ALTER COLUMN withdrawn_cents SET NOT NULL;
CREATE INDEX sandbox_disputes_intent_ref ON sandbox_disputes (intent_ref);

-- The sweep of each minute sends what these jobs would have sent.
DO $$
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN RETURN; END IF;
  DELETE FROM pgboss.job WHERE name IN ('payments.send-refund', 'payments.send-partial-refund') AND state < 'completed';
  DELETE FROM pgboss.job WHERE name = 'payments.send-partial-refund';
  DELETE FROM pgboss.queue WHERE name = 'payments.send-partial-refund';
END $$;
