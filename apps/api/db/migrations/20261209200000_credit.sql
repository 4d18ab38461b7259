-- Credit of buyers and discount codes: parts of a price that are not charged at the provider.
ALTER TABLE payments
  ADD COLUMN credit_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN discount_cents integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT payments_amount_cents_check,
  DROP CONSTRAINT payments_unit_price_in_cents,
  DROP CONSTRAINT payments_provider_check,
  ADD CONSTRAINT payments_parts_not_negative CHECK (amount_cents >= 0 AND credit_cents >= 0 AND discount_cents >= 0) NOT VALID,
  ADD CONSTRAINT payments_unit_price_in_cents CHECK (
    amount_cents + credit_cents + discount_cents > 0 AND (amount_cents + credit_cents + discount_cents) % quantity = 0
  ) NOT VALID,
  ADD CONSTRAINT payments_provider_check CHECK (provider IN ('sandbox', 'stripe', 'none')) NOT VALID,
  ADD CONSTRAINT payments_provider_charges CHECK ((provider = 'none') = (amount_cents = 0)) NOT VALID;
COMMENT ON COLUMN payments.amount_cents IS 'Charged at the provider: the price of all units without credit_cents and discount_cents.';
COMMENT ON COLUMN payments.credit_cents IS 'Part of the price that credit pays; on hold or used, by credit_uses.';
COMMENT ON COLUMN payments.discount_cents IS 'Part of the price that a discount code takes off, by discount_uses.';

ALTER TABLE orders
  ADD COLUMN credit_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN discount_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN discount_payer text,
  ADD CONSTRAINT orders_parts_up_to_price CHECK (credit_cents >= 0 AND discount_cents >= 0 AND credit_cents + discount_cents <= price_cents) NOT VALID,
  ADD CONSTRAINT orders_discount_payer_check CHECK (discount_payer IN ('operator', 'business')) NOT VALID,
  ADD CONSTRAINT orders_discount_has_payer CHECK ((discount_payer IS NULL) = (discount_cents = 0)) NOT VALID,
  ADD CONSTRAINT orders_discount_up_to_earning CHECK (discount_payer <> 'business' OR discount_cents <= earning_cents) NOT VALID;
COMMENT ON COLUMN orders.credit_cents IS 'Part of the price that the buyer''s credit paid. Like price_cents it never changes: what of it went back follows from refunded_cents.';
COMMENT ON COLUMN orders.discount_cents IS 'Part of the price that a discount code took off; the payer gets it back in proportion.';
COMMENT ON COLUMN orders.discount_payer IS 'Who pays the discount: business, out of its earning, or operator.';

CREATE TABLE discount_codes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  effect text NOT NULL,
  amount_cents integer,
  percent integer,
  cap_cents integer,
  seller_id integer REFERENCES businesses (id),
  name text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  max_uses integer,
  max_uses_per_user integer NOT NULL DEFAULT 1,
  is_first_order_only boolean NOT NULL DEFAULT false,
  is_for_addresses boolean NOT NULL DEFAULT false,
  minimum_cents integer NOT NULL DEFAULT 0,
  budget_cents integer,
  credit_days integer,
  used_count integer NOT NULL DEFAULT 0,
  used_cents integer NOT NULL DEFAULT 0,
  stopped_at timestamptz,
  created_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  CONSTRAINT discount_codes_code_check CHECK (code ~ '^[A-Z0-9]{4,20}$'),
  CONSTRAINT discount_codes_effect_check CHECK (effect IN ('amount', 'percent', 'credit')),
  CONSTRAINT discount_codes_value_of_effect CHECK (
    (effect = 'percent') = (percent IS NOT NULL) AND (effect = 'percent') = (amount_cents IS NULL)
    AND (cap_cents IS NULL OR effect = 'percent') AND (credit_days IS NULL OR effect = 'credit')
  ),
  CONSTRAINT discount_codes_percent_check CHECK (percent BETWEEN 1 AND 100),
  CONSTRAINT discount_codes_amounts_positive CHECK (amount_cents > 0 AND cap_cents > 0 AND budget_cents > 0 AND credit_days > 0),
  CONSTRAINT discount_codes_uses_within_limits CHECK (
    used_count >= 0 AND used_count <= max_uses AND max_uses_per_user > 0
  ),
  CONSTRAINT discount_codes_used_within_budget CHECK (used_cents >= 0 AND used_cents <= budget_cents),
  CONSTRAINT discount_codes_minimum_not_negative CHECK (minimum_cents >= 0),
  CONSTRAINT discount_codes_ends_after_start CHECK (ends_at > starts_at),
  CONSTRAINT discount_codes_credit_by_operator CHECK (effect <> 'credit' OR seller_id IS NULL)
);
COMMENT ON COLUMN discount_codes.effect IS 'amount, percent: taken off a price; credit: given to whoever enters it in their account.';
COMMENT ON COLUMN discount_codes.seller_id IS 'The business that made it and pays it, for its own products. Null: the operator pays.';
COMMENT ON COLUMN discount_codes.name IS 'For whoever manages it; buyers do not see it.';
COMMENT ON COLUMN discount_codes.budget_cents IS 'No use begins that would exceed it. Null: no limit.';
COMMENT ON COLUMN discount_codes.credit_days IS 'How long credit from it lasts. Null: it has no end.';
COMMENT ON COLUMN discount_codes.used_count IS 'Uses, those of unpaid holds included.';
COMMENT ON COLUMN discount_codes.used_cents IS 'Of these uses.';
CREATE INDEX discount_codes_seller_id ON discount_codes (seller_id);
CREATE INDEX discount_codes_created_by ON discount_codes (created_by);

