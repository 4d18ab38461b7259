-- A day that its seller took off. The row stays: payments that came to nothing still name it.
ALTER TABLE pickup_slots ADD COLUMN closed boolean NOT NULL DEFAULT false;
DROP INDEX pickup_slots_next;
CREATE INDEX pickup_slots_next ON pickup_slots (product_id, ends_at) INCLUDE (id, starts_at, "left") WHERE NOT closed;

-- Its owner does not sell at present.
ALTER TABLE sale_places ADD COLUMN closed boolean NOT NULL DEFAULT false;
UPDATE sale_places SET closed = true FROM users WHERE users.id = owner_id AND NOT users.is_owner;
