-- What slows down those who keep units in holds without paying: the network and card of unpaid holds, for a day.
ALTER TABLE payments ADD COLUMN network_hash bytea;
ALTER TABLE payments ADD COLUMN card_fingerprint text;
ALTER TABLE payments ADD COLUMN is_excused boolean NOT NULL DEFAULT false;
ALTER TABLE payments ADD CONSTRAINT payments_paid_without_network
  CHECK (network_hash IS NULL OR state IN ('pending', 'failed', 'expired'));
COMMENT ON COLUMN payments.network_hash IS
  'Keyed hash of the network (IPv4 address or IPv6 /64) that asked for the hold, until it is paid or a day old.';
COMMENT ON COLUMN payments.card_fingerprint IS
  'The provider''s mark of the card that was tried for a hold that ended unpaid, for a day.';
COMMENT ON COLUMN payments.is_excused IS
  'The hold ended through no fault of its buyer: the provider was away, or the slot was cancelled.';

CREATE INDEX payments_unpaid_of_user ON payments (user_id, slot_id) WHERE state IN ('failed', 'expired');
CREATE INDEX payments_unpaid_of_network ON payments (network_hash, slot_id) WHERE network_hash IS NOT NULL;
CREATE INDEX payments_unpaid_of_card ON payments (card_fingerprint, slot_id) WHERE card_fingerprint IS NOT NULL;
CREATE INDEX payments_tried_cards ON payments (user_id, card_fingerprint) WHERE card_fingerprint IS NOT NULL;
