CREATE TABLE activity (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id integer NOT NULL REFERENCES businesses (id),
  sale_place_id integer REFERENCES sale_places (id),
  user_id integer REFERENCES users (id),
  device_id integer,
  kind text NOT NULL CONSTRAINT activity_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'),
  product_id integer REFERENCES products (id),
  order_id integer REFERENCES orders (id),
  subject_user_id integer REFERENCES users (id),
  old_values jsonb,
  new_values jsonb,
  created_at timestamptz NOT NULL
);
CREATE INDEX activity_business_id ON activity (business_id, id);
CREATE INDEX activity_sale_place_id ON activity (sale_place_id, id);
CREATE INDEX activity_user_id ON activity (user_id, id);
COMMENT ON TABLE activity IS 'Who did what in a business, for its owners and managers. Only added to.';
COMMENT ON COLUMN activity.user_id IS 'Null: a device, or WoPack.';
COMMENT ON COLUMN activity.subject_user_id IS 'The member whom it is about.';
COMMENT ON COLUMN activity.new_values IS 'Numbers and codes, no words of persons: rows stay.';
CREATE TRIGGER activity_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity FOR EACH STATEMENT
  EXECUTE FUNCTION forbid_change();
ALTER TABLE activity ENABLE ALWAYS TRIGGER activity_append_only;

ALTER TABLE orders ADD COLUMN handed_out_by integer;
ALTER TABLE orders ADD CONSTRAINT orders_handed_out_by_fkey FOREIGN KEY (handed_out_by) REFERENCES users (id) NOT VALID;
COMMENT ON COLUMN orders.handed_out_by IS 'The member at the counter; null before members were there, or without an account.';
