-- Text that holds one of a few codes is checked: here for new rows, in the next migration for those there are.
-- Codes of no meaning, which no version wrote, get the meaning of the default where there is one; what cannot be used
-- with such a code is deleted. A product with an allergen that is none is paused, for its seller to look at.
UPDATE users SET language = 'en' WHERE language NOT IN ('pt', 'en', 'ru');
DELETE FROM social_flows WHERE language NOT IN ('pt', 'en', 'ru') OR provider NOT IN ('google', 'apple', 'facebook');
DELETE FROM social_identities WHERE provider NOT IN ('google', 'apple', 'facebook');
UPDATE content_reports SET ground = 'other'
WHERE ground NOT IN ('illegal', 'misleading', 'unsafe', 'offensive', 'privacy', 'copyright', 'other');
UPDATE content_reports SET language = 'en' WHERE language NOT IN ('pt', 'en', 'ru');
UPDATE decisions SET language = 'en' WHERE language NOT IN ('pt', 'en', 'ru');
UPDATE disputes SET status = 'under_review'
WHERE status NOT IN ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review',
  'won', 'lost', 'prevented');
UPDATE sandbox_disputes SET status = 'under_review'
WHERE status NOT IN ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review',
  'won', 'lost', 'prevented');
DELETE FROM payment_sync_cursors WHERE provider NOT IN ('sandbox', 'stripe');
UPDATE product_types SET icon = 'bread'
WHERE icon NOT IN ('apple', 'avocado', 'baguette', 'banana', 'bento', 'bread', 'broccoli', 'cake', 'carrot', 'cherries',
  'coffee', 'cookie', 'croissant', 'cupcake', 'custard', 'donut', 'drink', 'grapes', 'olive', 'orange', 'paella',
  'pancakes', 'pie', 'pizza', 'pretzel', 'rice', 'salad', 'sandwich', 'shrimp', 'strawberry', 'sushi');
DELETE FROM security_events
WHERE kind NOT IN ('sign_in', 'sign_in_failed', 'code_sent', 'new_device', 'password_changed', 'email_changed',
  'payout_account_changed', 'second_factor_changed', 'role_changed');
UPDATE products SET
  allergens = ARRAY(SELECT code FROM unnest(allergens) WITH ORDINALITY AS listed (code, place)
    WHERE code IN ('gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soy', 'milk', 'nuts', 'celery', 'mustard', 'sesame',
      'sulphites', 'lupin', 'molluscs') ORDER BY place),
  state = CASE state WHEN 'active' THEN 'paused' ELSE state END
WHERE NOT allergens <@ ARRAY['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soy', 'milk', 'nuts', 'celery', 'mustard',
  'sesame', 'sulphites', 'lupin', 'molluscs'];
UPDATE products SET diet = ARRAY(SELECT code FROM unnest(diet) WITH ORDINALITY AS listed (code, place)
  WHERE code IN ('vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free', 'gluten_free') ORDER BY place)
WHERE NOT diet <@ ARRAY['vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free', 'gluten_free'];
DO $$
DECLARE
  wrong text;
BEGIN
  -- Statements of reasons and payments are evidence: these stop the migration.
  SELECT string_agg(format('%s %s (%s)', kind, id, code), ', ') INTO wrong FROM (
    SELECT 'decision' AS kind, id, outcome || ' of ' || subject_kind AS code FROM decisions
    WHERE outcome NOT IN ('refund_nothing', 'refund_part', 'refund_all', 'cancelled', 'hidden', 'shown', 'kept', 'removed',
      'suspended', 'reinstated', 'payouts_held', 'payouts_released', 'blocked', 'unblocked', 'deleted', 'roles_changed',
      'channel_changed', 'types_changed')
      OR subject_kind NOT IN ('order', 'product', 'sale_place', 'photo', 'review', 'seller', 'user')
    UNION ALL
    SELECT 'payment', id, provider FROM payments WHERE provider NOT IN ('sandbox', 'stripe')
    LIMIT 20) AS rows;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'codes that no version of WoPack wrote, correct them first: %', wrong;
  END IF;
