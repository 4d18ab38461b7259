-- A card counts for a win that is on offer or bought, not for one that lapsed.

UPDATE allocation_entries SET card_fingerprint = NULL
  WHERE card_fingerprint IS NOT NULL AND state NOT IN ('offered', 'bought');
ALTER TABLE allocation_entries ADD CONSTRAINT allocation_entries_card_fingerprint_check
  CHECK (card_fingerprint IS NULL OR state IN ('offered', 'bought'));
