-- Distinguishes what this installation asks a service for from what another one asked the same company for.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT installation_one_row CHECK (is_only),
  reference_prefix text NOT NULL DEFAULT upper(substr(md5(gen_random_uuid()::text), 1, 6))
);
COMMENT ON COLUMN installation.reference_prefix IS 'Begins the references of its documents at an invoicing service.';
INSERT INTO installation DEFAULT VALUES;

ALTER TABLE commission_invoices
  ADD COLUMN file_tries integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT commission_invoices_state_check,
  ADD CONSTRAINT commission_invoices_state_check
    CHECK (state IN ('queued', 'sent', 'unknown', 'issued', 'by_hand', 'failed', 'replaced')) NOT VALID,
  DROP CONSTRAINT commission_invoices_failure_check,
  ADD CONSTRAINT commission_invoices_failure_check
    CHECK (failure IN ('refused', 'difference', 'cancelled', 'nothing_to_credit', 'credited_elsewhere')) NOT VALID,
  DROP CONSTRAINT commission_invoices_credit_note_credits,
  ADD CONSTRAINT commission_invoices_credit_note_credits CHECK (
    CASE kind WHEN 'invoice' THEN credits IS NULL AND NOT is_reversal
      ELSE credits IS NOT NULL OR state IN ('failed', 'by_hand') END) NOT VALID,
  DROP CONSTRAINT commission_invoices_issued_is_numbered,
  ADD CONSTRAINT commission_invoices_issued_is_numbered CHECK (
    CASE state WHEN 'issued' THEN number IS NOT NULL AND document_ref IS NOT NULL
      WHEN 'by_hand' THEN number IS NOT NULL ELSE true END) NOT VALID;
COMMENT ON COLUMN commission_invoices.state IS 'sent: the service is being asked, or the process ended while it was. by_hand: an operator issued it otherwise. replaced: nothing was issued, and nothing will be, since the statement was corrected.';
COMMENT ON COLUMN commission_invoices.file_tries IS 'How often its PDF was asked for.';
COMMENT ON COLUMN commission_invoices.customer IS 'As the statement names them; when it is tried again after a failure, as the business is then. Of a credit note: that of its invoice.';
COMMENT ON COLUMN commission_invoices.service IS 'By which it is issued; of a credit note: that of its invoice.';
COMMENT ON COLUMN commission_invoices.number IS 'Of the service, or of whoever issued it by hand.';

-- A credit note names a document of its own service.
UPDATE commission_invoices note
SET state = 'failed', failure = 'credited_elsewhere', next_try_at = NULL, service = credited.service,
  troubled_since = coalesce(note.troubled_since, now())
FROM commission_invoices credited
WHERE credited.id = note.credits AND credited.service <> note.service AND note.state IN ('queued', 'failed');

-- Of two rows with one document the later one has none of its own.
UPDATE commission_invoices later
SET state = 'failed', failure = 'difference', error = 'its document is that of ' || earlier.reference, number = NULL,
  atcud = NULL, document_ref = NULL, issued_at = NULL, next_try_at = NULL, troubled_since = now()
FROM commission_invoices earlier
WHERE earlier.service = later.service AND earlier.kind = later.kind AND earlier.number = later.number
  AND earlier.id < later.id AND later.state = 'issued';
