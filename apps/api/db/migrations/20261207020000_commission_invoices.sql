-- Documents by which a certified service invoices the commission of a statement, or gives it back.
CREATE TABLE commission_invoices (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  statement_id integer NOT NULL REFERENCES statements (id),
  kind text NOT NULL CONSTRAINT commission_invoices_kind_check CHECK (kind IN ('invoice', 'credit_note')),
  credits integer REFERENCES commission_invoices (id),
  is_reversal boolean NOT NULL DEFAULT false,
  service text NOT NULL
    CONSTRAINT commission_invoices_service_check CHECK (service IN ('invoicexpress', 'moloni', 'toconline')),
  reference text NOT NULL UNIQUE,
  customer jsonb NOT NULL,
  amount_cents integer NOT NULL CONSTRAINT commission_invoices_amount_positive CHECK (amount_cents > 0),
  vat_percent numeric(5,2) NOT NULL,
  state text NOT NULL CONSTRAINT commission_invoices_state_check
    CHECK (state IN ('queued', 'sent', 'unknown', 'issued', 'failed', 'replaced')),
  failure text CONSTRAINT commission_invoices_failure_check
    CHECK (failure IN ('refused', 'difference', 'cancelled', 'nothing_to_credit')),
  error text,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  troubled_since timestamptz,
  document_ref text,
  number text,
  atcud text,
  issued_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT commission_invoices_credit_note_credits CHECK (
    CASE kind WHEN 'invoice' THEN credits IS NULL AND NOT is_reversal ELSE credits IS NOT NULL OR state = 'failed' END),
  CONSTRAINT commission_invoices_issued_is_numbered CHECK (state <> 'issued' OR (number IS NOT NULL AND document_ref IS NOT NULL)),
  CONSTRAINT commission_invoices_failed_says_why CHECK ((state = 'failed') = (failure IS NOT NULL))
);
COMMENT ON TABLE commission_invoices IS 'Recorded with the statement, sent by a job.';
COMMENT ON COLUMN commission_invoices.credits IS 'The invoice that a credit note gives back; null as long as there is none to credit.';
COMMENT ON COLUMN commission_invoices.is_reversal IS 'The statement of the invoice was corrected: nothing of it stays.';
COMMENT ON COLUMN commission_invoices.reference IS 'Ours, by which the service finds the document.';
COMMENT ON COLUMN commission_invoices.customer IS 'As the statement names them; when it is tried again after a failure, as the business is then.';
COMMENT ON COLUMN commission_invoices.amount_cents IS 'With VAT.';
COMMENT ON COLUMN commission_invoices.state IS 'sent: the service is being asked, or the process ended while it was. replaced: nothing was issued, and nothing will be, since the statement was corrected.';
COMMENT ON COLUMN commission_invoices.next_try_at IS 'Of an issued one: when its PDF is fetched. Null: nothing is to be done.';
COMMENT ON COLUMN commission_invoices.troubled_since IS 'Since when it is failed or its outcome unknown.';
COMMENT ON COLUMN commission_invoices.document_ref IS 'Of the document at the service.';

CREATE UNIQUE INDEX commission_invoices_one_of_a_statement ON commission_invoices (statement_id) WHERE kind = 'invoice';
CREATE INDEX commission_invoices_statement_id ON commission_invoices (statement_id);
CREATE INDEX commission_invoices_credits ON commission_invoices (credits) WHERE credits IS NOT NULL;
CREATE INDEX commission_invoices_due ON commission_invoices (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX commission_invoices_open ON commission_invoices (created_at) WHERE state IN ('queued', 'sent', 'unknown', 'failed');

-- What the service answered, for whoever looks why a document is not issued.
CREATE TABLE commission_invoice_tries (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  invoice_id integer NOT NULL REFERENCES commission_invoices (id),
  tried_at timestamptz NOT NULL,
  outcome text NOT NULL CONSTRAINT commission_invoice_tries_outcome_check
    CHECK (outcome IN ('issued', 'unavailable', 'lost', 'refused', 'difference', 'cancelled', 'replaced')),
  words text
);
COMMENT ON COLUMN commission_invoice_tries.words IS 'Of the service.';
CREATE INDEX commission_invoice_tries_invoice_id ON commission_invoice_tries (invoice_id);

-- In the database, since the storage of files is that of pictures, which anybody may open.
CREATE TABLE commission_invoice_files (
  invoice_id integer PRIMARY KEY REFERENCES commission_invoices (id),
  content bytea NOT NULL,
  fetched_at timestamptz NOT NULL
);

-- Access of all processes to the service.
CREATE TABLE invoicing_tokens (
  service text PRIMARY KEY,
  tokens text,
  expires_at timestamptz,
  renewed_by_then timestamptz
);
COMMENT ON COLUMN invoicing_tokens.tokens IS 'Encrypted.';
COMMENT ON COLUMN invoicing_tokens.renewed_by_then IS 'Until then one process is renewing them, and the others wait.';