END $$;

ALTER TABLE users ADD CONSTRAINT users_language_check CHECK (language IN ('pt', 'en', 'ru')) NOT VALID;
ALTER TABLE social_flows
  ADD CONSTRAINT social_flows_language_check CHECK (language IN ('pt', 'en', 'ru')) NOT VALID,
  ADD CONSTRAINT social_flows_provider_check CHECK (provider IN ('google', 'apple', 'facebook')) NOT VALID;
ALTER TABLE social_identities
  ADD CONSTRAINT social_identities_provider_check CHECK (provider IN ('google', 'apple', 'facebook')) NOT VALID;
ALTER TABLE content_reports
  ADD CONSTRAINT content_reports_ground_check
    CHECK (ground IN ('illegal', 'misleading', 'unsafe', 'offensive', 'privacy', 'copyright', 'other')) NOT VALID,
  ADD CONSTRAINT content_reports_language_check CHECK (language IN ('pt', 'en', 'ru')) NOT VALID;
ALTER TABLE decisions
  ADD CONSTRAINT decisions_language_check CHECK (language IN ('pt', 'en', 'ru')) NOT VALID,
  ADD CONSTRAINT decisions_subject_kind_check
    CHECK (subject_kind IN ('order', 'product', 'sale_place', 'photo', 'review', 'seller', 'user')) NOT VALID,
  ADD CONSTRAINT decisions_outcome_check CHECK (outcome IN ('refund_nothing', 'refund_part', 'refund_all', 'cancelled',
    'hidden', 'shown', 'kept', 'removed', 'suspended', 'reinstated', 'payouts_held', 'payouts_released', 'blocked',
    'unblocked', 'deleted', 'roles_changed', 'channel_changed', 'types_changed')) NOT VALID;
ALTER TABLE disputes ADD CONSTRAINT disputes_status_check CHECK (status IN ('warning_needs_response',
  'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'won', 'lost', 'prevented')) NOT VALID;
ALTER TABLE sandbox_disputes ADD CONSTRAINT sandbox_disputes_status_check CHECK (status IN ('warning_needs_response',
  'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'won', 'lost', 'prevented')) NOT VALID;
ALTER TABLE payments ADD CONSTRAINT payments_provider_check CHECK (provider IN ('sandbox', 'stripe')) NOT VALID;
ALTER TABLE payment_sync_cursors
  ADD CONSTRAINT payment_sync_cursors_provider_check CHECK (provider IN ('sandbox', 'stripe')) NOT VALID;
ALTER TABLE product_types ADD CONSTRAINT product_types_icon_check CHECK (icon IN ('apple', 'avocado', 'baguette', 'banana',
  'bento', 'bread', 'broccoli', 'cake', 'carrot', 'cherries', 'coffee', 'cookie', 'croissant', 'cupcake', 'custard',
  'donut', 'drink', 'grapes', 'olive', 'orange', 'paella', 'pancakes', 'pie', 'pizza', 'pretzel', 'rice', 'salad',
  'sandwich', 'shrimp', 'strawberry', 'sushi')) NOT VALID;
ALTER TABLE security_events ADD CONSTRAINT security_events_kind_check CHECK (kind IN ('sign_in', 'sign_in_failed',
  'code_sent', 'new_device', 'password_changed', 'email_changed', 'payout_account_changed', 'second_factor_changed',
  'role_changed')) NOT VALID;
ALTER TABLE products
  ADD CONSTRAINT products_allergens_check CHECK (allergens <@ ARRAY['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts',
    'soy', 'milk', 'nuts', 'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs']) NOT VALID,
  ADD CONSTRAINT products_diet_check
    CHECK (diet <@ ARRAY['vegetarian', 'vegan', 'halal', 'kosher', 'lactose_free', 'gluten_free']) NOT VALID;
