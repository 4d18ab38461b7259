-- Every hold took a key share of its slot, which is the row that all buyers of a product wait for.
ALTER TABLE payments DROP CONSTRAINT payments_slot_id_fkey;
-- Slot and payment of an order, which are referenced, reference the others.
ALTER TABLE orders
  DROP CONSTRAINT orders_user_id_fkey,
  DROP CONSTRAINT orders_product_id_fkey,
  DROP CONSTRAINT orders_sale_place_id_fkey,
  DROP CONSTRAINT orders_seller_id_fkey;
