-- A ready reason has a code, so that each reads it in their own language; other words have the language of their writer.
ALTER TABLE orders ADD COLUMN cancel_reason_code text;
ALTER TABLE orders ADD CONSTRAINT orders_cancel_reason_code_check CHECK (cancel_reason_code IN ('soldOut', 'nothingLeft', 'closing', 'broken', 'allergens', 'wrongPack')) NOT VALID;
ALTER TABLE orders ADD COLUMN cancel_reason_language text;
ALTER TABLE orders ADD CONSTRAINT orders_cancel_reason_language_check
  CHECK (cancel_reason_language IN ('pt', 'en', 'ru')) NOT VALID;
COMMENT ON COLUMN orders.cancel_reason_language IS 'Of the words in cancel_reason; null: not stated, as before.';

UPDATE orders SET cancel_reason_code = ready.code, cancel_reason_language = ready.language
FROM (VALUES
  ('soldOut', 'pt', 'Hoje vendeu-se tudo na loja.'),
  ('soldOut', 'en', 'Everything was sold in the shop today.'),
  ('soldOut', 'ru', 'Сегодня всё продано в заведении.'),
  ('nothingLeft', 'pt', 'Hoje não sobrou o suficiente.'),
  ('nothingLeft', 'en', 'There is not enough left over today.'),
  ('nothingLeft', 'ru', 'Сегодня осталось слишком мало.'),
  ('closing', 'pt', 'Hoje temos de fechar mais cedo.'),
  ('closing', 'en', 'We have to close earlier today.'),
  ('closing', 'ru', 'Сегодня закрываемся раньше.'),
  ('broken', 'pt', 'Temos uma avaria na cozinha.'),
  ('broken', 'en', 'Something broke in our kitchen.'),
  ('broken', 'ru', 'У нас на кухне поломка.'),
  ('allergens', 'pt', 'Alergénios'),
  ('allergens', 'en', 'Allergens'),
  ('allergens', 'ru', 'Аллергены'),
  ('wrongPack', 'pt', 'Não é o pack que queria'),
  ('wrongPack', 'en', 'Not the pack I wanted'),
  ('wrongPack', 'ru', 'Не тот пакет')) AS ready (code, language, words)
WHERE orders.cancel_reason = ready.words;
