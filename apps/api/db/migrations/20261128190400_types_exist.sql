-- Each id in `type_ids` is that of a type; the arrays stay, because lists filter and show them with the product's row.
-- Ids of no type are taken out, and repeated ones once.
UPDATE products SET type_ids = ARRAY(
  SELECT id FROM unnest(type_ids) WITH ORDINALITY AS listed (id, place) JOIN product_types USING (id)
  GROUP BY id ORDER BY min(place))
WHERE EXISTS (SELECT FROM unnest(type_ids) AS listed (id) LEFT JOIN product_types USING (id)
  GROUP BY listed.id HAVING count(*) > 1 OR count(product_types.id) = 0);
UPDATE sale_places SET type_ids = ARRAY(
  SELECT id FROM unnest(type_ids) WITH ORDINALITY AS listed (id, place) JOIN sale_place_types USING (id)
  GROUP BY id ORDER BY min(place))
WHERE EXISTS (SELECT FROM unnest(type_ids) AS listed (id) LEFT JOIN sale_place_types USING (id)
  GROUP BY listed.id HAVING count(*) > 1 OR count(sale_place_types.id) = 0);

-- As a foreign key would: the types are locked until the transaction ends.
CREATE FUNCTION check_types_exist() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  type_table text := TG_ARGV[0];
  num_types integer;
BEGIN
  EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE id = ANY ($1) FOR KEY SHARE) AS types', type_table)
    INTO num_types USING NEW.type_ids;
  IF num_types <> cardinality(NEW.type_ids) THEN
    RAISE EXCEPTION 'type_ids % of table % are not all in %, each once', NEW.type_ids, TG_TABLE_NAME, type_table
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_used_type() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  use_table text := TG_ARGV[0];
  is_used boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE type_ids @> ARRAY[$1])', use_table) INTO is_used USING OLD.id;
  IF is_used THEN
    RAISE EXCEPTION 'type % of table % is used in %', OLD.id, TG_TABLE_NAME, use_table
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER products_types_exist_insert AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION check_types_exist('product_types');
CREATE TRIGGER products_types_exist_update AFTER UPDATE OF type_ids ON products
  FOR EACH ROW WHEN (OLD.type_ids IS DISTINCT FROM NEW.type_ids) EXECUTE FUNCTION check_types_exist('product_types');
CREATE TRIGGER sale_places_types_exist_insert AFTER INSERT ON sale_places
  FOR EACH ROW EXECUTE FUNCTION check_types_exist('sale_place_types');
CREATE TRIGGER sale_places_types_exist_update AFTER UPDATE OF type_ids ON sale_places
  FOR EACH ROW WHEN (OLD.type_ids IS DISTINCT FROM NEW.type_ids) EXECUTE FUNCTION check_types_exist('sale_place_types');
CREATE TRIGGER product_types_keep_used AFTER DELETE OR UPDATE OF id ON product_types
  FOR EACH ROW EXECUTE FUNCTION keep_used_type('products');
CREATE TRIGGER sale_place_types_keep_used AFTER DELETE OR UPDATE OF id ON sale_place_types
  FOR EACH ROW EXECUTE FUNCTION keep_used_type('sale_places');
