-- Texts as somebody types them: without case, accents and the difference of letters that are sent as one or as two
-- characters. By tables of letters instead of lower() and unaccent(), because the C locale knows ASCII only, and their
-- results depend on the server.
CREATE FUNCTION fold_words(words text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT regexp_replace(
      translate(
        replace(replace(replace(replace(replace(
          lower(normalize(words, NFKD) COLLATE "C"), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'),
        'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЃЄЅІЈЉЊЋЏҐҒҢҚҮҰҺӘӨΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςØøŁłĐđÐðĦħı’ʼʹ`´‘',
        'абвгдежзийклмнопрстуфхцчшщъыьэюяђѓєѕіјљњћџґғңқүұһәөαβγδεζηθικλμνξοπρστυφχψωσoollddddhhi'''''''''''''),
      '[\u0300-\u036f]', '', 'g')
  $$;
-- A pattern for LIKE of what contains the words; null, which is like nothing, for what is nothing without its marks.
CREATE FUNCTION contains_words(words text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT '%' || regexp_replace(nullif(btrim(fold_words(words)), ''), '([\\%_])', '\\\1', 'g') || '%'
  $$;

-- What was stored before texts were brought to one form.
UPDATE users SET name = normalize(name, NFC), surname = normalize(surname, NFC), city = normalize(city, NFC)
  WHERE name IS NOT NFC NORMALIZED OR surname IS NOT NFC NORMALIZED OR city IS NOT NFC NORMALIZED;
UPDATE businesses SET legal_name = normalize(legal_name, NFC), address = normalize(address, NFC)
  WHERE legal_name IS NOT NFC NORMALIZED OR address IS NOT NFC NORMALIZED;
UPDATE sale_places SET name = normalize(name, NFC), address = normalize(address, NFC),
    description = normalize(description, NFC)
  WHERE name IS NOT NFC NORMALIZED OR address IS NOT NFC NORMALIZED OR description IS NOT NFC NORMALIZED;
UPDATE products SET name = normalize(name, NFC), description = normalize(description, NFC)
  WHERE name IS NOT NFC NORMALIZED OR description IS NOT NFC NORMALIZED;
UPDATE product_texts SET name = normalize(name, NFC), description = normalize(description, NFC)
  WHERE name IS NOT NFC NORMALIZED OR description IS NOT NFC NORMALIZED;
-- Their words are indexed again.
UPDATE search_index_state SET version = '', indexed_through = NULL;

DROP INDEX users_full_name, businesses_legal_name, sale_places_name, products_name, product_texts_name;
CREATE INDEX users_words ON users
  USING gin (fold_words(name || ' ' || surname || ' ' || email COLLATE "default") gin_trgm_ops);
CREATE INDEX businesses_words ON businesses USING gin (fold_words(legal_name) gin_trgm_ops);
CREATE INDEX sale_places_words ON sale_places USING gin (fold_words(name || ' ' || address) gin_trgm_ops);
CREATE INDEX products_words ON products USING gin (fold_words(name) gin_trgm_ops);
CREATE INDEX product_texts_words ON product_texts USING gin (fold_words(name) gin_trgm_ops);
CREATE INDEX payments_card_last4 ON payments (card_last4, id) WHERE card_last4 IS NOT NULL;