ALTER TABLE payments
  ADD COLUMN discount_code_id integer,
  ADD CONSTRAINT payments_discount_code_id_fkey FOREIGN KEY (discount_code_id) REFERENCES discount_codes (id) NOT VALID,
  ADD CONSTRAINT payments_discount_has_code CHECK ((discount_code_id IS NULL) = (discount_cents = 0)) NOT VALID;
COMMENT ON COLUMN payments.discount_code_id IS 'Stays when the hold has ended: it may be paid late.';

CREATE TABLE discount_code_sale_places (
  code_id integer NOT NULL REFERENCES discount_codes (id),
  sale_place_id integer NOT NULL REFERENCES sale_places (id),
  PRIMARY KEY (code_id, sale_place_id)
);
COMMENT ON TABLE discount_code_sale_places IS 'Where a code holds; without rows it holds everywhere its payer may.';
CREATE INDEX discount_code_sale_places_sale_place_id ON discount_code_sale_places (sale_place_id);

CREATE TABLE discount_code_types (
  code_id integer NOT NULL REFERENCES discount_codes (id),
  type_id integer NOT NULL REFERENCES product_types (id),
  PRIMARY KEY (code_id, type_id)
);
COMMENT ON TABLE discount_code_types IS 'For which types of products a code holds; without rows for all.';
CREATE INDEX discount_code_types_type_id ON discount_code_types (type_id);

CREATE TABLE discount_code_addresses (
  code_id integer NOT NULL REFERENCES discount_codes (id),
  email_hash bytea NOT NULL,
  PRIMARY KEY (code_id, email_hash)
);
COMMENT ON TABLE discount_code_addresses IS 'Keyed hashes of the addresses a code is for (employer, municipality).';

CREATE TABLE credit_grants (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id),
  source text NOT NULL,
  amount_cents integer NOT NULL,
  left_cents integer NOT NULL,
  ended_cents integer NOT NULL DEFAULT 0,
  seller_id integer REFERENCES businesses (id),
  order_id integer REFERENCES orders (id),
  code_id integer REFERENCES discount_codes (id),
  ends_at timestamptz,
  note text,
  created_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  CONSTRAINT credit_grants_source_check CHECK (source IN ('support', 'business', 'late_cancellation', 'code')),
  CONSTRAINT credit_grants_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT credit_grants_parts_within_amount CHECK (left_cents >= 0 AND ended_cents >= 0 AND left_cents + ended_cents <= amount_cents),
  CONSTRAINT credit_grants_payer_of_source CHECK ((seller_id IS NOT NULL) = (source IN ('business', 'late_cancellation'))),
  CONSTRAINT credit_grants_code_of_source CHECK ((code_id IS NOT NULL) = (source = 'code'))
);
COMMENT ON TABLE credit_grants IS 'Credit of buyers, never paid out. What is neither left, on hold, used nor ended does not exist: amount = left + uses not returned + ended.';
COMMENT ON COLUMN credit_grants.left_cents IS 'What can be used: neither on hold nor used nor ended.';
COMMENT ON COLUMN credit_grants.ended_cents IS 'What ended unused and went back to who paid it.';
COMMENT ON COLUMN credit_grants.seller_id IS 'The business that pays it out of its earnings. Null: the operator pays.';
COMMENT ON COLUMN credit_grants.note IS 'Shown to the buyer.';
CREATE INDEX credit_grants_user_id ON credit_grants (user_id);
CREATE INDEX credit_grants_seller_id ON credit_grants (seller_id);
CREATE INDEX credit_grants_code_id ON credit_grants (code_id);
CREATE INDEX credit_grants_created_by ON credit_grants (created_by);
CREATE INDEX credit_grants_ends_at ON credit_grants (ends_at) WHERE left_cents > 0;
CREATE UNIQUE INDEX credit_grants_late_cancellation ON credit_grants (order_id) WHERE source = 'late_cancellation';
CREATE INDEX credit_grants_order_id ON credit_grants (order_id);

