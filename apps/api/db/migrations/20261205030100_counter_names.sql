CREATE TABLE counter_names (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id integer NOT NULL REFERENCES businesses (id),
  sale_place_id integer NOT NULL REFERENCES sale_places (id),
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE INDEX counter_names_business_id ON counter_names (business_id);
CREATE INDEX counter_names_sale_place_id ON counter_names (sale_place_id);
CREATE INDEX counter_names_removed_at ON counter_names (removed_at) WHERE removed_at IS NOT NULL;
COMMENT ON TABLE counter_names IS 'Who stands at the counter of a sale place without an account, as the business calls them.';

ALTER TABLE devices ADD COLUMN asks_name boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN devices.asks_name IS 'Whoever is at the counter chooses their name before they hand out.';

ALTER TABLE orders ADD COLUMN handed_out_name_id integer;
COMMENT ON COLUMN orders.handed_out_name_id IS 'Of counter_names, instead of a member; the name may be deleted by now.';
ALTER TABLE activity ADD COLUMN name_id integer;
COMMENT ON COLUMN activity.name_id IS 'Of counter_names, who acted without an account; the name may be deleted by now.';
