ALTER TABLE orders ADD COLUMN handed_out_device_id integer;
COMMENT ON COLUMN orders.handed_out_device_id IS 'The counter device, which may be deleted by now; null: an account, or a device before this was recorded.';

CREATE TABLE hand_out_conflicts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders (id),
  device_id integer REFERENCES devices (id) ON DELETE SET NULL,
  reason text NOT NULL CHECK (reason IN (
    'cancelled', 'handed_out_elsewhere', 'ticket_replaced', 'other_time', 'dispute_lost', 'own_order'
  )),
  handed_out_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz,
  CONSTRAINT hand_out_conflicts_once UNIQUE (order_id, device_id)
);
CREATE INDEX hand_out_conflicts_device_id ON hand_out_conflicts (device_id);
CREATE INDEX hand_out_conflicts_unseen ON hand_out_conflicts (order_id) WHERE seen_at IS NULL;
COMMENT ON TABLE hand_out_conflicts IS 'Hand-outs that a device made without a connection, and that the order did not allow when they arrived.';
COMMENT ON COLUMN hand_out_conflicts.handed_out_at IS 'By the counter, at the latest when it arrived.';
COMMENT ON COLUMN hand_out_conflicts.seen_at IS 'When an owner or manager said that it is dealt with.';
