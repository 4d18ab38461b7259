ALTER TABLE businesses ADD COLUMN ends_at timestamptz;
COMMENT ON COLUMN businesses.ends_at IS 'From when an operator works with it no more: said 30 days ahead. Then it is suspended.';

ALTER TABLE decisions
  DROP CONSTRAINT decisions_outcome_check,
  ADD CONSTRAINT decisions_outcome_check CHECK (outcome IN ('refund_nothing', 'refund_part', 'refund_all', 'cancelled', 'hidden', 'shown', 'kept', 'removed', 'suspended', 'reinstated', 'payouts_held', 'payouts_released', 'blocked', 'unblocked', 'deleted', 'roles_changed', 'channel_changed', 'types_changed', 'ending')) NOT VALID;