CREATE TABLE credit_uses (
  payment_id integer NOT NULL REFERENCES payments (id),
  grant_id integer NOT NULL REFERENCES credit_grants (id),
  amount_cents integer NOT NULL,
  returned_cents integer NOT NULL DEFAULT 0,
  PRIMARY KEY (payment_id, grant_id),
  CONSTRAINT credit_uses_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT credit_uses_returned_up_to_amount CHECK (returned_cents >= 0 AND returned_cents <= amount_cents)
);
COMMENT ON TABLE credit_uses IS 'Credit of which grants pays a hold or has paid an order. Rows of a hold that ends unpaid are deleted.';
COMMENT ON COLUMN credit_uses.returned_cents IS 'Given back to the grant by refunds of the order.';
CREATE INDEX credit_uses_grant_id ON credit_uses (grant_id);

CREATE TABLE discount_uses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code_id integer NOT NULL REFERENCES discount_codes (id),
  user_id integer NOT NULL REFERENCES users (id),
  payment_id integer UNIQUE REFERENCES payments (id),
  grant_id integer UNIQUE REFERENCES credit_grants (id),
  amount_cents integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT discount_uses_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT discount_uses_one_target CHECK (num_nonnulls(payment_id, grant_id) = 1)
);
COMMENT ON TABLE discount_uses IS 'Uses of codes by holds, orders and credit. Rows of a hold that ends unpaid, and of an order that is cancelled whole, are deleted: the use is free again.';
CREATE INDEX discount_uses_code_id_user_id ON discount_uses (code_id, user_id);
CREATE INDEX discount_uses_user_id ON discount_uses (user_id);

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_account_kind_check,
  DROP CONSTRAINT ledger_accounts_user_of_kind,
  ADD CONSTRAINT ledger_accounts_account_kind_check CHECK (account_kind IN ('provider', 'commission', 'disputes', 'vat', 'payouts', 'bank', 'promotions', 'buyer', 'seller', 'partner', 'credit', 'seller_at_provider', 'partner_at_provider')) NOT VALID,
  ADD CONSTRAINT ledger_accounts_user_of_kind CHECK ((user_id IS NOT NULL) = (account_kind IN ('buyer', 'seller', 'partner', 'credit', 'seller_at_provider', 'partner_at_provider'))) NOT VALID;

ALTER TABLE ledger_transactions
  ADD COLUMN credit_grant_id integer,
  ADD CONSTRAINT ledger_transactions_credit_grant_id_fkey FOREIGN KEY (credit_grant_id) REFERENCES credit_grants (id) NOT VALID,
  ADD COLUMN credit_end_number integer,
  DROP CONSTRAINT ledger_transactions_source_of_kind,
  ADD CONSTRAINT ledger_transactions_source_of_kind CHECK (num_nonnulls(payment_id, order_id, refunded_total_cents,
    refund_transfer_id, refund_posting_number, dispute_id, dispute_posting_number, payout_id, statement_id, partner_id,
    credit_month, provider_transfer_id, provider_payout_id, provider_payout_posting_number, note, credit_grant_id,
    credit_end_number) = CASE
    WHEN (kind = 'payment' AND payment_id IS NOT NULL) THEN 1
    WHEN (kind IN ('refund', 'refund_failed') AND num_nulls(payment_id, refund_transfer_id, refund_posting_number) = 0) THEN 3
    WHEN (kind IN ('sale', 'cancellation', 'order_refund') AND num_nulls(payment_id, order_id) = 0) THEN 2
    WHEN (kind = 'partial_refund' AND num_nulls(payment_id, order_id, refunded_total_cents) = 0) THEN 3
    WHEN (kind = 'dispute' AND num_nulls(payment_id, dispute_id, dispute_posting_number) = 0) THEN 3
    WHEN (kind IN ('payout', 'payout_confirmed', 'payout_returned') AND payout_id IS NOT NULL) THEN 1
    WHEN (kind = 'commission_vat' AND statement_id IS NOT NULL) THEN 1
    WHEN (kind = 'affiliate_credit' AND num_nulls(partner_id, credit_month) = 0) THEN 2
    WHEN (kind IN ('transfer', 'transfer_reversal') AND provider_transfer_id IS NOT NULL) THEN 1
    WHEN (kind = 'provider_payout' AND num_nulls(provider_payout_id, provider_payout_posting_number) = 0) THEN 2
    WHEN (kind = 'credit_grant' AND credit_grant_id IS NOT NULL) THEN 1
    WHEN (kind = 'credit_end' AND num_nulls(credit_grant_id, credit_end_number) = 0) THEN 2
    WHEN (kind = 'adjustment' AND note IS NOT NULL) THEN 1
    ELSE -1
  END) NOT VALID;
COMMENT ON COLUMN ledger_transactions.credit_end_number IS 'Counts the postings of credit that ends, from 1: credit that was returned later may end again.';

DROP TRIGGER orders_note_record_change ON orders;
CREATE TRIGGER orders_note_record_change
  AFTER UPDATE OF payment_id, user_id, seller_id, price_cents, commission_cents, earning_cents, refunded_cents, quantity,
    returned_quantity, credit_cents, discount_cents, discount_payer
  ON orders FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_record_change();
