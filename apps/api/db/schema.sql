-- The schema that the migrations make. Written by `npm run generate`; changes are made in migrations.

CREATE EXTENSION citext;

CREATE EXTENSION cube;

CREATE EXTENSION earthdistance;

CREATE EXTENSION pg_trgm;

CREATE TABLE activity (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  sale_place_id integer,
  user_id integer,
  device_id integer,
  kind text NOT NULL,
  product_id integer,
  order_id integer,
  subject_user_id integer,
  old_values jsonb,
  new_values jsonb,
  created_at timestamp with time zone NOT NULL,
  name_id integer,
  invitation_id integer,
  sent_at timestamp with time zone,
  CONSTRAINT activity_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  CONSTRAINT activity_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  CONSTRAINT activity_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT activity_pkey PRIMARY KEY (id),
  CONSTRAINT activity_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT activity_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id),
  CONSTRAINT activity_subject_user_id_fkey FOREIGN KEY (subject_user_id) REFERENCES users(id),
  CONSTRAINT activity_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE affiliate_credits (
  partner_id integer NOT NULL,
  month date NOT NULL,
  hundredths bigint NOT NULL,
  amount_cents integer NOT NULL,
  credited_at timestamp with time zone NOT NULL,
  transfer_cents integer DEFAULT 0 NOT NULL,
  CONSTRAINT affiliate_credits_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT affiliate_credits_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES users(id),
  CONSTRAINT affiliate_credits_pkey PRIMARY KEY (partner_id, month)
);

CREATE TABLE affiliate_shares (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id integer NOT NULL,
  side text NOT NULL,
  partner_id integer NOT NULL,
  referred_user_id integer NOT NULL,
  hundredths integer NOT NULL,
  price_cents integer NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  approve_at timestamp with time zone NOT NULL,
  approved_at timestamp with time zone,
  credit_month date,
  quantity integer DEFAULT 1 NOT NULL,
  returned_quantity integer DEFAULT 0 NOT NULL,
  restorations integer DEFAULT 0 NOT NULL,
  CONSTRAINT affiliate_shares_approved_has_time CHECK (((state <> 'approved'::text) OR (approved_at IS NOT NULL))),
  CONSTRAINT affiliate_shares_credited_is_approved CHECK (((credit_month IS NULL) OR (state = 'approved'::text))),
  CONSTRAINT affiliate_shares_hundredths_check CHECK ((hundredths <> 0)),
  CONSTRAINT affiliate_shares_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT affiliate_shares_partner_id_credit_month_fkey FOREIGN KEY (partner_id, credit_month) REFERENCES affiliate_credits(partner_id, month) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT affiliate_shares_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES users(id),
  CONSTRAINT affiliate_shares_partner_is_another CHECK ((partner_id <> referred_user_id)),
  CONSTRAINT affiliate_shares_pkey PRIMARY KEY (id),
  CONSTRAINT affiliate_shares_quantity_check CHECK (((quantity >= 1) AND (quantity <= 7))),
  CONSTRAINT affiliate_shares_reason_check CHECK ((reason = ANY (ARRAY['paid'::text, 'collected'::text, 'time_over'::text, 'cancelled_by_buyer'::text, 'cancelled_by_store'::text, 'refunded'::text, 'restored'::text]))),
  CONSTRAINT affiliate_shares_referred_user_id_fkey FOREIGN KEY (referred_user_id) REFERENCES users(id),
  CONSTRAINT affiliate_shares_side_check CHECK ((side = ANY (ARRAY['buyer'::text, 'seller'::text]))),
  CONSTRAINT affiliate_shares_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'reversed'::text])))
);

CREATE TABLE affiliate_visits (
  partner_id integer NOT NULL,
  day date NOT NULL,
  visits integer NOT NULL,
  CONSTRAINT affiliate_visits_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES users(id),
  CONSTRAINT affiliate_visits_pkey PRIMARY KEY (partner_id, day),
  CONSTRAINT affiliate_visits_visits_check CHECK ((visits > 0))
);

CREATE TABLE allocation_entries (
  id uuid NOT NULL,
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  slot_id bigint NOT NULL,
  product_id integer NOT NULL,
  draw_id integer,
  user_id integer,
  random bytea,
  state text NOT NULL,
  rank integer,
  payment_id integer,
  offer_expires_at timestamp with time zone,
  card_fingerprint text,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  announced_at timestamp with time zone,
  price_cents integer NOT NULL,
  notified_off_sale_at timestamp with time zone,
  is_first boolean DEFAULT false NOT NULL,
  CONSTRAINT allocation_entries_card_of_a_win CHECK (((card_fingerprint IS NULL) OR (state = ANY (ARRAY['offered'::text, 'bought'::text])))),
  CONSTRAINT allocation_entries_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(id),
  CONSTRAINT allocation_entries_ended_has_time CHECK (((state = ANY (ARRAY['entered'::text, 'waiting'::text, 'offered'::text])) = (ended_at IS NULL))),
  CONSTRAINT allocation_entries_entered_has_draw CHECK (((state <> 'entered'::text) OR (draw_id IS NOT NULL))),
  CONSTRAINT allocation_entries_offered_has_payment CHECK (((state = 'offered'::text) <= (payment_id IS NOT NULL))),
  CONSTRAINT allocation_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT allocation_entries_payment_id_key UNIQUE (payment_id),
  CONSTRAINT allocation_entries_pkey PRIMARY KEY (id),
  CONSTRAINT allocation_entries_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT allocation_entries_random_check CHECK ((length(random) = 16)),
  CONSTRAINT allocation_entries_random_in_draws CHECK (((draw_id IS NULL) = (random IS NULL))),
  CONSTRAINT allocation_entries_rank_check CHECK ((rank > 0)),
  CONSTRAINT allocation_entries_rank_in_draws CHECK (((rank IS NULL) OR (draw_id IS NOT NULL))),
  CONSTRAINT allocation_entries_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES pickup_slots(id),
  CONSTRAINT allocation_entries_state_check CHECK ((state = ANY (ARRAY['entered'::text, 'waiting'::text, 'offered'::text, 'bought'::text, 'lapsed'::text, 'left'::text, 'ended'::text]))),
  CONSTRAINT allocation_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE audit_chain (
  "position" bigint NOT NULL,
  entry_id bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_chain_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  CONSTRAINT audit_chain_entry_id_key UNIQUE (entry_id),
  CONSTRAINT audit_chain_pkey PRIMARY KEY ("position")
);

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  operator_id integer,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  reason text NOT NULL,
  request_id text NOT NULL,
  CONSTRAINT audit_entries_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id),
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);

CREATE TABLE back_on_sale_checks (
  product_id integer NOT NULL,
  slot_id bigint,
  is_first_sale boolean DEFAULT false NOT NULL,
  CONSTRAINT back_on_sale_checks_product_id_slot_id_key UNIQUE NULLS NOT DISTINCT (product_id, slot_id)
);

CREATE TABLE back_on_sale_notifications (
  user_id integer NOT NULL,
  slot_id bigint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  notified_at timestamp with time zone,
  saved_search_id integer,
  CONSTRAINT back_on_sale_notifications_pkey PRIMARY KEY (user_id, slot_id),
  CONSTRAINT back_on_sale_notifications_saved_search_id_fkey FOREIGN KEY (saved_search_id) REFERENCES saved_searches(id) ON DELETE SET NULL,
  CONSTRAINT back_on_sale_notifications_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES pickup_slots(id) ON DELETE CASCADE,
  CONSTRAINT back_on_sale_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE backups (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  made_at timestamp with time zone NOT NULL,
  size_bytes bigint,
  CONSTRAINT backups_pkey PRIMARY KEY (id)
);

CREATE TABLE businesses (
  id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  is_selling boolean DEFAULT false NOT NULL,
  suspended_at timestamp with time zone,
  suspended_by_block boolean DEFAULT false NOT NULL,
  awaits_payout_account boolean DEFAULT false NOT NULL,
  ends_at timestamp with time zone,
  CONSTRAINT businesses_block_suspends CHECK (((NOT suspended_by_block) OR (suspended_at IS NOT NULL))),
  CONSTRAINT businesses_pkey PRIMARY KEY (id)
);

CREATE TABLE commission_invoice_files (
  invoice_id integer NOT NULL,
  content bytea NOT NULL,
  fetched_at timestamp with time zone NOT NULL,
  CONSTRAINT commission_invoice_files_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES commission_invoices(id),
  CONSTRAINT commission_invoice_files_pkey PRIMARY KEY (invoice_id)
);

CREATE TABLE commission_invoice_tries (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  invoice_id integer NOT NULL,
  tried_at timestamp with time zone NOT NULL,
  outcome text NOT NULL,
  words text,
  CONSTRAINT commission_invoice_tries_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES commission_invoices(id),
  CONSTRAINT commission_invoice_tries_outcome_check CHECK ((outcome = ANY (ARRAY['issued'::text, 'unavailable'::text, 'lost'::text, 'refused'::text, 'difference'::text, 'cancelled'::text, 'replaced'::text]))),
  CONSTRAINT commission_invoice_tries_pkey PRIMARY KEY (id)
);

CREATE TABLE commission_invoices (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  statement_id integer NOT NULL,
  kind text NOT NULL,
  credits integer,
  is_reversal boolean DEFAULT false NOT NULL,
  service text NOT NULL,
  reference text NOT NULL,
  customer jsonb NOT NULL,
  amount_cents integer NOT NULL,
  vat_percent numeric(5,2) NOT NULL,
  state text NOT NULL,
  failure text,
  error text,
  tries integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone,
  troubled_since timestamp with time zone,
  document_ref text,
  number text,
  atcud text,
  issued_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  file_tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT commission_invoices_amount_positive CHECK ((amount_cents > 0)),
  CONSTRAINT commission_invoices_credit_note_credits CHECK (
CASE kind
    WHEN 'invoice'::text THEN ((credits IS NULL) AND (NOT is_reversal))
    ELSE ((credits IS NOT NULL) OR (state = ANY (ARRAY['failed'::text, 'by_hand'::text])))
END),
  CONSTRAINT commission_invoices_credits_fkey FOREIGN KEY (credits) REFERENCES commission_invoices(id),
  CONSTRAINT commission_invoices_failed_says_why CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  CONSTRAINT commission_invoices_failure_check CHECK ((failure = ANY (ARRAY['refused'::text, 'difference'::text, 'cancelled'::text, 'nothing_to_credit'::text, 'credited_elsewhere'::text]))),
  CONSTRAINT commission_invoices_issued_is_numbered CHECK (
CASE state
    WHEN 'issued'::text THEN ((number IS NOT NULL) AND (document_ref IS NOT NULL))
    WHEN 'by_hand'::text THEN (number IS NOT NULL)
    ELSE true
END),
  CONSTRAINT commission_invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  CONSTRAINT commission_invoices_pkey PRIMARY KEY (id),
  CONSTRAINT commission_invoices_reference_key UNIQUE (reference),
  CONSTRAINT commission_invoices_service_check CHECK ((service = ANY (ARRAY['invoicexpress'::text, 'moloni'::text, 'toconline'::text]))),
  CONSTRAINT commission_invoices_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'unknown'::text, 'issued'::text, 'by_hand'::text, 'failed'::text, 'replaced'::text]))),
  CONSTRAINT commission_invoices_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id)
);

CREATE TABLE content_reports (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  subject_kind text NOT NULL,
  subject_id integer NOT NULL,
  seller_id integer NOT NULL,
  photo_path text,
  ground text NOT NULL,
  text text NOT NULL,
  reporter_id integer,
  reporter_email text COLLATE "C",
  language text NOT NULL,
  decided_by integer,
  decided_at timestamp with time zone,
  CONSTRAINT content_reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT content_reports_decided_has_time CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  CONSTRAINT content_reports_ground_check CHECK ((ground = ANY (ARRAY['illegal'::text, 'misleading'::text, 'unsafe'::text, 'offensive'::text, 'privacy'::text, 'copyright'::text, 'other'::text]))),
  CONSTRAINT content_reports_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT content_reports_pkey PRIMARY KEY (id),
  CONSTRAINT content_reports_reporter_email_folded CHECK ((reporter_email = lower(reporter_email))),
  CONSTRAINT content_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id),
  CONSTRAINT content_reports_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id),
  CONSTRAINT content_reports_state_check CHECK ((state = ANY (ARRAY['open'::text, 'kept'::text, 'hidden'::text]))),
  CONSTRAINT content_reports_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['product'::text, 'seller'::text, 'photo'::text, 'review'::text, 'review_reply'::text])))
);

CREATE TABLE counter_names (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  sale_place_id integer NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT counter_names_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  CONSTRAINT counter_names_pkey PRIMARY KEY (id),
  CONSTRAINT counter_names_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id)
);

CREATE TABLE credit_grants (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  source text NOT NULL,
  amount_cents integer NOT NULL,
  left_cents integer NOT NULL,
  ended_cents integer DEFAULT 0 NOT NULL,
  seller_id integer,
  order_id integer,
  code_id integer,
  ends_at timestamp with time zone,
  note text,
  created_by integer,
  created_at timestamp with time zone NOT NULL,
  end_noticed_at timestamp with time zone,
  CONSTRAINT credit_grants_amount_positive CHECK ((amount_cents > 0)),
  CONSTRAINT credit_grants_code_id_fkey FOREIGN KEY (code_id) REFERENCES discount_codes(id),
  CONSTRAINT credit_grants_code_of_source CHECK (((code_id IS NOT NULL) = (source = 'code'::text))),
  CONSTRAINT credit_grants_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT credit_grants_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT credit_grants_parts_within_amount CHECK (((left_cents >= 0) AND (ended_cents >= 0) AND ((left_cents + ended_cents) <= amount_cents))),
  CONSTRAINT credit_grants_payer_of_source CHECK (((seller_id IS NOT NULL) = (source = ANY (ARRAY['business'::text, 'late_cancellation'::text])))),
  CONSTRAINT credit_grants_pkey PRIMARY KEY (id),
  CONSTRAINT credit_grants_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id),
  CONSTRAINT credit_grants_source_check CHECK ((source = ANY (ARRAY['support'::text, 'business'::text, 'late_cancellation'::text, 'code'::text]))),
  CONSTRAINT credit_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE credit_uses (
  payment_id integer NOT NULL,
  grant_id integer NOT NULL,
  amount_cents integer NOT NULL,
  returned_cents integer DEFAULT 0 NOT NULL,
  CONSTRAINT credit_uses_amount_positive CHECK ((amount_cents > 0)),
  CONSTRAINT credit_uses_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES credit_grants(id),
  CONSTRAINT credit_uses_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT credit_uses_pkey PRIMARY KEY (payment_id, grant_id),
  CONSTRAINT credit_uses_returned_up_to_amount CHECK (((returned_cents >= 0) AND (returned_cents <= amount_cents)))
);

CREATE TABLE date_overrides (
  product_id integer NOT NULL,
  date date NOT NULL,
  time_start time without time zone,
  time_end time without time zone,
  CONSTRAINT date_overrides_both_times_or_none CHECK (((time_start IS NULL) = (time_end IS NULL))),
  CONSTRAINT date_overrides_pkey PRIMARY KEY (product_id, date),
  CONSTRAINT date_overrides_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT date_overrides_time_end_to_the_minute CHECK (((time_end < '24:00:00'::time without time zone) AND (date_trunc('minute'::text, (time_end)::interval) = (time_end)::interval))),
  CONSTRAINT date_overrides_time_start_to_the_minute CHECK (((time_start < '24:00:00'::time without time zone) AND (date_trunc('minute'::text, (time_start)::interval) = (time_start)::interval))),
  CONSTRAINT date_overrides_window_not_empty CHECK ((time_end <> time_start))
);

CREATE TABLE decisions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone NOT NULL,
  operator_id integer,
  user_id integer,
  email text COLLATE "C",
  language text NOT NULL,
  role text NOT NULL,
  subject_kind text NOT NULL,
  subject_id integer NOT NULL,
  subject_name text NOT NULL,
  outcome text NOT NULL,
  amount_cents integer,
  reason text NOT NULL,
  content_report_id integer,
  objection text,
  objected_at timestamp with time zone,
  objection_operator_id integer,
  objection_outcome text,
  objection_reason text,
  objection_decided_at timestamp with time zone,
  decided_alone boolean DEFAULT false NOT NULL,
  objection_decided_alone boolean DEFAULT false NOT NULL,
  CONSTRAINT decisions_content_report_id_fkey FOREIGN KEY (content_report_id) REFERENCES content_reports(id),
  CONSTRAINT decisions_email_folded CHECK ((email = lower(email))),
  CONSTRAINT decisions_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT decisions_objection_has_time CHECK (((objection IS NULL) = (objected_at IS NULL))),
  CONSTRAINT decisions_objection_operator_id_fkey FOREIGN KEY (objection_operator_id) REFERENCES users(id),
  CONSTRAINT decisions_objection_outcome_check CHECK ((objection_outcome = ANY (ARRAY['upheld'::text, 'reversed'::text]))),
  CONSTRAINT decisions_objection_outcome_has_time CHECK (((objection_outcome IS NULL) = (objection_decided_at IS NULL))),
  CONSTRAINT decisions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id),
  CONSTRAINT decisions_outcome_check CHECK ((outcome = ANY (ARRAY['refund_nothing'::text, 'refund_part'::text, 'refund_all'::text, 'cancelled'::text, 'hidden'::text, 'shown'::text, 'kept'::text, 'removed'::text, 'suspended'::text, 'reinstated'::text, 'payouts_held'::text, 'payouts_released'::text, 'blocked'::text, 'unblocked'::text, 'deleted'::text, 'roles_changed'::text, 'channel_changed'::text, 'types_changed'::text, 'ending'::text]))),
  CONSTRAINT decisions_pkey PRIMARY KEY (id),
  CONSTRAINT decisions_role_check CHECK ((role = ANY (ARRAY['affected'::text, 'reporter'::text]))),
  CONSTRAINT decisions_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['order'::text, 'product'::text, 'sale_place'::text, 'photo'::text, 'review'::text, 'review_reply'::text, 'seller'::text, 'user'::text]))),
  CONSTRAINT decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE devices (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  sale_place_id integer NOT NULL,
  name text NOT NULL,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  token_hash bytea,
  created_at timestamp with time zone NOT NULL,
  paired_at timestamp with time zone,
  last_used_at timestamp with time zone,
  ended_at timestamp with time zone,
  asks_name boolean DEFAULT false NOT NULL,
  code_part_hash bytea,
  code_wrong_tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT devices_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  CONSTRAINT devices_code_ends CHECK (((code_hash IS NULL) = (code_expires_at IS NULL))),
  CONSTRAINT devices_code_hash_key UNIQUE (code_hash),
  CONSTRAINT devices_ended_is_void CHECK (((ended_at IS NULL) OR ((code_hash IS NULL) AND (token_hash IS NULL)))),
  CONSTRAINT devices_paired_has_token CHECK (((token_hash IS NULL) = (paired_at IS NULL))),
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id),
  CONSTRAINT devices_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE discount_code_addresses (
  code_id integer NOT NULL,
  email_hash bytea NOT NULL,
  CONSTRAINT discount_code_addresses_code_id_fkey FOREIGN KEY (code_id) REFERENCES discount_codes(id),
  CONSTRAINT discount_code_addresses_pkey PRIMARY KEY (code_id, email_hash)
);

CREATE TABLE discount_code_sale_places (
  code_id integer NOT NULL,
  sale_place_id integer NOT NULL,
  CONSTRAINT discount_code_sale_places_code_id_fkey FOREIGN KEY (code_id) REFERENCES discount_codes(id),
  CONSTRAINT discount_code_sale_places_pkey PRIMARY KEY (code_id, sale_place_id),
  CONSTRAINT discount_code_sale_places_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id)
);

CREATE TABLE discount_code_types (
  code_id integer NOT NULL,
  type_id integer NOT NULL,
  CONSTRAINT discount_code_types_code_id_fkey FOREIGN KEY (code_id) REFERENCES discount_codes(id),
  CONSTRAINT discount_code_types_pkey PRIMARY KEY (code_id, type_id),
  CONSTRAINT discount_code_types_type_id_fkey FOREIGN KEY (type_id) REFERENCES product_types(id)
);

CREATE TABLE discount_codes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  code text NOT NULL,
  effect text NOT NULL,
  amount_cents integer,
  percent integer,
  cap_cents integer,
  seller_id integer,
  name text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone,
  max_uses integer,
  max_uses_per_user integer DEFAULT 1 NOT NULL,
  is_first_order_only boolean DEFAULT false NOT NULL,
  is_for_addresses boolean DEFAULT false NOT NULL,
  minimum_cents integer DEFAULT 0 NOT NULL,
  budget_cents integer,
  credit_days integer,
  used_count integer DEFAULT 0 NOT NULL,
  used_cents integer DEFAULT 0 NOT NULL,
  stopped_at timestamp with time zone,
  created_by integer,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT discount_codes_amounts_positive CHECK (((amount_cents > 0) AND (cap_cents > 0) AND (budget_cents > 0) AND (credit_days > 0))),
  CONSTRAINT discount_codes_code_check CHECK ((code ~ '^[A-Z0-9]{4,20}$'::text)),
  CONSTRAINT discount_codes_code_key UNIQUE (code),
  CONSTRAINT discount_codes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT discount_codes_credit_by_operator CHECK (((effect <> 'credit'::text) OR (seller_id IS NULL))),
  CONSTRAINT discount_codes_effect_check CHECK ((effect = ANY (ARRAY['amount'::text, 'percent'::text, 'credit'::text]))),
  CONSTRAINT discount_codes_ends_after_start CHECK ((ends_at > starts_at)),
  CONSTRAINT discount_codes_minimum_not_negative CHECK ((minimum_cents >= 0)),
  CONSTRAINT discount_codes_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  CONSTRAINT discount_codes_pkey PRIMARY KEY (id),
  CONSTRAINT discount_codes_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id),
  CONSTRAINT discount_codes_used_within_budget CHECK (((used_cents >= 0) AND (used_cents <= budget_cents))),
  CONSTRAINT discount_codes_uses_within_limits CHECK (((used_count >= 0) AND (used_count <= max_uses) AND (max_uses_per_user > 0))),
  CONSTRAINT discount_codes_value_of_effect CHECK ((((effect = 'percent'::text) = (percent IS NOT NULL)) AND ((effect = 'percent'::text) = (amount_cents IS NULL)) AND ((cap_cents IS NULL) OR (effect = 'percent'::text)) AND ((credit_days IS NULL) OR (effect = 'credit'::text))))
);

CREATE TABLE discount_uses (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  code_id integer NOT NULL,
  user_id integer NOT NULL,
  payment_id integer,
  grant_id integer,
  amount_cents integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT discount_uses_amount_positive CHECK ((amount_cents > 0)),
  CONSTRAINT discount_uses_code_id_fkey FOREIGN KEY (code_id) REFERENCES discount_codes(id),
  CONSTRAINT discount_uses_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES credit_grants(id),
  CONSTRAINT discount_uses_grant_id_key UNIQUE (grant_id),
  CONSTRAINT discount_uses_one_target CHECK ((num_nonnulls(payment_id, grant_id) = 1)),
  CONSTRAINT discount_uses_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT discount_uses_payment_id_key UNIQUE (payment_id),
  CONSTRAINT discount_uses_pkey PRIMARY KEY (id),
  CONSTRAINT discount_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE disputes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  payment_id integer NOT NULL,
  provider_ref text NOT NULL,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  withdrawn_cents integer DEFAULT 0 NOT NULL,
  posting_count integer DEFAULT 0 NOT NULL,
  respond_by timestamp with time zone,
  opened_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  is_refundable boolean DEFAULT false NOT NULL,
  CONSTRAINT disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_provider_ref_key UNIQUE (provider_ref),
  CONSTRAINT disputes_status_check CHECK ((status = ANY (ARRAY['warning_needs_response'::text, 'warning_under_review'::text, 'warning_closed'::text, 'needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'prevented'::text])))
);

CREATE TABLE document_numbers (
  issuer text NOT NULL,
  year integer NOT NULL,
  last_number integer NOT NULL,
  CONSTRAINT document_numbers_pkey PRIMARY KEY (issuer, year)
);

CREATE TABLE draws (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  slot_id bigint NOT NULL,
  product_id integer NOT NULL,
  state text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  closes_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  drawn_at timestamp with time zone,
  units integer,
  seed_hash bytea NOT NULL,
  sealed_seed text NOT NULL,
  seed bytea,
  list_hash bytea,
  beacon_url text,
  beacon_round bigint,
  beacon_value bytea,
  CONSTRAINT draws_beacon_value_check CHECK ((length(beacon_value) = 32)),
  CONSTRAINT draws_beacon_value_has_round CHECK (((beacon_value IS NULL) = (beacon_round IS NULL))),
  CONSTRAINT draws_closes_after_opening CHECK ((closes_at > opened_at)),
  CONSTRAINT draws_list_hash_after_open CHECK (((state <> 'open'::text) OR (list_hash IS NULL))),
  CONSTRAINT draws_list_hash_check CHECK ((length(list_hash) = 32)),
  CONSTRAINT draws_pkey PRIMARY KEY (id),
  CONSTRAINT draws_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT draws_seed_check CHECK ((length(seed) = 32)),
  CONSTRAINT draws_seed_hash_check CHECK ((length(seed_hash) = 32)),
  CONSTRAINT draws_seed_when_drawn CHECK (((state = 'drawn'::text) = (seed IS NOT NULL))),
  CONSTRAINT draws_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES pickup_slots(id),
  CONSTRAINT draws_slot_id_key UNIQUE (slot_id),
  CONSTRAINT draws_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'drawn'::text, 'cancelled'::text])))
);

CREATE TABLE earning_holds (
  payment_id integer NOT NULL,
  held_at timestamp with time zone NOT NULL,
  CONSTRAINT earning_holds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT earning_holds_pkey PRIMARY KEY (payment_id)
);

CREATE TABLE favourites (
  user_id integer NOT NULL,
  product_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT favourites_pkey PRIMARY KEY (user_id, product_id),
  CONSTRAINT favourites_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT favourites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE forecast_runs (
  product_id integer NOT NULL,
  computed_at timestamp with time zone NOT NULL,
  measured_days integer NOT NULL,
  mean_error numeric(6,2),
  average_error numeric(6,2),
  days_in_range integer NOT NULL,
  own_numbers integer DEFAULT 0 NOT NULL,
  bought_days integer DEFAULT 0 NOT NULL,
  bought_error numeric(6,2),
  bought_average_error numeric(6,2),
  bought_days_in_range integer DEFAULT 0 NOT NULL,
  CONSTRAINT forecast_runs_days_in_range CHECK (((days_in_range >= 0) AND (days_in_range <= measured_days))),
  CONSTRAINT forecast_runs_measured_has_errors CHECK ((((measured_days = 0) = (mean_error IS NULL)) AND ((measured_days = 0) = (average_error IS NULL)))),
  CONSTRAINT forecast_runs_pkey PRIMARY KEY (product_id),
  CONSTRAINT forecast_runs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE forecasts (
  product_id integer NOT NULL,
  date date NOT NULL,
  left_over integer NOT NULL,
  left_over_low integer NOT NULL,
  left_over_high integer NOT NULL,
  bought integer NOT NULL,
  bought_low integer NOT NULL,
  bought_high integer NOT NULL,
  like_days integer NOT NULL,
  sold_out_early_days integer NOT NULL,
  waited integer NOT NULL,
  CONSTRAINT forecasts_bought_in_range CHECK ((((bought >= bought_low) AND (bought <= bought_high)) AND (bought_low >= 0))),
  CONSTRAINT forecasts_left_over_in_range CHECK ((((left_over >= left_over_low) AND (left_over <= left_over_high)) AND (left_over_low >= 0))),
  CONSTRAINT forecasts_pkey PRIMARY KEY (product_id, date),
  CONSTRAINT forecasts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT forecasts_sold_out_among_like_days CHECK ((((sold_out_early_days >= 0) AND (sold_out_early_days <= like_days)) AND (waited >= 0)))
);

CREATE TABLE former_legal_identities (
  user_id integer NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  legal_name text NOT NULL,
  address text NOT NULL,
  country text,
  vat_number text NOT NULL,
  kind text,
  first_name text,
  last_name text,
  birth_date date,
  register_number text,
  tax_number text,
  tax_country text,
  post_code text,
  city text,
  iban text,
  holder text,
  retain_until timestamp with time zone NOT NULL,
  CONSTRAINT former_legal_identities_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT former_legal_identities_holder_of_iban CHECK (((iban IS NULL) = (holder IS NULL))),
  CONSTRAINT former_legal_identities_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'company'::text]))),
  CONSTRAINT former_legal_identities_kind_has_tax_fields CHECK (((kind IS NULL) OR (num_nulls(country, tax_number, tax_country, post_code, city) = 0))),
  CONSTRAINT former_legal_identities_pkey PRIMARY KEY (user_id),
  CONSTRAINT former_legal_identities_tax_country_check CHECK ((tax_country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT former_legal_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE friend_links (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id integer NOT NULL,
  key_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  opened_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  CONSTRAINT friend_links_key_hash_key UNIQUE (key_hash),
  CONSTRAINT friend_links_opened_stays CHECK (((opened_at IS NULL) OR (taken_back_at IS NULL))),
  CONSTRAINT friend_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT friend_links_pkey PRIMARY KEY (id)
);

CREATE TABLE hand_out_conflicts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id integer NOT NULL,
  device_id integer,
  reason text NOT NULL,
  handed_out_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone,
  CONSTRAINT hand_out_conflicts_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE SET NULL,
  CONSTRAINT hand_out_conflicts_once UNIQUE (order_id, device_id),
  CONSTRAINT hand_out_conflicts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT hand_out_conflicts_pkey PRIMARY KEY (id),
  CONSTRAINT hand_out_conflicts_reason_check CHECK ((reason = ANY (ARRAY['cancelled'::text, 'handed_out_elsewhere'::text, 'ticket_replaced'::text, 'other_time'::text, 'dispute_lost'::text, 'own_order'::text])))
);

CREATE TABLE holidays (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  sale_place_id integer NOT NULL,
  name text NOT NULL,
  date_from date NOT NULL,
  date_to date NOT NULL,
  CONSTRAINT holidays_end_not_before_start CHECK ((date_to >= date_from)),
  CONSTRAINT holidays_pkey PRIMARY KEY (id),
  CONSTRAINT holidays_sale_place_id_date_from_date_to_key UNIQUE (sale_place_id, date_from, date_to),
  CONSTRAINT holidays_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id) ON DELETE CASCADE
);

CREATE TABLE installation (
  is_only boolean DEFAULT true NOT NULL,
  reference_prefix text DEFAULT upper(substr(md5((gen_random_uuid())::text), 1, 6)) NOT NULL,
  CONSTRAINT installation_one_row CHECK (is_only),
  CONSTRAINT installation_pkey PRIMARY KEY (is_only)
);

CREATE TABLE invoice_details (
  user_id integer NOT NULL,
  name text,
  tax_number text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT invoice_details_pkey PRIMARY KEY (user_id),
  CONSTRAINT invoice_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE invoicing_tokens (
  service text NOT NULL,
  tokens text,
  expires_at timestamp with time zone,
  renewed_by_then timestamp with time zone,
  CONSTRAINT invoicing_tokens_pkey PRIMARY KEY (service)
);

CREATE TABLE last_writes (
  user_id integer NOT NULL,
  lsn pg_lsn NOT NULL,
  CONSTRAINT last_writes_pkey PRIMARY KEY (user_id),
  CONSTRAINT last_writes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE launch_checks (
  id text NOT NULL,
  state text NOT NULL,
  finding jsonb NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  CONSTRAINT launch_checks_pkey PRIMARY KEY (id),
  CONSTRAINT launch_checks_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'later'::text, 'missing'::text])))
);

CREATE TABLE ledger_accounts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_kind text NOT NULL,
  user_id integer,
  CONSTRAINT ledger_accounts_account_kind_check CHECK ((account_kind = ANY (ARRAY['provider'::text, 'commission'::text, 'disputes'::text, 'vat'::text, 'payouts'::text, 'bank'::text, 'promotions'::text, 'buyer'::text, 'seller'::text, 'partner'::text, 'credit'::text, 'seller_at_provider'::text, 'partner_at_provider'::text]))),
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_accounts_user_id_account_kind_key UNIQUE NULLS NOT DISTINCT (user_id, account_kind),
  CONSTRAINT ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT ledger_accounts_user_of_kind CHECK (((user_id IS NOT NULL) = (account_kind = ANY (ARRAY['buyer'::text, 'seller'::text, 'partner'::text, 'credit'::text, 'seller_at_provider'::text, 'partner_at_provider'::text]))))
);

CREATE TABLE ledger_closed_balances (
  month date NOT NULL,
  account_id integer NOT NULL,
  amount_cents bigint NOT NULL,
  CONSTRAINT ledger_closed_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  CONSTRAINT ledger_closed_balances_month_fkey FOREIGN KEY (month) REFERENCES ledger_closed_months(month),
  CONSTRAINT ledger_closed_balances_not_zero CHECK ((amount_cents <> 0)),
  CONSTRAINT ledger_closed_balances_pkey PRIMARY KEY (month, account_id)
);

CREATE TABLE ledger_closed_months (
  month date NOT NULL,
  last_transaction_id bigint NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_closed_months_first_of_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT ledger_closed_months_pkey PRIMARY KEY (month)
);

CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transaction_id bigint NOT NULL,
  account_id integer NOT NULL,
  amount_cents integer NOT NULL,
  CONSTRAINT ledger_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
);

CREATE TABLE ledger_record_changes (
  payment_id integer NOT NULL
);

CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  payment_id integer,
  order_id integer,
  refunded_total_cents integer,
  dispute_id integer,
  dispute_posting_number integer,
  payout_id integer,
  statement_id integer,
  partner_id integer,
  credit_month date,
  note text,
  refund_transfer_id integer,
  refund_posting_number integer,
  provider_transfer_id integer,
  provider_payout_id integer,
  provider_payout_posting_number integer,
  credit_grant_id integer,
  credit_end_number integer,
  restorations integer DEFAULT 0 NOT NULL,
  CONSTRAINT ledger_transactions_credit_grant_id_fkey FOREIGN KEY (credit_grant_id) REFERENCES credit_grants(id),
  CONSTRAINT ledger_transactions_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id),
  CONSTRAINT ledger_transactions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT ledger_transactions_order_refund_fkey FOREIGN KEY (order_id, restorations, refunded_total_cents) REFERENCES order_refunds(order_id, restorations, total_cents),
  CONSTRAINT ledger_transactions_partner_id_credit_month_fkey FOREIGN KEY (partner_id, credit_month) REFERENCES affiliate_credits(partner_id, month),
  CONSTRAINT ledger_transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT ledger_transactions_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transactions_provider_payout_id_fkey FOREIGN KEY (provider_payout_id) REFERENCES provider_payouts(id),
  CONSTRAINT ledger_transactions_provider_transfer_id_fkey FOREIGN KEY (provider_transfer_id) REFERENCES provider_transfers(id),
  CONSTRAINT ledger_transactions_refund_transfer_id_fkey FOREIGN KEY (refund_transfer_id) REFERENCES refund_transfers(id),
  CONSTRAINT ledger_transactions_restorations_of_kind CHECK (
CASE kind
    WHEN 'sale_restored'::text THEN (restorations > 0)
    WHEN 'cancellation'::text THEN (restorations >= 0)
    WHEN 'order_refund'::text THEN (restorations >= 0)
    WHEN 'partial_refund'::text THEN (restorations >= 0)
    ELSE (restorations = 0)
END),
  CONSTRAINT ledger_transactions_source_of_kind CHECK ((num_nonnulls(payment_id, order_id, refunded_total_cents, refund_transfer_id, refund_posting_number, dispute_id, dispute_posting_number, payout_id, statement_id, partner_id, credit_month, provider_transfer_id, provider_payout_id, provider_payout_posting_number, note, credit_grant_id, credit_end_number) =
CASE
    WHEN ((kind = 'payment'::text) AND (payment_id IS NOT NULL)) THEN 1
    WHEN ((kind = ANY (ARRAY['refund'::text, 'refund_failed'::text])) AND (num_nulls(payment_id, refund_transfer_id, refund_posting_number) = 0)) THEN 3
    WHEN ((kind = ANY (ARRAY['sale'::text, 'cancellation'::text, 'order_refund'::text, 'sale_restored'::text])) AND (num_nulls(payment_id, order_id) = 0)) THEN 2
    WHEN ((kind = 'partial_refund'::text) AND (num_nulls(payment_id, order_id, refunded_total_cents) = 0)) THEN 3
    WHEN ((kind = 'dispute'::text) AND (num_nulls(payment_id, dispute_id, dispute_posting_number) = 0)) THEN 3
    WHEN ((kind = ANY (ARRAY['payout'::text, 'payout_confirmed'::text, 'payout_returned'::text])) AND (payout_id IS NOT NULL)) THEN 1
    WHEN ((kind = 'commission_vat'::text) AND (statement_id IS NOT NULL)) THEN 1
    WHEN ((kind = 'affiliate_credit'::text) AND (num_nulls(partner_id, credit_month) = 0)) THEN 2
    WHEN ((kind = ANY (ARRAY['transfer'::text, 'transfer_reversal'::text])) AND (provider_transfer_id IS NOT NULL)) THEN 1
    WHEN ((kind = 'provider_payout'::text) AND (num_nulls(provider_payout_id, provider_payout_posting_number) = 0)) THEN 2
    WHEN ((kind = 'credit_grant'::text) AND (credit_grant_id IS NOT NULL)) THEN 1
    WHEN ((kind = 'credit_end'::text) AND (num_nulls(credit_grant_id, credit_end_number) = 0)) THEN 2
    WHEN ((kind = 'adjustment'::text) AND (note IS NOT NULL)) THEN 1
    ELSE '-1'::integer
END)),
  CONSTRAINT ledger_transactions_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id)
);

CREATE TABLE legal_identities (
  user_id integer NOT NULL,
  legal_name text NOT NULL,
  address text NOT NULL,
  country text NOT NULL,
  vat_number text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  retain_until timestamp with time zone,
  verified_at timestamp with time zone,
  kind text,
  first_name text,
  last_name text,
  birth_date date,
  register_number text,
  tax_number text,
  tax_country text,
  post_code text,
  city text,
  vat_percent numeric(4,2),
  CONSTRAINT legal_identities_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT legal_identities_fields_of_kind CHECK (
CASE kind
    WHEN 'person'::text THEN ((num_nulls(first_name, last_name, birth_date) = 0) AND (register_number IS NULL))
    WHEN 'company'::text THEN ((register_number IS NOT NULL) AND (num_nonnulls(first_name, last_name, birth_date) = 0))
    ELSE (num_nonnulls(first_name, last_name, birth_date, register_number, tax_number, tax_country, post_code, city) = 0)
END),
  CONSTRAINT legal_identities_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'company'::text]))),
  CONSTRAINT legal_identities_kind_has_tax_fields CHECK (((kind IS NULL) OR (num_nulls(tax_number, tax_country, post_code, city) = 0))),
  CONSTRAINT legal_identities_pkey PRIMARY KEY (user_id),
  CONSTRAINT legal_identities_tax_country_check CHECK ((tax_country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT legal_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT legal_identities_vat_percent_check CHECK (((vat_percent >= (0)::numeric) AND (vat_percent <= (30)::numeric)))
);

CREATE TABLE legal_text_acceptances (
  user_id integer NOT NULL,
  text text NOT NULL,
  version date NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  CONSTRAINT legal_text_acceptances_pkey PRIMARY KEY (user_id, text, version),
  CONSTRAINT legal_text_acceptances_text_version_fkey FOREIGN KEY (text, version) REFERENCES legal_text_versions(text, version),
  CONSTRAINT legal_text_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE legal_text_notices (
  user_id integer NOT NULL,
  text text NOT NULL,
  version date NOT NULL,
  notified_at timestamp with time zone NOT NULL,
  CONSTRAINT legal_text_notices_pkey PRIMARY KEY (user_id, text, version),
  CONSTRAINT legal_text_notices_text_version_fkey FOREIGN KEY (text, version) REFERENCES legal_text_versions(text, version),
  CONSTRAINT legal_text_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE legal_text_versions (
  text text NOT NULL,
  version date NOT NULL,
  announced_at timestamp with time zone NOT NULL,
  holds_from timestamp with time zone NOT NULL,
  CONSTRAINT legal_text_versions_announced_before CHECK ((holds_from >= announced_at)),
  CONSTRAINT legal_text_versions_pkey PRIMARY KEY (text, version),
  CONSTRAINT legal_text_versions_text_check CHECK ((text = ANY (ARRAY['terms'::text, 'privacy'::text, 'cookie'::text, 'affiliate'::text, 'delete'::text, 'accessibility'::text])))
);

CREATE TABLE login_code_attempts (
  request_id uuid NOT NULL,
  source bytea NOT NULL,
  network bytea NOT NULL,
  attempts integer NOT NULL,
  CONSTRAINT login_code_attempts_pkey PRIMARY KEY (request_id, source)
);

CREATE TABLE login_codes (
  email text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  failed_attempts integer DEFAULT 0 NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  request_id uuid DEFAULT gen_random_uuid() NOT NULL,
  purpose text NOT NULL,
  user_id integer,
  sent_at timestamp with time zone NOT NULL,
  sent_count integer DEFAULT 1 NOT NULL,
  CONSTRAINT login_codes_email_folded CHECK ((email = lower(email))),
  CONSTRAINT login_codes_email_purpose_user_id_key UNIQUE NULLS NOT DISTINCT (email, purpose, user_id),
  CONSTRAINT login_codes_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'verify_email'::text, 'password'::text, 'change_email'::text, 'payout'::text, 'members'::text, 'deletion'::text, 'second_factor'::text]))),
  CONSTRAINT login_codes_request_id_key UNIQUE (request_id),
  CONSTRAINT login_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT login_codes_user_unless_sign_in CHECK (((purpose = 'sign_in'::text) = (user_id IS NULL)))
);

CREATE TABLE look_alikes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sale_place_id integer NOT NULL,
  earlier_place_id integer NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  decided_by integer,
  decided_at timestamp with time zone,
  CONSTRAINT look_alikes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT look_alikes_decided_has_time CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  CONSTRAINT look_alikes_earlier_place_id_fkey FOREIGN KEY (earlier_place_id) REFERENCES sale_places(id),
  CONSTRAINT look_alikes_pkey PRIMARY KEY (id),
  CONSTRAINT look_alikes_sale_place_id_earlier_place_id_key UNIQUE (sale_place_id, earlier_place_id),
  CONSTRAINT look_alikes_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id),
  CONSTRAINT look_alikes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'kept'::text, 'hidden'::text, 'transferred'::text]))),
  CONSTRAINT look_alikes_two_places CHECK ((sale_place_id <> earlier_place_id))
);

CREATE TABLE low_stock_notifications (
  slot_id bigint NOT NULL,
  member_id integer NOT NULL,
  notified_at timestamp with time zone NOT NULL,
  CONSTRAINT low_stock_notifications_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT low_stock_notifications_pkey PRIMARY KEY (slot_id, member_id),
  CONSTRAINT low_stock_notifications_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES pickup_slots(id) ON DELETE CASCADE
);

CREATE TABLE mail_failures (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  mail jsonb,
  reason text NOT NULL,
  failures integer NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  CONSTRAINT mail_failures_pkey PRIMARY KEY (id),
  CONSTRAINT mail_failures_recipient_folded CHECK ((recipient = lower(recipient)))
);

CREATE TABLE map_cell_state (
  id boolean DEFAULT true NOT NULL,
  valid_until timestamp with time zone NOT NULL,
  CONSTRAINT map_cell_state_one_row CHECK (id),
  CONSTRAINT map_cell_state_pkey PRIMARY KEY (id)
);

CREATE TABLE map_cells (
  level smallint NOT NULL,
  type_id integer NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  sale_place_count integer NOT NULL,
  sale_place_id integer NOT NULL,
  min_price_cents integer NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  CONSTRAINT map_cells_pkey PRIMARY KEY (level, type_id, x, y)
);

CREATE TABLE map_changes (
  changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE member_invitations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  email text COLLATE "C" NOT NULL,
  role text NOT NULL,
  has_all_sale_places boolean DEFAULT true NOT NULL,
  sale_place_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  key_hash bytea,
  invited_by integer NOT NULL,
  language text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT member_invitations_all_or_some_sale_places CHECK ((has_all_sale_places = (sale_place_ids = '{}'::integer[]))),
  CONSTRAINT member_invitations_business_id_email_key UNIQUE (business_id, email),
  CONSTRAINT member_invitations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  CONSTRAINT member_invitations_email_check CHECK ((email = lower(email))),
  CONSTRAINT member_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  CONSTRAINT member_invitations_key_hash_key UNIQUE (key_hash),
  CONSTRAINT member_invitations_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT member_invitations_owner_has_all_sale_places CHECK (((role <> 'owner'::text) OR has_all_sale_places)),
  CONSTRAINT member_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT member_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'counter'::text, 'accountant'::text])))
);

CREATE TABLE member_notification_settings (
  member_id integer NOT NULL,
  sold text NOT NULL,
  last_sold text NOT NULL,
  cancelled text NOT NULL,
  report text NOT NULL,
  draw text NOT NULL,
  sale_place_ids integer[],
  low_stock_units integer DEFAULT 0 NOT NULL,
  stock_question text,
  CONSTRAINT member_notification_settings_cancelled_check CHECK ((cancelled = ANY (ARRAY['push'::text, 'mail'::text, 'none'::text]))),
  CONSTRAINT member_notification_settings_draw_check CHECK ((draw = ANY (ARRAY['push'::text, 'mail'::text, 'none'::text]))),
  CONSTRAINT member_notification_settings_last_sold_check CHECK ((last_sold = ANY (ARRAY['push'::text, 'mail'::text, 'none'::text]))),
  CONSTRAINT member_notification_settings_low_stock_units CHECK (((low_stock_units >= 0) AND (low_stock_units <= 10))),
  CONSTRAINT member_notification_settings_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT member_notification_settings_pkey PRIMARY KEY (member_id),
  CONSTRAINT member_notification_settings_report_check CHECK ((report = ANY (ARRAY['push'::text, 'mail'::text, 'none'::text]))),
  CONSTRAINT member_notification_settings_sale_place_ids_check CHECK ((sale_place_ids <> '{}'::integer[])),
  CONSTRAINT member_notification_settings_sold_check CHECK ((sold = ANY (ARRAY['push'::text, 'mail'::text, 'none'::text]))),
  CONSTRAINT member_notification_settings_stock_question_check CHECK ((stock_question = ANY (ARRAY['push'::text, 'mail'::text, 'none'::text])))
);

CREATE TABLE member_sale_places (
  member_id integer NOT NULL,
  sale_place_id integer NOT NULL,
  CONSTRAINT member_sale_places_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT member_sale_places_pkey PRIMARY KEY (member_id, sale_place_id),
  CONSTRAINT member_sale_places_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id) ON DELETE CASCADE
);

CREATE TABLE members (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  user_id integer NOT NULL,
  role text NOT NULL,
  has_all_sale_places boolean DEFAULT true NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone,
  CONSTRAINT members_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  CONSTRAINT members_business_id_user_id_key UNIQUE (business_id, user_id),
  CONSTRAINT members_owner_has_all_sale_places CHECK (((role <> 'owner'::text) OR has_all_sale_places)),
  CONSTRAINT members_pkey PRIMARY KEY (id),
  CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'counter'::text, 'accountant'::text]))),
  CONSTRAINT members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE notification_settings (
  user_id integer NOT NULL,
  channel text NOT NULL,
  reminder_minutes integer NOT NULL,
  quiet_from time without time zone NOT NULL,
  quiet_to time without time zone NOT NULL,
  asks_value boolean DEFAULT true NOT NULL,
  CONSTRAINT notification_settings_channel_check CHECK ((channel = ANY (ARRAY['push'::text, 'mail'::text, 'none'::text]))),
  CONSTRAINT notification_settings_pkey PRIMARY KEY (user_id),
  CONSTRAINT notification_settings_quiet_from_to_the_minute CHECK (((quiet_from < '24:00:00'::time without time zone) AND (date_trunc('minute'::text, (quiet_from)::interval) = (quiet_from)::interval))),
  CONSTRAINT notification_settings_quiet_to_to_the_minute CHECK (((quiet_to < '24:00:00'::time without time zone) AND (date_trunc('minute'::text, (quiet_to)::interval) = (quiet_to)::interval))),
  CONSTRAINT notification_settings_reminder_minutes_check CHECK (((reminder_minutes >= 0) AND (reminder_minutes <= 1440))),
  CONSTRAINT notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE off_sale_periods (
  product_id integer NOT NULL,
  began_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT off_sale_periods_end_after_begin CHECK ((ended_at >= began_at)),
  CONSTRAINT off_sale_periods_pkey PRIMARY KEY (product_id, began_at),
  CONSTRAINT off_sale_periods_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE operator_recovery_codes (
  user_id integer NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT operator_recovery_codes_pkey PRIMARY KEY (user_id, hash),
  CONSTRAINT operator_recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES operators(user_id) ON DELETE CASCADE
);

CREATE TABLE operator_sessions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  token_id integer NOT NULL,
  credentials_version integer NOT NULL,
  CONSTRAINT operator_sessions_hash_key UNIQUE (hash),
  CONSTRAINT operator_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT operator_sessions_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id) ON DELETE CASCADE,
  CONSTRAINT operator_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES operators(user_id) ON DELETE CASCADE
);

CREATE TABLE operators (
  user_id integer NOT NULL,
  role text NOT NULL,
  totp_secret text,
  totp_confirmed_at timestamp with time zone,
  last_totp_step integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  enrolment_hash bytea,
  enrolment_expires_at timestamp with time zone,
  credit_day date,
  credit_day_cents integer DEFAULT 0 NOT NULL,
  CONSTRAINT operators_credit_day_cents_check CHECK ((credit_day_cents >= 0)),
  CONSTRAINT operators_pkey PRIMARY KEY (user_id),
  CONSTRAINT operators_role_check CHECK ((role = ANY (ARRAY['support'::text, 'finance'::text, 'catalogue'::text, 'owner'::text]))),
  CONSTRAINT operators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE order_refunds (
  order_id integer NOT NULL,
  total_cents integer NOT NULL,
  decided_by text NOT NULL,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  is_late_cancellation boolean DEFAULT false NOT NULL,
  units integer DEFAULT 0 NOT NULL,
  restorations integer DEFAULT 0 NOT NULL,
  restored_at timestamp with time zone,
  ground text,
  CONSTRAINT order_refunds_decided_by_check CHECK ((decided_by = ANY (ARRAY['seller'::text, 'operator'::text, 'provider'::text, 'bank'::text, 'buyer'::text]))),
  CONSTRAINT order_refunds_ground_is_known CHECK ((ground = ANY (ARRAY['other'::text, 'less_than_described'::text, 'not_as_described'::text, 'bad_quality'::text, 'not_handed_out'::text, 'closed'::text]))),
  CONSTRAINT order_refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_refunds_pkey PRIMARY KEY (order_id, restorations, total_cents),
  CONSTRAINT order_refunds_restored_is_of_bank CHECK (((restored_at IS NULL) OR (decided_by = 'bank'::text))),
  CONSTRAINT order_refunds_total_cents_check CHECK ((total_cents > 0)),
  CONSTRAINT order_refunds_units_check CHECK ((units >= 0))
);

CREATE TABLE order_reminders (
  order_id integer NOT NULL,
  notified_at timestamp with time zone NOT NULL,
  CONSTRAINT order_reminders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_reminders_pkey PRIMARY KEY (order_id)
);

CREATE TABLE orders (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 10001) NOT NULL,
  payment_id integer NOT NULL,
  user_id integer NOT NULL,
  product_id integer NOT NULL,
  slot_id bigint NOT NULL,
  sale_place_id integer NOT NULL,
  seller_id integer NOT NULL,
  product_name text NOT NULL,
  price_cents integer NOT NULL,
  old_price_cents integer,
  commission_cents integer NOT NULL,
  earning_cents integer NOT NULL,
  refunded_cents integer DEFAULT 0 NOT NULL,
  pin text NOT NULL,
  state text NOT NULL,
  pickup_start timestamp with time zone NOT NULL,
  pickup_end timestamp with time zone NOT NULL,
  collected_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  cancel_reason text,
  pin_hash bytea NOT NULL,
  cancel_reason_code text,
  cancel_reason_language text,
  handed_out_by integer,
  ticket_version integer DEFAULT 1 NOT NULL,
  handed_out_device_id integer,
  handed_out_name_id integer,
  cancelled_by_operator boolean DEFAULT false NOT NULL,
  vat_percent numeric(4,2),
  is_vat_mixed boolean DEFAULT false NOT NULL,
  invoice_name text,
  invoice_tax_number text,
  invoice_given_at timestamp with time zone,
  payout_way text DEFAULT 'bank_file'::text NOT NULL,
  transferred_cents integer DEFAULT 0 NOT NULL,
  is_perishable boolean DEFAULT true NOT NULL,
  withdrawn_at timestamp with time zone,
  quantity integer DEFAULT 1 NOT NULL,
  returned_quantity integer DEFAULT 0 NOT NULL,
  cancelled_quantity integer DEFAULT 0 NOT NULL,
  handed_out_quantity integer,
  credit_cents integer DEFAULT 0 NOT NULL,
  discount_cents integer DEFAULT 0 NOT NULL,
  discount_payer text,
  weight_grams integer,
  restorations integer DEFAULT 0 NOT NULL,
  CONSTRAINT orders_cancel_reason_code_check CHECK ((cancel_reason_code = ANY (ARRAY['soldOut'::text, 'nothingLeft'::text, 'closing'::text, 'broken'::text, 'allergens'::text, 'wrongPack'::text]))),
  CONSTRAINT orders_cancel_reason_language_check CHECK ((cancel_reason_language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT orders_discount_has_payer CHECK (((discount_payer IS NULL) = (discount_cents = 0))),
  CONSTRAINT orders_discount_payer_check CHECK ((discount_payer = ANY (ARRAY['operator'::text, 'business'::text]))),
  CONSTRAINT orders_discount_up_to_earning CHECK (((discount_payer <> 'business'::text) OR (discount_cents <= earning_cents))),
  CONSTRAINT orders_handed_out_by_fkey FOREIGN KEY (handed_out_by) REFERENCES users(id),
  CONSTRAINT orders_handed_out_up_to_quantity CHECK (((handed_out_quantity >= 1) AND (handed_out_quantity <= quantity))),
  CONSTRAINT orders_invoice_has_tax_number CHECK ((((invoice_tax_number IS NULL) = (invoice_given_at IS NULL)) AND ((invoice_tax_number IS NOT NULL) OR (invoice_name IS NULL)))),
  CONSTRAINT orders_one_vat_rate CHECK ((NOT (is_vat_mixed AND (vat_percent IS NOT NULL)))),
  CONSTRAINT orders_parts_up_to_price CHECK (((credit_cents >= 0) AND (discount_cents >= 0) AND ((credit_cents + discount_cents) <= price_cents))),
  CONSTRAINT orders_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT orders_payment_id_key UNIQUE (payment_id),
  CONSTRAINT orders_payout_way_check CHECK ((payout_way = ANY (ARRAY['bank_file'::text, 'stripe_connect'::text]))),
  CONSTRAINT orders_perishable_stays CHECK (((withdrawn_at IS NULL) OR (NOT is_perishable))),
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_price_is_commission_and_earning CHECK ((price_cents = (commission_cents + earning_cents))),
  CONSTRAINT orders_product_of_seller FOREIGN KEY (seller_id, product_id) REFERENCES products(seller_id, id),
  CONSTRAINT orders_quantity_check CHECK (((quantity >= 1) AND (quantity <= 7))),
  CONSTRAINT orders_refunded_up_to_price CHECK (((refunded_cents >= 0) AND (refunded_cents <= price_cents))),
  CONSTRAINT orders_restorations_check CHECK ((restorations >= 0)),
  CONSTRAINT orders_returned_below_quantity CHECK (((cancelled_quantity >= 0) AND (cancelled_quantity <= returned_quantity) AND (returned_quantity < quantity))),
  CONSTRAINT orders_returned_is_refunded CHECK ((refunded_cents >= (returned_quantity * (price_cents / quantity)))),
  CONSTRAINT orders_sale_place_of_seller FOREIGN KEY (seller_id, sale_place_id) REFERENCES sale_places(seller_id, id),
  CONSTRAINT orders_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES pickup_slots(id),
  CONSTRAINT orders_state_check CHECK ((state = ANY (ARRAY['paid'::text, 'collected'::text, 'not_collected'::text, 'cancelled_by_buyer'::text, 'cancelled_by_store'::text, 'refunded'::text]))),
  CONSTRAINT orders_transferred_up_to_earning CHECK (((transferred_cents >= 0) AND (transferred_cents <= earning_cents) AND ((transferred_cents = 0) OR (payout_way = 'stripe_connect'::text)))),
  CONSTRAINT orders_unit_price_in_cents CHECK ((((price_cents % quantity) = 0) AND ((commission_cents % quantity) = 0) AND ((old_price_cents IS NULL) OR ((old_price_cents % quantity) = 0)))),
  CONSTRAINT orders_weight_grams_check CHECK (((weight_grams >= 50) AND (weight_grams <= 20000)))
);

CREATE TABLE payment_customers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer,
  provider text NOT NULL,
  ref text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_customers_pkey PRIMARY KEY (id),
  CONSTRAINT payment_customers_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text]))),
  CONSTRAINT payment_customers_ref_key UNIQUE (ref),
  CONSTRAINT payment_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT payment_customers_user_id_provider_key UNIQUE (user_id, provider)
);

CREATE TABLE payment_sync_cursors (
  provider text NOT NULL,
  synced_until timestamp with time zone NOT NULL,
  CONSTRAINT payment_sync_cursors_pkey PRIMARY KEY (provider),
  CONSTRAINT payment_sync_cursors_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text])))
);

CREATE TABLE payments (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  token text NOT NULL,
  user_id integer NOT NULL,
  product_id integer NOT NULL,
  slot_id bigint NOT NULL,
  amount_cents integer NOT NULL,
  provider text NOT NULL,
  provider_ref text,
  client_secret text,
  state text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  card_last4 text,
  failure_code text,
  failure_description text,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  intent_requests integer DEFAULT 0 NOT NULL,
  is_offer boolean DEFAULT false NOT NULL,
  captures_later boolean DEFAULT false NOT NULL,
  discarded_intents integer DEFAULT 0 NOT NULL,
  network_hash bytea,
  card_fingerprint text,
  is_excused boolean DEFAULT false NOT NULL,
  synced_at timestamp with time zone,
  is_passed_on boolean DEFAULT false NOT NULL,
  invoice_name text,
  invoice_tax_number text,
  method text DEFAULT 'card'::text NOT NULL,
  mb_way_requested_at timestamp with time zone,
  phone_ending text,
  is_withdrawable boolean DEFAULT false NOT NULL,
  quantity integer DEFAULT 1 NOT NULL,
  credit_cents integer DEFAULT 0 NOT NULL,
  discount_cents integer DEFAULT 0 NOT NULL,
  discount_code_id integer,
  CONSTRAINT payments_discount_code_id_fkey FOREIGN KEY (discount_code_id) REFERENCES discount_codes(id),
  CONSTRAINT payments_discount_has_code CHECK (((discount_code_id IS NULL) = (discount_cents = 0))),
  CONSTRAINT payments_invoice_has_tax_number CHECK (((invoice_tax_number IS NOT NULL) OR (invoice_name IS NULL))),
  CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY['card'::text, 'apple_pay'::text, 'google_pay'::text, 'mb_way'::text]))),
  CONSTRAINT payments_network_only_unpaid CHECK (((network_hash IS NULL) OR (state = ANY (ARRAY['pending'::text, 'failed'::text, 'expired'::text])))),
  CONSTRAINT payments_parts_not_negative CHECK (((amount_cents >= 0) AND (credit_cents >= 0) AND (discount_cents >= 0))),
  CONSTRAINT payments_phone_ending_check CHECK ((phone_ending ~ '^[0-9]{2}$'::text)),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT payments_provider_charges CHECK (((provider = 'none'::text) = (amount_cents = 0))),
  CONSTRAINT payments_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'none'::text]))),
  CONSTRAINT payments_provider_ref_key UNIQUE (provider_ref),
  CONSTRAINT payments_quantity_check CHECK (((quantity >= 1) AND (quantity <= 7))),
  CONSTRAINT payments_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text, 'expired'::text, 'refund_due'::text, 'refunded'::text]))),
  CONSTRAINT payments_token_key UNIQUE (token),
  CONSTRAINT payments_unit_price_in_cents CHECK (((((amount_cents + credit_cents) + discount_cents) > 0) AND ((((amount_cents + credit_cents) + discount_cents) % quantity) = 0))),
  CONSTRAINT payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE payout_accounts (
  user_id integer NOT NULL,
  provider text NOT NULL,
  ref text,
  attempt integer DEFAULT 1 NOT NULL,
  state text DEFAULT 'not_started'::text NOT NULL,
  state_since timestamp with time zone NOT NULL,
  requirements text[] DEFAULT '{}'::text[] NOT NULL,
  disabled_reason text,
  deadline timestamp with time zone,
  submitted_at timestamp with time zone,
  first_verified_at timestamp with time zone,
  payouts_enabled boolean DEFAULT false NOT NULL,
  transfers_enabled boolean DEFAULT false NOT NULL,
  bank_country text,
  bank_last4 text,
  payout_interval text,
  payout_anchor text,
  asked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  bank_holder text,
  CONSTRAINT payout_accounts_pkey PRIMARY KEY (user_id),
  CONSTRAINT payout_accounts_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text]))),
  CONSTRAINT payout_accounts_ref_key UNIQUE (ref),
  CONSTRAINT payout_accounts_started_has_ref CHECK (((state = 'not_started'::text) OR (ref IS NOT NULL))),
  CONSTRAINT payout_accounts_state_check CHECK ((state = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'needs_details'::text, 'verified'::text, 'restricted'::text]))),
  CONSTRAINT payout_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT payout_accounts_verified_once CHECK (((state <> 'verified'::text) OR (first_verified_at IS NOT NULL)))
);

CREATE TABLE payout_details (
  user_id integer NOT NULL,
  iban text NOT NULL,
  holder text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  retain_until timestamp with time zone,
  held_until timestamp with time zone,
  CONSTRAINT payout_details_pkey PRIMARY KEY (user_id),
  CONSTRAINT payout_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE payout_holds (
  user_id integer NOT NULL,
  held_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_holds_pkey PRIMARY KEY (user_id),
  CONSTRAINT payout_holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE payout_months (
  month date NOT NULL,
  CONSTRAINT payout_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT payout_months_pkey PRIMARY KEY (month)
);

CREATE TABLE payout_runs (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  month date,
  created_at timestamp with time zone NOT NULL,
  file text,
  sent_at timestamp with time zone,
  CONSTRAINT payout_runs_month_key UNIQUE (month),
  CONSTRAINT payout_runs_pkey PRIMARY KEY (id)
);

CREATE TABLE payout_way (
  is_only boolean DEFAULT true NOT NULL,
  requires_account boolean NOT NULL,
  CONSTRAINT payout_way_is_only CHECK (is_only),
  CONSTRAINT payout_way_pkey PRIMARY KEY (is_only)
);

CREATE TABLE payouts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  run_id integer NOT NULL,
  user_id integer NOT NULL,
  role text NOT NULL,
  statement_id integer NOT NULL,
  amount_cents integer NOT NULL,
  iban text NOT NULL,
  holder text NOT NULL,
  state text NOT NULL,
  return_reason text,
  changed_at timestamp with time zone NOT NULL,
  changed_by integer,
  return_reference text,
  CONSTRAINT payouts_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT payouts_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_role_check CHECK ((role = ANY (ARRAY['seller'::text, 'partner'::text]))),
  CONSTRAINT payouts_run_id_fkey FOREIGN KEY (run_id) REFERENCES payout_runs(id),
  CONSTRAINT payouts_state_check CHECK ((state = ANY (ARRAY['made'::text, 'sent'::text, 'confirmed'::text, 'returned'::text]))),
  CONSTRAINT payouts_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id),
  CONSTRAINT payouts_statement_id_key UNIQUE (statement_id),
  CONSTRAINT payouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE pickup_slots (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id integer NOT NULL,
  date date NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  quantity integer NOT NULL,
  units_left integer NOT NULL,
  closed boolean DEFAULT false NOT NULL,
  has_quantity_override boolean DEFAULT false NOT NULL,
  cancelled boolean DEFAULT false NOT NULL,
  sold_out boolean DEFAULT false NOT NULL,
  allocation text DEFAULT 'public'::text NOT NULL,
  taken_at timestamp with time zone,
  last_taken_at timestamp with time zone,
  CONSTRAINT pickup_slots_allocation_check CHECK ((allocation = ANY (ARRAY['public'::text, 'planned'::text, 'draw'::text, 'line'::text]))),
  CONSTRAINT pickup_slots_end_after_start CHECK ((ends_at > starts_at)),
  CONSTRAINT pickup_slots_pkey PRIMARY KEY (id),
  CONSTRAINT pickup_slots_product_id_date_key UNIQUE (product_id, date),
  CONSTRAINT pickup_slots_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT pickup_slots_quantity_check CHECK ((quantity >= 0)),
  CONSTRAINT pickup_slots_units_left_up_to_quantity CHECK (((units_left >= 0) AND (units_left <= quantity)))
);

CREATE TABLE pin_attempts (
  sale_place_id integer NOT NULL,
  failed_at timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
  CONSTRAINT pin_attempts_pkey PRIMARY KEY (sale_place_id),
  CONSTRAINT pin_attempts_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id)
);

CREATE TABLE place_claims (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sale_place_id integer NOT NULL,
  claimant_id integer NOT NULL,
  owner_id integer NOT NULL,
  text text NOT NULL,
  phone text NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  answer_until timestamp with time zone NOT NULL,
  answer text,
  answered_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  reason text,
  new_place_id integer,
  photos jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT place_claims_claimant_id_fkey FOREIGN KEY (claimant_id) REFERENCES users(id),
  CONSTRAINT place_claims_claimant_is_another CHECK ((claimant_id <> owner_id)),
  CONSTRAINT place_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT place_claims_decided_has_time CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  CONSTRAINT place_claims_new_place_id_fkey FOREIGN KEY (new_place_id) REFERENCES sale_places(id),
  CONSTRAINT place_claims_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  CONSTRAINT place_claims_pkey PRIMARY KEY (id),
  CONSTRAINT place_claims_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id),
  CONSTRAINT place_claims_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'refused'::text])))
);

CREATE TABLE place_followers (
  sale_place_id integer NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT place_followers_pkey PRIMARY KEY (sale_place_id, user_id),
  CONSTRAINT place_followers_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id) ON DELETE CASCADE,
  CONSTRAINT place_followers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE price_tiers (
  price_cents integer NOT NULL,
  old_price_cents integer NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT price_tiers_pkey PRIMARY KEY (price_cents),
  CONSTRAINT price_tiers_price_above_commission CHECK ((price_cents > 129)),
  CONSTRAINT price_tiers_price_at_least_three_tenths_of_value CHECK (((old_price_cents * 3) <= (price_cents * 10)))
);

CREATE TABLE product_import_photos (
  import_id integer NOT NULL,
  name text NOT NULL,
  content bytea,
  path text,
  error jsonb,
  content_hash bytea,
  CONSTRAINT product_import_photos_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE,
  CONSTRAINT product_import_photos_pkey PRIMARY KEY (import_id, name)
);

CREATE TABLE product_import_rows (
  import_id integer NOT NULL,
  row_number integer NOT NULL,
  cells jsonb NOT NULL,
  plan text NOT NULL,
  errors jsonb NOT NULL,
  written_at timestamp with time zone,
  failed_at timestamp with time zone,
  linked_count integer DEFAULT 0 NOT NULL,
  product_id integer,
  CONSTRAINT product_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE,
  CONSTRAINT product_import_rows_pkey PRIMARY KEY (import_id, row_number),
  CONSTRAINT product_import_rows_plan_check CHECK ((plan = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text, 'wrong'::text]))),
  CONSTRAINT product_import_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

CREATE TABLE product_imports (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer NOT NULL,
  user_id integer NOT NULL,
  state text NOT NULL,
  file_name text NOT NULL,
  photos_name text,
  column_names jsonb NOT NULL,
  only_valid boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  sale_place_ids integer[],
  CONSTRAINT product_imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  CONSTRAINT product_imports_pkey PRIMARY KEY (id),
  CONSTRAINT product_imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'importing'::text, 'done'::text, 'ended'::text]))),
  CONSTRAINT product_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE product_texts (
  product_id integer NOT NULL,
  language text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  is_translated boolean NOT NULL,
  CONSTRAINT product_texts_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT product_texts_pkey PRIMARY KEY (product_id, language),
  CONSTRAINT product_texts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE product_types (
  id integer NOT NULL,
  slug text NOT NULL,
  name jsonb NOT NULL,
  retired_at timestamp with time zone,
  icon text DEFAULT 'bread'::text NOT NULL,
  CONSTRAINT product_types_icon_check CHECK ((icon = ANY (ARRAY['apple'::text, 'avocado'::text, 'baguette'::text, 'banana'::text, 'bento'::text, 'bread'::text, 'broccoli'::text, 'cake'::text, 'carrot'::text, 'cherries'::text, 'coffee'::text, 'cookie'::text, 'croissant'::text, 'cupcake'::text, 'custard'::text, 'donut'::text, 'drink'::text, 'grapes'::text, 'olive'::text, 'orange'::text, 'paella'::text, 'pancakes'::text, 'pie'::text, 'pizza'::text, 'pretzel'::text, 'rice'::text, 'salad'::text, 'sandwich'::text, 'shrimp'::text, 'strawberry'::text, 'sushi'::text]))),
  CONSTRAINT product_types_pkey PRIMARY KEY (id),
  CONSTRAINT product_types_slug_key UNIQUE (slug)
);

CREATE TABLE products (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  sale_place_id integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  price_cents integer NOT NULL,
  old_price_cents integer NOT NULL,
  type_ids integer[] NOT NULL,
  photos jsonb NOT NULL,
  allergens text[] DEFAULT '{}'::text[] NOT NULL,
  diet text[] DEFAULT '{}'::text[] NOT NULL,
  state text DEFAULT 'draft'::text NOT NULL,
  daily_quantity integer,
  schedule jsonb,
  earth cube NOT NULL,
  search tsvector NOT NULL,
  rating_sum integer DEFAULT 0 NOT NULL,
  rating_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  allocation text DEFAULT 'automatic'::text NOT NULL,
  entry_minutes integer DEFAULT 60 NOT NULL,
  draws_next boolean DEFAULT false NOT NULL,
  hidden_at timestamp with time zone,
  language text DEFAULT 'pt'::text NOT NULL,
  translation_tried_at timestamp with time zone,
  seller_id integer NOT NULL,
  own_code text,
  link_id integer,
  vat_percent numeric(4,2),
  is_vat_mixed boolean DEFAULT false NOT NULL,
  is_free_of_allergens boolean DEFAULT false NOT NULL,
  awaits_allergens boolean DEFAULT false NOT NULL,
  is_perishable boolean DEFAULT true NOT NULL,
  max_per_order integer DEFAULT 3 NOT NULL,
  weight_grams integer,
  CONSTRAINT products_active_names_allergens CHECK (((state <> 'active'::text) OR (NOT awaits_allergens))),
  CONSTRAINT products_active_not_hidden CHECK (((state <> 'active'::text) OR (hidden_at IS NULL))),
  CONSTRAINT products_allergens_check CHECK ((allergens <@ ARRAY['gluten'::text, 'crustaceans'::text, 'eggs'::text, 'fish'::text, 'peanuts'::text, 'soy'::text, 'milk'::text, 'nuts'::text, 'celery'::text, 'mustard'::text, 'sesame'::text, 'sulphites'::text, 'lupin'::text, 'molluscs'::text])),
  CONSTRAINT products_allocation_check CHECK ((allocation = ANY (ARRAY['automatic'::text, 'first_come'::text, 'draw'::text]))),
  CONSTRAINT products_daily_quantity_check CHECK (((daily_quantity >= 1) AND (daily_quantity <= 99))),
  CONSTRAINT products_diet_check CHECK ((diet <@ ARRAY['vegetarian'::text, 'vegan'::text, 'halal'::text, 'kosher'::text, 'lactose_free'::text, 'gluten_free'::text])),
  CONSTRAINT products_entry_minutes_check CHECK (((entry_minutes >= 15) AND (entry_minutes <= 720))),
  CONSTRAINT products_free_or_with_allergens CHECK (((NOT is_free_of_allergens) OR (allergens = '{}'::text[]))),
  CONSTRAINT products_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT products_max_per_order_check CHECK (((max_per_order >= 1) AND (max_per_order <= 7))),
  CONSTRAINT products_one_vat_rate CHECK ((NOT (is_vat_mixed AND (vat_percent IS NOT NULL)))),
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_price_cents_fkey FOREIGN KEY (price_cents) REFERENCES price_tiers(price_cents),
  CONSTRAINT products_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id),
  CONSTRAINT products_sale_place_of_seller FOREIGN KEY (seller_id, sale_place_id) REFERENCES sale_places(seller_id, id),
  CONSTRAINT products_schedule_has_windows CHECK ((jsonb_array_length(jsonb_path_query_array(schedule, '$.*'::jsonpath)) = jsonb_array_length(jsonb_path_query_array(schedule, '$.*?((@."time_start" like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$" && @."time_end" like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$") && @."time_start" != @."time_end")'::jsonpath)))),
  CONSTRAINT products_seller_id_id_key UNIQUE (seller_id, id),
  CONSTRAINT products_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'closed'::text, 'removed'::text]))),
  CONSTRAINT products_vat_percent_check CHECK (((vat_percent >= (0)::numeric) AND (vat_percent <= (30)::numeric))),
  CONSTRAINT products_weight_grams_check CHECK (((weight_grams >= 50) AND (weight_grams <= 20000)))
);

CREATE TABLE provider_payouts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  account_ref text NOT NULL,
  reference text NOT NULL,
  seller_cents integer NOT NULL,
  partner_cents integer NOT NULL,
  status text NOT NULL,
  failure text,
  arrives_on date NOT NULL,
  is_booked boolean DEFAULT false NOT NULL,
  posting_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_payouts_not_empty CHECK (((seller_cents + partner_cents) > 0)),
  CONSTRAINT provider_payouts_partner_cents_check CHECK ((partner_cents >= 0)),
  CONSTRAINT provider_payouts_pkey PRIMARY KEY (id),
  CONSTRAINT provider_payouts_reference_key UNIQUE (reference),
  CONSTRAINT provider_payouts_seller_cents_check CHECK ((seller_cents >= 0)),
  CONSTRAINT provider_payouts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text]))),
  CONSTRAINT provider_payouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE provider_transfers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  role text NOT NULL,
  account_ref text NOT NULL,
  order_id integer,
  reverses integer,
  amount_cents integer NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  key_number integer DEFAULT 0 NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  error text,
  reference text,
  arrival_reference text,
  created_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_transfers_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT provider_transfers_made_has_reference CHECK (((state = 'made'::text) = (reference IS NOT NULL))),
  CONSTRAINT provider_transfers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT provider_transfers_order_of_seller CHECK (((order_id IS NOT NULL) = (role = 'seller'::text))),
  CONSTRAINT provider_transfers_pkey PRIMARY KEY (id),
  CONSTRAINT provider_transfers_reference_key UNIQUE (reference),
  CONSTRAINT provider_transfers_reverses_fkey FOREIGN KEY (reverses) REFERENCES provider_transfers(id),
  CONSTRAINT provider_transfers_role_check CHECK ((role = ANY (ARRAY['seller'::text, 'partner'::text]))),
  CONSTRAINT provider_transfers_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'unknown'::text, 'made'::text, 'refused'::text, 'cancelled'::text]))),
  CONSTRAINT provider_transfers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE push_subscriptions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  token_id integer NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_token_id_key UNIQUE (token_id),
  CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE ratings (
  order_id integer NOT NULL,
  stars integer NOT NULL,
  text text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seller_id integer NOT NULL,
  hidden_at timestamp with time zone,
  language text,
  translation_tried_at timestamp with time zone,
  CONSTRAINT ratings_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT ratings_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT ratings_pkey PRIMARY KEY (order_id),
  CONSTRAINT ratings_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id),
  CONSTRAINT ratings_stars_check CHECK (((stars >= 1) AND (stars <= 5)))
);

CREATE TABLE receipts (
  order_id integer NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  seller_name text NOT NULL,
  seller_address text NOT NULL,
  seller_country text NOT NULL,
  vat_number text NOT NULL,
  vat_percent numeric(4,2),
  CONSTRAINT receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT receipts_pkey PRIMARY KEY (order_id)
);

CREATE TABLE recognised_devices (
  user_id integer NOT NULL,
  hash bytea NOT NULL,
  device_name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_sign_in_at timestamp with time zone NOT NULL,
  CONSTRAINT recognised_devices_pkey PRIMARY KEY (user_id, hash),
  CONSTRAINT recognised_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE reconciliations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  differences text[] NOT NULL,
  sums jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT reconciliations_kind_check CHECK ((kind = ANY (ARRAY['ledger'::text, 'provider'::text]))),
  CONSTRAINT reconciliations_pkey PRIMARY KEY (id)
);

CREATE TABLE recoveries (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  recovered_at timestamp with time zone NOT NULL,
  data_as_of timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT recoveries_pkey PRIMARY KEY (id)
);

CREATE TABLE referral_signs (
  partner_id integer NOT NULL,
  referred_user_id integer NOT NULL,
  kind text NOT NULL,
  found_at timestamp with time zone NOT NULL,
  CONSTRAINT referral_signs_kind_check CHECK ((kind = ANY (ARRAY['iban'::text, 'tax_number'::text, 'phone'::text, 'card'::text, 'address'::text, 'device'::text]))),
  CONSTRAINT referral_signs_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES users(id),
  CONSTRAINT referral_signs_pkey PRIMARY KEY (partner_id, referred_user_id, kind),
  CONSTRAINT referral_signs_referred_user_id_fkey FOREIGN KEY (referred_user_id) REFERENCES users(id)
);

CREATE TABLE refund_transfers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  refund_id integer NOT NULL,
  payment_id integer NOT NULL,
  way text NOT NULL,
  reference text NOT NULL,
  amount_cents integer NOT NULL,
  status text NOT NULL,
  failure text,
  booked_cents integer DEFAULT 0 NOT NULL,
  posting_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  CONSTRAINT refund_transfers_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT refund_transfers_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refund_transfers_pkey PRIMARY KEY (id),
  CONSTRAINT refund_transfers_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT refund_transfers_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  CONSTRAINT refund_transfers_way_check CHECK ((way = ANY (ARRAY['provider'::text, 'dispute'::text, 'bank'::text])))
);

CREATE TABLE refunds (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  payment_id integer NOT NULL,
  amount_cents integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  error text,
  stuck_at timestamp with time zone,
  state text DEFAULT 'queued'::text NOT NULL,
  key_number integer DEFAULT 0 NOT NULL,
  changed_by integer,
  noted_reference text,
  noted_at timestamp with time zone,
  noted_cents integer,
  CONSTRAINT refunds_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT refunds_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT refunds_done_has_time CHECK (((done_at IS NOT NULL) = (state = ANY (ARRAY['sent'::text, 'settled'::text, 'disputed'::text, 'restored'::text])))),
  CONSTRAINT refunds_noted_has_amount CHECK ((((noted_reference IS NULL) = (noted_cents IS NULL)) AND (noted_cents > 0))),
  CONSTRAINT refunds_noted_has_time CHECK (((noted_reference IS NULL) = (noted_at IS NULL))),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'waiting'::text, 'sent'::text, 'failed'::text, 'refused'::text, 'settled'::text, 'disputed'::text, 'restored'::text])))
);

CREATE TABLE report_messages (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  order_id integer NOT NULL,
  author text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT report_messages_author_check CHECK ((author = ANY (ARRAY['seller'::text, 'operator'::text]))),
  CONSTRAINT report_messages_order_id_fkey FOREIGN KEY (order_id) REFERENCES reports(order_id),
  CONSTRAINT report_messages_pkey PRIMARY KEY (id)
);

CREATE TABLE reports (
  order_id integer NOT NULL,
  text text NOT NULL,
  photo jsonb,
  answer text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  answered_by text,
  seller_id integer NOT NULL,
  question_at timestamp with time zone,
  seller_message_at timestamp with time zone,
  wish text,
  language text,
  translations jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT reports_answered_by_check CHECK ((answered_by = ANY (ARRAY['seller'::text, 'operator'::text]))),
  CONSTRAINT reports_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT reports_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT reports_pkey PRIMARY KEY (order_id),
  CONSTRAINT reports_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id),
  CONSTRAINT reports_wish_check CHECK ((wish = ANY (ARRAY['refund'::text, 'part'::text, 'none'::text])))
);

CREATE TABLE restore_trials (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  restored_at timestamp with time zone NOT NULL,
  data_as_of timestamp with time zone NOT NULL,
  CONSTRAINT restore_trials_pkey PRIMARY KEY (id)
);

CREATE TABLE review_replies (
  order_id integer NOT NULL,
  text text NOT NULL,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  hidden_at timestamp with time zone,
  CONSTRAINT review_replies_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT review_replies_order_id_fkey FOREIGN KEY (order_id) REFERENCES ratings(order_id),
  CONSTRAINT review_replies_pkey PRIMARY KEY (order_id)
);

CREATE TABLE review_translations (
  order_id integer NOT NULL,
  author text NOT NULL,
  language text NOT NULL,
  text text NOT NULL,
  CONSTRAINT review_translations_author_check CHECK ((author = ANY (ARRAY['buyer'::text, 'seller'::text]))),
  CONSTRAINT review_translations_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT review_translations_order_id_fkey FOREIGN KEY (order_id) REFERENCES ratings(order_id),
  CONSTRAINT review_translations_pkey PRIMARY KEY (order_id, author, language)
);

CREATE TABLE sale_place_impacts (
  sale_place_id integer NOT NULL,
  month date NOT NULL,
  buyers integer NOT NULL,
  packs integer NOT NULL,
  packs_with_weight integer NOT NULL,
  grams bigint NOT NULL,
  saved_cents bigint NOT NULL,
  CONSTRAINT sale_place_impacts_first_of_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT sale_place_impacts_pkey PRIMARY KEY (sale_place_id, month),
  CONSTRAINT sale_place_impacts_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id) ON DELETE CASCADE
);

CREATE TABLE sale_place_towns (
  sale_place_id integer NOT NULL,
  town_key text,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  CONSTRAINT sale_place_towns_pkey PRIMARY KEY (sale_place_id),
  CONSTRAINT sale_place_towns_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id) ON DELETE CASCADE,
  CONSTRAINT sale_place_towns_town_key_fkey FOREIGN KEY (town_key) REFERENCES towns(key)
);

CREATE TABLE sale_place_types (
  id integer NOT NULL,
  slug text NOT NULL,
  name jsonb NOT NULL,
  CONSTRAINT sale_place_types_pkey PRIMARY KEY (id),
  CONSTRAINT sale_place_types_slug_key UNIQUE (slug)
);

CREATE TABLE sale_places (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  seller_id integer NOT NULL,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  time_zone text NOT NULL,
  has_manual_address boolean DEFAULT false NOT NULL,
  type_ids integer[] NOT NULL,
  logo text,
  rating_sum integer DEFAULT 0 NOT NULL,
  rating_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  search tsvector DEFAULT ''::tsvector NOT NULL,
  paused boolean DEFAULT false NOT NULL,
  removed_at timestamp with time zone,
  hidden_at timestamp with time zone,
  language text DEFAULT 'pt'::text NOT NULL,
  descriptions jsonb DEFAULT '{}'::jsonb NOT NULL,
  counted_orders integer DEFAULT 0 NOT NULL,
  kept_orders integer DEFAULT 0 NOT NULL,
  cancelled_orders integer DEFAULT 0 NOT NULL,
  last_cancelled_at timestamp with time zone,
  last_cancelled_minutes_ahead integer,
  CONSTRAINT sale_places_cancelled_has_last CHECK ((((cancelled_orders > 0) = (last_cancelled_at IS NOT NULL)) AND ((last_cancelled_at IS NULL) = (last_cancelled_minutes_ahead IS NULL)))),
  CONSTRAINT sale_places_kept_among_counted CHECK ((((kept_orders >= 0) AND (kept_orders <= counted_orders)) AND ((cancelled_orders >= 0) AND (cancelled_orders <= counted_orders)))),
  CONSTRAINT sale_places_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT sale_places_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  CONSTRAINT sale_places_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  CONSTRAINT sale_places_pkey PRIMARY KEY (id),
  CONSTRAINT sale_places_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id),
  CONSTRAINT sale_places_seller_id_id_key UNIQUE (seller_id, id)
);

CREATE TABLE sandbox_account_links (
  token text NOT NULL,
  account_ref text NOT NULL,
  return_url text NOT NULL,
  refresh_url text NOT NULL,
  opened_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_account_links_pkey PRIMARY KEY (token)
);

CREATE TABLE sandbox_accounts (
  ref text NOT NULL,
  user_id integer NOT NULL,
  country text NOT NULL,
  kind text NOT NULL,
  outcome text,
  deadline timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_accounts_kind_check CHECK ((kind = ANY (ARRAY['company'::text, 'individual'::text]))),
  CONSTRAINT sandbox_accounts_outcome_check CHECK ((outcome = ANY (ARRAY['verified'::text, 'needs_document'::text, 'restricted'::text]))),
  CONSTRAINT sandbox_accounts_pkey PRIMARY KEY (ref)
);

CREATE TABLE sandbox_cards (
  ref text NOT NULL,
  customer_ref text NOT NULL,
  intent_ref text NOT NULL,
  last4 text NOT NULL,
  brand text NOT NULL,
  exp_month integer NOT NULL,
  exp_year integer NOT NULL,
  fingerprint text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  default_since timestamp with time zone,
  CONSTRAINT sandbox_cards_intent_ref_key UNIQUE (intent_ref),
  CONSTRAINT sandbox_cards_pkey PRIMARY KEY (ref)
);

CREATE TABLE sandbox_disputes (
  ref text NOT NULL,
  intent_ref text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  status text DEFAULT 'needs_response'::text NOT NULL,
  withdrawn_cents integer NOT NULL,
  CONSTRAINT sandbox_disputes_intent_ref_fkey FOREIGN KEY (intent_ref) REFERENCES sandbox_intents(ref),
  CONSTRAINT sandbox_disputes_pkey PRIMARY KEY (ref),
  CONSTRAINT sandbox_disputes_status_check CHECK ((status = ANY (ARRAY['warning_needs_response'::text, 'warning_under_review'::text, 'warning_closed'::text, 'needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'prevented'::text])))
);

CREATE TABLE sandbox_intents (
  ref text NOT NULL,
  client_secret text NOT NULL,
  idempotency_key text NOT NULL,
  amount_cents integer NOT NULL,
  status text NOT NULL,
  card_last4 text,
  refunded_cents integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  captures_later boolean DEFAULT false NOT NULL,
  card_fingerprint text,
  method text DEFAULT 'card'::text NOT NULL,
  answer text,
  answers_at timestamp with time zone,
  customer_ref text,
  keeps_card boolean DEFAULT false NOT NULL,
  CONSTRAINT sandbox_intents_answer_check CHECK ((answer = ANY (ARRAY['accepted'::text, 'refused'::text, 'none'::text, 'late'::text]))),
  CONSTRAINT sandbox_intents_client_secret_key UNIQUE (client_secret),
  CONSTRAINT sandbox_intents_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT sandbox_intents_method_check CHECK ((method = ANY (ARRAY['card'::text, 'apple_pay'::text, 'google_pay'::text, 'mb_way'::text]))),
  CONSTRAINT sandbox_intents_pkey PRIMARY KEY (ref),
  CONSTRAINT sandbox_intents_refunded_up_to_amount CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  CONSTRAINT sandbox_intents_status_check CHECK ((status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'requires_capture'::text, 'succeeded'::text, 'canceled'::text])))
);

CREATE TABLE sandbox_payouts (
  ref text NOT NULL,
  account_ref text NOT NULL,
  amount_cents integer NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  failed_at timestamp with time zone,
  arrives_on date NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_payouts_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT sandbox_payouts_failed_at_of_failed CHECK (((status = 'failed'::text) = (failed_at IS NOT NULL))),
  CONSTRAINT sandbox_payouts_pkey PRIMARY KEY (ref),
  CONSTRAINT sandbox_payouts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text])))
);

CREATE TABLE sandbox_refunds (
  idempotency_key text NOT NULL,
  ref text NOT NULL,
  amount_cents integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  id text NOT NULL,
  status text DEFAULT 'succeeded'::text NOT NULL,
  failure text,
  refund_id integer,
  CONSTRAINT sandbox_refunds_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT sandbox_refunds_id_key UNIQUE (id),
  CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (idempotency_key),
  CONSTRAINT sandbox_refunds_ref_fkey FOREIGN KEY (ref) REFERENCES sandbox_intents(ref),
  CONSTRAINT sandbox_refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);

CREATE TABLE sandbox_transfer_reversals (
  ref text NOT NULL,
  idempotency_key text NOT NULL,
  transfer_ref text NOT NULL,
  amount_cents integer NOT NULL,
  transfer_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_transfer_reversals_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT sandbox_transfer_reversals_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT sandbox_transfer_reversals_pkey PRIMARY KEY (ref),
  CONSTRAINT sandbox_transfer_reversals_transfer_ref_fkey FOREIGN KEY (transfer_ref) REFERENCES sandbox_transfers(ref)
);

CREATE TABLE sandbox_transfers (
  ref text NOT NULL,
  idempotency_key text NOT NULL,
  account_ref text NOT NULL,
  payment_ref text,
  transfer_group text NOT NULL,
  amount_cents integer NOT NULL,
  reversed_cents integer DEFAULT 0 NOT NULL,
  transfer_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_transfers_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT sandbox_transfers_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT sandbox_transfers_pkey PRIMARY KEY (ref),
  CONSTRAINT sandbox_transfers_reversed_up_to_amount CHECK (((reversed_cents >= 0) AND (reversed_cents <= amount_cents)))
);

CREATE TABLE saved_searches (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  text text NOT NULL,
  type_id integer,
  query tsquery,
  earth cube NOT NULL,
  created_at timestamp with time zone NOT NULL,
  notified_at timestamp with time zone,
  diets text[] DEFAULT '{}'::text[] NOT NULL,
  avoided_allergens text[] DEFAULT '{}'::text[] NOT NULL,
  has_unnamed boolean DEFAULT false NOT NULL,
  CONSTRAINT saved_searches_asks_for_something CHECK (((query IS NOT NULL) OR (type_id IS NOT NULL))),
  CONSTRAINT saved_searches_avoided_allergens_check CHECK ((avoided_allergens <@ ARRAY['gluten'::text, 'crustaceans'::text, 'eggs'::text, 'fish'::text, 'peanuts'::text, 'soy'::text, 'milk'::text, 'nuts'::text, 'celery'::text, 'mustard'::text, 'sesame'::text, 'sulphites'::text, 'lupin'::text, 'molluscs'::text])),
  CONSTRAINT saved_searches_diets_check CHECK ((diets <@ ARRAY['vegetarian'::text, 'vegan'::text, 'halal'::text, 'kosher'::text, 'lactose_free'::text, 'gluten_free'::text])),
  CONSTRAINT saved_searches_pkey PRIMARY KEY (id),
  CONSTRAINT saved_searches_type_id_fkey FOREIGN KEY (type_id) REFERENCES product_types(id),
  CONSTRAINT saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT saved_searches_user_id_text_type_id_key UNIQUE NULLS NOT DISTINCT (user_id, text, type_id)
);

CREATE TABLE search_index_state (
  id boolean DEFAULT true NOT NULL,
  version text NOT NULL,
  indexed_through integer,
  CONSTRAINT search_index_state_one_row CHECK (id),
  CONSTRAINT search_index_state_pkey PRIMARY KEY (id)
);

CREATE TABLE search_words (
  word text COLLATE "C" NOT NULL,
  CONSTRAINT search_words_pkey PRIMARY KEY (word)
);

CREATE TABLE secret_key_checks (
  id boolean DEFAULT true NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT secret_key_checks_one_row CHECK (id),
  CONSTRAINT secret_key_checks_pkey PRIMARY KEY (id)
);

CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer,
  kind text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  network text NOT NULL,
  device_name text NOT NULL,
  CONSTRAINT security_events_kind_check CHECK ((kind = ANY (ARRAY['sign_in'::text, 'sign_in_failed'::text, 'code_sent'::text, 'new_device'::text, 'password_changed'::text, 'email_changed'::text, 'payout_account_changed'::text, 'second_factor_changed'::text, 'role_changed'::text]))),
  CONSTRAINT security_events_pkey PRIMARY KEY (id),
  CONSTRAINT security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE seller_cancellations (
  order_id integer NOT NULL,
  cancelled_at timestamp with time zone NOT NULL,
  minutes_ahead integer NOT NULL,
  first_until timestamp with time zone,
  first_used_at timestamp with time zone,
  CONSTRAINT seller_cancellations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT seller_cancellations_pkey PRIMARY KEY (order_id),
  CONSTRAINT seller_cancellations_used_in_time CHECK (((first_used_at IS NULL) OR (first_used_at <= first_until)))
);

CREATE TABLE seller_quarters (
  seller_id integer NOT NULL,
  year smallint NOT NULL,
  quarter smallint NOT NULL,
  orders integer NOT NULL,
  earning_cents bigint NOT NULL,
  fees_cents bigint NOT NULL,
  computed_at timestamp with time zone NOT NULL,
  is_former boolean DEFAULT false NOT NULL,
  CONSTRAINT seller_quarters_pkey PRIMARY KEY (year, seller_id, quarter, is_former),
  CONSTRAINT seller_quarters_quarter_check CHECK (((quarter >= 1) AND (quarter <= 4))),
  CONSTRAINT seller_quarters_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id)
);

CREATE TABLE settled_months (
  month date NOT NULL,
  last_entry_id bigint NOT NULL,
  settled_at timestamp with time zone NOT NULL,
  CONSTRAINT settled_months_first_of_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT settled_months_pkey PRIMARY KEY (month)
);

CREATE TABLE slot_deletions (
  id boolean DEFAULT true NOT NULL,
  examined_through bigint NOT NULL,
  CONSTRAINT slot_deletions_one_row CHECK (id),
  CONSTRAINT slot_deletions_pkey PRIMARY KEY (id)
);

CREATE TABLE slot_horizons (
  time_zone text NOT NULL,
  generated_through date NOT NULL,
  CONSTRAINT slot_horizons_pkey PRIMARY KEY (time_zone)
);

CREATE TABLE slot_sums (
  starts_at timestamp with time zone NOT NULL,
  units_offered bigint NOT NULL,
  units_sold bigint NOT NULL,
  CONSTRAINT slot_sums_pkey PRIMARY KEY (starts_at),
  CONSTRAINT slot_sums_quarter_of_an_hour CHECK ((starts_at = date_bin('00:15:00'::interval, starts_at, '2000-01-01 00:00:00+00'::timestamp with time zone)))
);

CREATE TABLE social_flows (
  state_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_path text,
  referral_code text,
  language text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT social_flows_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT social_flows_pkey PRIMARY KEY (state_hash),
  CONSTRAINT social_flows_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text])))
);

CREATE TABLE social_identities (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT social_identities_pkey PRIMARY KEY (provider, subject),
  CONSTRAINT social_identities_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text]))),
  CONSTRAINT social_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE statement_entries (
  entry_id bigint NOT NULL,
  statement_id integer NOT NULL,
  CONSTRAINT statement_entries_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  CONSTRAINT statement_entries_pkey PRIMARY KEY (entry_id),
  CONSTRAINT statement_entries_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id)
);

CREATE TABLE statements (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  issuer text NOT NULL,
  year integer NOT NULL,
  number integer NOT NULL,
  user_id integer NOT NULL,
  role text NOT NULL,
  month date NOT NULL,
  corrects integer,
  original integer,
  reason text,
  issued_at timestamp with time zone NOT NULL,
  issued_by jsonb NOT NULL,
  party jsonb NOT NULL,
  opening_cents integer NOT NULL,
  closing_cents integer NOT NULL,
  commission_cents integer NOT NULL,
  vat_percent numeric(5,2) NOT NULL,
  vat_cents integer NOT NULL,
  is_former boolean DEFAULT false NOT NULL,
  CONSTRAINT statements_correction_has_original CHECK (((corrects IS NULL) = (original IS NULL))),
  CONSTRAINT statements_corrects_fkey FOREIGN KEY (corrects) REFERENCES statements(id),
  CONSTRAINT statements_corrects_key UNIQUE (corrects),
  CONSTRAINT statements_issuer_year_number_key UNIQUE (issuer, year, number),
  CONSTRAINT statements_original_fkey FOREIGN KEY (original) REFERENCES statements(id),
  CONSTRAINT statements_pkey PRIMARY KEY (id),
  CONSTRAINT statements_role_check CHECK ((role = ANY (ARRAY['seller'::text, 'partner'::text]))),
  CONSTRAINT statements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE stock_question_settings (
  product_id integer NOT NULL,
  asks_at time without time zone NOT NULL,
  publishes_itself boolean DEFAULT false NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT stock_question_settings_asks_at_to_the_minute CHECK (((asks_at < '24:00:00'::time without time zone) AND (date_trunc('minute'::text, (asks_at)::interval) = (asks_at)::interval))),
  CONSTRAINT stock_question_settings_pkey PRIMARY KEY (product_id),
  CONSTRAINT stock_question_settings_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE stock_questions (
  slot_id bigint NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  promised integer NOT NULL,
  proposal integer,
  answer integer,
  answered_at timestamp with time zone,
  is_published_by_itself boolean DEFAULT false NOT NULL,
  CONSTRAINT stock_questions_answered_has_number CHECK (((answer IS NULL) = (answered_at IS NULL))),
  CONSTRAINT stock_questions_not_negative CHECK (((promised >= 0) AND (proposal >= 0) AND (answer >= 0))),
  CONSTRAINT stock_questions_pkey PRIMARY KEY (slot_id),
  CONSTRAINT stock_questions_published_has_proposal CHECK (((NOT is_published_by_itself) OR ((answer IS NOT NULL) AND (proposal IS NOT NULL)))),
  CONSTRAINT stock_questions_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES pickup_slots(id) ON DELETE CASCADE
);

CREATE TABLE ticket_keys (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ticket_keys_pkey PRIMARY KEY (id)
);

CREATE TABLE tokens (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  hash bytea NOT NULL,
  device_name text NOT NULL,
  lifetime_seconds integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  is_code_sign_in boolean DEFAULT false NOT NULL,
  business_id integer,
  CONSTRAINT tokens_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  CONSTRAINT tokens_hash_key UNIQUE (hash),
  CONSTRAINT tokens_pkey PRIMARY KEY (id),
  CONSTRAINT tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE town_impacts (
  town_key text NOT NULL,
  month date NOT NULL,
  buyers integer NOT NULL,
  buyers_without_one integer NOT NULL,
  packs integer NOT NULL,
  packs_with_weight integer NOT NULL,
  grams bigint NOT NULL,
  saved_cents bigint NOT NULL,
  CONSTRAINT town_impacts_fewer_without_one CHECK (((buyers_without_one >= 0) AND (buyers_without_one <= buyers))),
  CONSTRAINT town_impacts_first_of_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT town_impacts_pkey PRIMARY KEY (town_key, month),
  CONSTRAINT town_impacts_town_key_fkey FOREIGN KEY (town_key) REFERENCES towns(key) ON DELETE CASCADE
);

CREATE TABLE towns (
  key text NOT NULL,
  name jsonb NOT NULL,
  CONSTRAINT towns_key_check CHECK ((key ~ '^[a-z]{2}-[a-z0-9-]{1,97}$'::text)),
  CONSTRAINT towns_pkey PRIMARY KEY (key)
);

CREATE TABLE trust_nights (
  night date NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  compared_at timestamp with time zone NOT NULL,
  verdict text NOT NULL,
  difference_count integer NOT NULL,
  sellers_cents bigint NOT NULL,
  partners_cents bigint NOT NULL,
  buyers_cents bigint NOT NULL,
  held_cents bigint NOT NULL,
  at_provider_cents bigint NOT NULL,
  in_transit_cents bigint NOT NULL,
  taken_cents bigint NOT NULL,
  provider_taken_cents bigint NOT NULL,
  accounts_cents bigint,
  provider_accounts_cents bigint,
  CONSTRAINT trust_nights_accounts_of_both CHECK (((accounts_cents IS NULL) = (provider_accounts_cents IS NULL))),
  CONSTRAINT trust_nights_covered_without_differences CHECK (((verdict <> 'covered'::text) OR ((difference_count = 0) AND (held_cents >= ((sellers_cents + partners_cents) + buyers_cents))))),
  CONSTRAINT trust_nights_difference_count_check CHECK ((difference_count >= 0)),
  CONSTRAINT trust_nights_pkey PRIMARY KEY (night),
  CONSTRAINT trust_nights_verdict_check CHECK ((verdict = ANY (ARRAY['covered'::text, 'differences'::text, 'short'::text, 'not_compared'::text])))
);

CREATE TABLE unsold_units (
  product_id integer NOT NULL,
  month date NOT NULL,
  units smallint[] NOT NULL,
  CONSTRAINT unsold_units_first_of_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT unsold_units_one_a_day CHECK ((cardinality(units) = 31)),
  CONSTRAINT unsold_units_pkey PRIMARY KEY (product_id, month),
  CONSTRAINT unsold_units_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE uploads (
  path text NOT NULL,
  srcset text NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT uploads_pkey PRIMARY KEY (path),
  CONSTRAINT uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  surname text DEFAULT ''::text NOT NULL,
  email text COLLATE "C" NOT NULL,
  email_verified_at timestamp with time zone,
  password_hash text,
  phone text DEFAULT ''::text NOT NULL,
  city text DEFAULT ''::text NOT NULL,
  latitude double precision,
  longitude double precision,
  avatar_path text,
  is_seller boolean DEFAULT false NOT NULL,
  is_partner boolean DEFAULT false NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  referral_code citext NOT NULL,
  referred_by integer,
  terms_accepted_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  erased_at timestamp with time zone,
  blocked_at timestamp with time zone,
  credentials_version integer DEFAULT 0 NOT NULL,
  handed_over_at timestamp with time zone,
  diets text[] DEFAULT '{}'::text[] NOT NULL,
  avoided_allergens text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT users_avoided_allergens_check CHECK ((avoided_allergens <@ ARRAY['gluten'::text, 'crustaceans'::text, 'eggs'::text, 'fish'::text, 'peanuts'::text, 'soy'::text, 'milk'::text, 'nuts'::text, 'celery'::text, 'mustard'::text, 'sesame'::text, 'sulphites'::text, 'lupin'::text, 'molluscs'::text])),
  CONSTRAINT users_diets_check CHECK ((diets <@ ARRAY['vegetarian'::text, 'vegan'::text, 'halal'::text, 'kosher'::text, 'lactose_free'::text, 'gluten_free'::text])),
  CONSTRAINT users_email_folded CHECK ((email = lower(email))),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text, 'ru'::text]))),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_referral_code_key UNIQUE (referral_code),
  CONSTRAINT users_referred_by_fkey FOREIGN KEY (referred_by) REFERENCES users(id)
);

CREATE TABLE value_answers (
  order_id integer NOT NULL,
  user_id integer NOT NULL,
  product_id integer NOT NULL,
  sale_place_id integer NOT NULL,
  answer text,
  answered_at timestamp with time zone NOT NULL,
  photo jsonb,
  may_be_shown boolean DEFAULT false NOT NULL,
  pinned_at timestamp with time zone,
  hidden_at timestamp with time zone,
  CONSTRAINT value_answers_answer_check CHECK ((answer = ANY (ARRAY['more'::text, 'about'::text, 'less'::text]))),
  CONSTRAINT value_answers_consent_has_photo CHECK (((photo IS NOT NULL) OR (NOT may_be_shown))),
  CONSTRAINT value_answers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT value_answers_pinned_has_consent CHECK (((pinned_at IS NULL) OR may_be_shown)),
  CONSTRAINT value_answers_pkey PRIMARY KEY (order_id),
  CONSTRAINT value_answers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT value_answers_sale_place_id_fkey FOREIGN KEY (sale_place_id) REFERENCES sale_places(id),
  CONSTRAINT value_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT value_answers_withdrawn_has_no_photo CHECK (((answer IS NOT NULL) OR (photo IS NULL)))
);

CREATE TABLE value_proposals (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  product_id integer NOT NULL,
  from_cents integer NOT NULL,
  to_cents integer NOT NULL,
  answers integer NOT NULL,
  less integer NOT NULL,
  made_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  outcome text,
  CONSTRAINT value_proposals_ended_has_outcome CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT value_proposals_is_lower CHECK (((to_cents > 0) AND (to_cents < from_cents))),
  CONSTRAINT value_proposals_less_among_answers CHECK (((less >= 0) AND (less <= answers))),
  CONSTRAINT value_proposals_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'changed'::text, 'recovered'::text]))),
  CONSTRAINT value_proposals_pkey PRIMARY KEY (id),
  CONSTRAINT value_proposals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);

CREATE TABLE value_questions (
  order_id integer NOT NULL,
  notified_at timestamp with time zone NOT NULL,
  CONSTRAINT value_questions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT value_questions_pkey PRIMARY KEY (order_id)
);

CREATE INDEX activity_business_id ON public.activity USING btree (business_id, id);

CREATE INDEX activity_device_id ON public.activity USING btree (device_id, id) WHERE (device_id IS NOT NULL);

CREATE INDEX activity_kind ON public.activity USING btree (business_id, kind, id);

CREATE INDEX activity_sale_place_id ON public.activity USING btree (sale_place_id, id);

CREATE INDEX activity_user_id ON public.activity USING btree (user_id, id);

CREATE INDEX affiliate_shares_created_at ON public.affiliate_shares USING brin (created_at);

CREATE INDEX affiliate_shares_credit ON public.affiliate_shares USING btree (partner_id, credit_month, id DESC) WHERE (credit_month IS NOT NULL);

CREATE UNIQUE INDEX affiliate_shares_order_restored ON public.affiliate_shares USING btree (order_id, side, ((hundredths > 0)), returned_quantity, restorations);

CREATE INDEX affiliate_shares_partner ON public.affiliate_shares USING btree (partner_id, id DESC);

CREATE INDEX affiliate_shares_pending ON public.affiliate_shares USING btree (approve_at) WHERE (state = 'pending'::text);

CREATE INDEX affiliate_shares_referred_user_id ON public.affiliate_shares USING btree (referred_user_id, side, id DESC);

CREATE INDEX affiliate_shares_reversed ON public.affiliate_shares USING btree (id) WHERE (state = 'reversed'::text);

CREATE INDEX affiliate_shares_uncredited ON public.affiliate_shares USING btree (partner_id, approved_at) WHERE ((state = 'approved'::text) AND (credit_month IS NULL));

CREATE INDEX affiliate_visits_day ON public.affiliate_visits USING btree (day) WHERE (EXTRACT(day FROM day) <> (1)::numeric);

CREATE INDEX allocation_entries_draw ON public.allocation_entries USING btree (draw_id, id) WHERE (draw_id IS NOT NULL);

CREATE INDEX allocation_entries_line ON public.allocation_entries USING btree (slot_id, rank, "position") WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX allocation_entries_one_a_card ON public.allocation_entries USING btree (slot_id, card_fingerprint) WHERE (card_fingerprint IS NOT NULL);

CREATE UNIQUE INDEX allocation_entries_one_a_user ON public.allocation_entries USING btree (slot_id, user_id) WHERE (state = ANY (ARRAY['entered'::text, 'waiting'::text, 'offered'::text]));

CREATE INDEX allocation_entries_product_id ON public.allocation_entries USING btree (product_id);

CREATE UNIQUE INDEX allocation_entries_rank ON public.allocation_entries USING btree (draw_id, rank);

CREATE INDEX allocation_entries_slot ON public.allocation_entries USING btree (slot_id);

CREATE INDEX allocation_entries_user ON public.allocation_entries USING btree (user_id, "position");

CREATE INDEX allocation_entries_waited ON public.allocation_entries USING btree (ended_at) WHERE ((draw_id IS NULL) AND (ended_at IS NOT NULL));

CREATE INDEX audit_entries_action ON public.audit_entries USING btree (action, id);

CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at, id);

CREATE INDEX audit_entries_operator_id ON public.audit_entries USING btree (operator_id, id);

CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject_kind, subject_id, id);

CREATE INDEX back_on_sale_notifications_due_at ON public.back_on_sale_notifications USING btree (due_at) WHERE (notified_at IS NULL);

CREATE INDEX back_on_sale_notifications_saved_search_id ON public.back_on_sale_notifications USING btree (saved_search_id) WHERE (saved_search_id IS NOT NULL);

CREATE INDEX back_on_sale_notifications_sent ON public.back_on_sale_notifications USING btree (due_at) WHERE (notified_at IS NOT NULL);

CREATE INDEX back_on_sale_notifications_slot_id ON public.back_on_sale_notifications USING btree (slot_id);

CREATE INDEX backups_made_at ON public.backups USING btree (made_at);

CREATE INDEX businesses_ends_at ON public.businesses USING btree (ends_at) WHERE (ends_at IS NOT NULL);

CREATE INDEX commission_invoice_tries_invoice_id ON public.commission_invoice_tries USING btree (invoice_id);

CREATE INDEX commission_invoices_credits ON public.commission_invoices USING btree (credits) WHERE (credits IS NOT NULL);

CREATE INDEX commission_invoices_due ON public.commission_invoices USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE UNIQUE INDEX commission_invoices_number ON public.commission_invoices USING btree (service, kind, ((state = 'by_hand'::text)), number) WHERE (number IS NOT NULL);

CREATE UNIQUE INDEX commission_invoices_one_of_a_statement ON public.commission_invoices USING btree (statement_id) WHERE (kind = 'invoice'::text);

CREATE INDEX commission_invoices_open ON public.commission_invoices USING btree (created_at) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'unknown'::text, 'failed'::text]));

CREATE INDEX commission_invoices_statement_id ON public.commission_invoices USING btree (statement_id);

CREATE INDEX content_reports_created_at ON public.content_reports USING btree (created_at, id);

CREATE INDEX content_reports_of_guests ON public.content_reports USING btree (decided_at) WHERE (reporter_email IS NOT NULL);

CREATE INDEX content_reports_open ON public.content_reports USING btree (created_at, id) WHERE (state = 'open'::text);

CREATE INDEX content_reports_reporter_id ON public.content_reports USING btree (reporter_id) WHERE (reporter_id IS NOT NULL);

CREATE INDEX content_reports_seller_id ON public.content_reports USING btree (seller_id);

CREATE INDEX content_reports_subject ON public.content_reports USING btree (subject_kind, subject_id);

CREATE INDEX counter_names_business_id ON public.counter_names USING btree (business_id);

CREATE INDEX counter_names_removed_at ON public.counter_names USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX counter_names_sale_place_id ON public.counter_names USING btree (sale_place_id);

CREATE INDEX credit_grants_code_id ON public.credit_grants USING btree (code_id);

CREATE INDEX credit_grants_created_by ON public.credit_grants USING btree (created_by);

CREATE INDEX credit_grants_ends_at ON public.credit_grants USING btree (ends_at) WHERE (left_cents > 0);

CREATE UNIQUE INDEX credit_grants_late_cancellation ON public.credit_grants USING btree (order_id) WHERE (source = 'late_cancellation'::text);

CREATE INDEX credit_grants_order_id ON public.credit_grants USING btree (order_id);

CREATE INDEX credit_grants_seller_id ON public.credit_grants USING btree (seller_id);

CREATE INDEX credit_grants_user_id ON public.credit_grants USING btree (user_id);

CREATE INDEX credit_uses_grant_id ON public.credit_uses USING btree (grant_id);

CREATE INDEX date_overrides_date ON public.date_overrides USING btree (date);

CREATE INDEX decisions_content_report_id ON public.decisions USING btree (content_report_id) WHERE (content_report_id IS NOT NULL);

CREATE INDEX decisions_objected_at ON public.decisions USING btree (objected_at, id) WHERE (objected_at IS NOT NULL);

CREATE INDEX decisions_of_guests ON public.decisions USING btree (created_at) WHERE (email IS NOT NULL);

CREATE INDEX decisions_subject ON public.decisions USING btree (subject_kind, subject_id);

CREATE INDEX decisions_user_id ON public.decisions USING btree (user_id);

CREATE INDEX devices_business_id ON public.devices USING btree (business_id);

CREATE INDEX devices_ended_at ON public.devices USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX devices_sale_place_id ON public.devices USING btree (sale_place_id);

CREATE INDEX discount_code_sale_places_sale_place_id ON public.discount_code_sale_places USING btree (sale_place_id);

CREATE INDEX discount_code_types_type_id ON public.discount_code_types USING btree (type_id);

CREATE INDEX discount_codes_created_by ON public.discount_codes USING btree (created_by);

CREATE INDEX discount_codes_seller_id ON public.discount_codes USING btree (seller_id);

CREATE INDEX discount_uses_code_id_user_id ON public.discount_uses USING btree (code_id, user_id);

CREATE INDEX discount_uses_user_id ON public.discount_uses USING btree (user_id);

CREATE INDEX disputes_payment_id ON public.disputes USING btree (payment_id);

CREATE INDEX draws_closes_at ON public.draws USING btree (closes_at, id);

CREATE INDEX draws_product_id ON public.draws USING btree (product_id, id);

CREATE INDEX draws_unfinished ON public.draws USING btree (closes_at) WHERE (state = ANY (ARRAY['open'::text, 'closed'::text]));

CREATE INDEX favourites_product_id ON public.favourites USING btree (product_id);

CREATE INDEX former_legal_identities_retain_until ON public.former_legal_identities USING btree (retain_until);

CREATE INDEX friend_links_ends_at ON public.friend_links USING btree (ends_at);

CREATE UNIQUE INDEX friend_links_live ON public.friend_links USING btree (order_id) WHERE (taken_back_at IS NULL);

CREATE INDEX friend_links_order_id ON public.friend_links USING btree (order_id);

CREATE INDEX hand_out_conflicts_device_id ON public.hand_out_conflicts USING btree (device_id);

CREATE INDEX hand_out_conflicts_unseen ON public.hand_out_conflicts USING btree (order_id) WHERE (seen_at IS NULL);

CREATE INDEX ledger_closed_balances_account_id ON public.ledger_closed_balances USING btree (account_id);

CREATE INDEX ledger_entries_account_id ON public.ledger_entries USING btree (account_id, id);

CREATE INDEX ledger_entries_transaction_id ON public.ledger_entries USING btree (transaction_id);

CREATE INDEX ledger_transactions_created_at ON public.ledger_transactions USING brin (created_at);

CREATE UNIQUE INDEX ledger_transactions_credit ON public.ledger_transactions USING btree (partner_id, credit_month) WHERE (partner_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_transactions_credit_grant ON public.ledger_transactions USING btree (credit_grant_id, kind, credit_end_number) NULLS NOT DISTINCT WHERE (credit_grant_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_transactions_dispute ON public.ledger_transactions USING btree (dispute_id, dispute_posting_number) WHERE (dispute_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_transactions_note ON public.ledger_transactions USING btree (note) WHERE (note IS NOT NULL);

CREATE UNIQUE INDEX ledger_transactions_order_restored ON public.ledger_transactions USING btree (order_id, kind, refunded_total_cents, restorations) NULLS NOT DISTINCT WHERE (order_id IS NOT NULL);

CREATE INDEX ledger_transactions_payment_id ON public.ledger_transactions USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_transactions_payment_restored ON public.ledger_transactions USING btree (payment_id, kind, restorations) WHERE ((payment_id IS NOT NULL) AND (num_nonnulls(refunded_total_cents, refund_transfer_id, dispute_id) = 0));

CREATE UNIQUE INDEX ledger_transactions_payout ON public.ledger_transactions USING btree (payout_id, kind) WHERE (payout_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_transactions_provider_payout ON public.ledger_transactions USING btree (provider_payout_id, provider_payout_posting_number) WHERE (provider_payout_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_transactions_provider_transfer ON public.ledger_transactions USING btree (provider_transfer_id) WHERE (provider_transfer_id IS NOT NULL);

CREATE INDEX ledger_transactions_rare_kind ON public.ledger_transactions USING btree (kind, id) WHERE (kind <> ALL (ARRAY['payment'::text, 'sale'::text]));

CREATE UNIQUE INDEX ledger_transactions_refund_transfer ON public.ledger_transactions USING btree (refund_transfer_id, refund_posting_number) WHERE (refund_transfer_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_transactions_statement ON public.ledger_transactions USING btree (statement_id) WHERE (statement_id IS NOT NULL);

CREATE INDEX legal_identities_retain_until ON public.legal_identities USING btree (retain_until) WHERE (retain_until IS NOT NULL);

CREATE INDEX legal_identities_words ON public.legal_identities USING gin (fold_words(legal_name) gin_trgm_ops);

CREATE INDEX legal_text_acceptances_version ON public.legal_text_acceptances USING btree (text, version);

CREATE INDEX legal_text_notices_version ON public.legal_text_notices USING btree (text, version);

CREATE INDEX login_codes_expires_at ON public.login_codes USING btree (expires_at);

CREATE INDEX login_codes_user_id ON public.login_codes USING btree (user_id);

CREATE INDEX look_alikes_created_at ON public.look_alikes USING btree (created_at, id);

CREATE INDEX look_alikes_earlier_place_id ON public.look_alikes USING btree (earlier_place_id, created_at);

CREATE INDEX look_alikes_open ON public.look_alikes USING btree (created_at) WHERE (state = 'open'::text);

CREATE INDEX low_stock_notifications_member ON public.low_stock_notifications USING btree (member_id);

CREATE INDEX low_stock_notifications_notified_at ON public.low_stock_notifications USING btree (notified_at);

CREATE INDEX mail_failures_failed_at ON public.mail_failures USING btree (failed_at);

CREATE INDEX mail_failures_recipient ON public.mail_failures USING btree (recipient);

CREATE INDEX member_invitations_expires_at ON public.member_invitations USING btree (expires_at);

CREATE INDEX member_invitations_invited_by ON public.member_invitations USING btree (invited_by);

CREATE INDEX member_sale_places_sale_place_id ON public.member_sale_places USING btree (sale_place_id);

CREATE INDEX members_user_id ON public.members USING btree (user_id);

CREATE INDEX operator_sessions_expires_at ON public.operator_sessions USING btree (expires_at);

CREATE INDEX operator_sessions_token_id ON public.operator_sessions USING btree (token_id);

CREATE INDEX operator_sessions_user_id ON public.operator_sessions USING btree (user_id);

CREATE INDEX order_reminders_notified_at ON public.order_reminders USING btree (notified_at);

CREATE INDEX orders_created_at_units ON public.orders USING btree (created_at, id) INCLUDE (price_cents, commission_cents, refunded_cents, quantity, returned_quantity);

CREATE INDEX orders_invoiced ON public.orders USING btree (created_at) WHERE (invoice_tax_number IS NOT NULL);

CREATE INDEX orders_open ON public.orders USING btree (pickup_end) WHERE (state = 'paid'::text);

CREATE UNIQUE INDEX orders_open_pin ON public.orders USING btree (sale_place_id, pin_hash) WHERE (state = 'paid'::text);

CREATE INDEX orders_pickup_start ON public.orders USING btree (pickup_start, id);

CREATE INDEX orders_product_id ON public.orders USING btree (product_id, created_at);

CREATE INDEX orders_refunded ON public.orders USING btree (created_at, id) INCLUDE (price_cents, refunded_cents) WHERE (refunded_cents > 0);

CREATE INDEX orders_sale_place_id ON public.orders USING btree (sale_place_id, pickup_start, id);

CREATE INDEX orders_seller_id ON public.orders USING btree (seller_id, pickup_start, id);

CREATE INDEX orders_slot_id ON public.orders USING btree (slot_id);

CREATE INDEX orders_state ON public.orders USING btree (state, created_at, id);

CREATE INDEX orders_to_transfer_net ON public.orders USING btree (seller_id, id) WHERE ((payout_way = 'stripe_connect'::text) AND (transferred_cents <> GREATEST((((earning_cents + (returned_quantity * (commission_cents / quantity))) - refunded_cents) -
CASE discount_payer
    WHEN 'business'::text THEN (discount_cents - (((((discount_cents)::bigint * refunded_cents) + price_cents) - 1) / price_cents))
    ELSE (0)::bigint
END), (0)::bigint)));

CREATE INDEX orders_user_id ON public.orders USING btree (user_id, id DESC);

CREATE INDEX payments_card_last4 ON public.payments USING btree (card_last4, id) WHERE (card_last4 IS NOT NULL);

CREATE INDEX payments_created_at ON public.payments USING brin (created_at) WITH (pages_per_range='32');

CREATE INDEX payments_discount_code_id ON public.payments USING btree (discount_code_id) WHERE (discount_code_id IS NOT NULL);

CREATE UNIQUE INDEX payments_one_hold ON public.payments USING btree (user_id, slot_id) WHERE (state = 'pending'::text);

CREATE INDEX payments_pending ON public.payments USING btree (expires_at) WHERE (state = ANY (ARRAY['pending'::text, 'refund_due'::text]));

CREATE INDEX payments_slot_id ON public.payments USING btree (slot_id);

CREATE INDEX payments_tried_cards ON public.payments USING btree (user_id, card_fingerprint) WHERE (card_fingerprint IS NOT NULL);

CREATE INDEX payments_unpaid_created_at ON public.payments USING btree (created_at, id) WHERE (state = ANY (ARRAY['failed'::text, 'expired'::text]));

CREATE INDEX payments_unpaid_of_card ON public.payments USING btree (card_fingerprint, slot_id) WHERE (card_fingerprint IS NOT NULL);

CREATE INDEX payments_unpaid_of_network ON public.payments USING btree (network_hash, slot_id) WHERE (network_hash IS NOT NULL);

CREATE INDEX payments_unpaid_of_user ON public.payments USING btree (user_id, slot_id) WHERE (state = ANY (ARRAY['failed'::text, 'expired'::text]));

CREATE INDEX payments_user_id ON public.payments USING btree (user_id, id);

CREATE INDEX payout_accounts_deadline ON public.payout_accounts USING btree (deadline) WHERE (deadline IS NOT NULL);

CREATE INDEX payout_details_iban ON public.payout_details USING btree (iban);

CREATE INDEX payout_details_retain_until ON public.payout_details USING btree (retain_until) WHERE (retain_until IS NOT NULL);

CREATE INDEX payouts_run_state ON public.payouts USING btree (run_id, state) INCLUDE (amount_cents);

CREATE INDEX payouts_user ON public.payouts USING btree (user_id, id);

CREATE INDEX pickup_slots_allocated ON public.pickup_slots USING btree (ends_at) WHERE (allocation <> 'public'::text);

CREATE INDEX pickup_slots_next ON public.pickup_slots USING btree (product_id, ends_at) INCLUDE (id, starts_at, units_left, allocation) WHERE (NOT closed);

CREATE INDEX pickup_slots_starts_at ON public.pickup_slots USING btree (starts_at);

CREATE INDEX place_claims_claimant_id ON public.place_claims USING btree (claimant_id);

CREATE INDEX place_claims_created_at ON public.place_claims USING btree (created_at, id);

CREATE INDEX place_claims_decided_with_photos ON public.place_claims USING btree (decided_at) WHERE (photos <> '[]'::jsonb);

CREATE UNIQUE INDEX place_claims_open ON public.place_claims USING btree (sale_place_id, claimant_id) WHERE (state = 'open'::text);

CREATE INDEX place_claims_owner_id ON public.place_claims USING btree (owner_id);

CREATE INDEX place_claims_sale_place_id ON public.place_claims USING btree (sale_place_id);

CREATE INDEX place_followers_user_id ON public.place_followers USING btree (user_id);

CREATE INDEX product_imports_created_at ON public.product_imports USING btree (created_at);

CREATE INDEX product_imports_user_id ON public.product_imports USING btree (user_id, business_id);

CREATE INDEX product_texts_words ON public.product_texts USING gin (fold_words(name) gin_trgm_ops);

CREATE INDEX products_awaiting_allergens ON public.products USING btree (sale_place_id) WHERE awaits_allergens;

CREATE INDEX products_earth ON public.products USING gist (earth) WHERE (state = 'active'::text);

CREATE INDEX products_earth_search ON public.products USING gist (earth, search tsvector_ops (siglen='124')) WHERE (state = 'active'::text);

CREATE INDEX products_hidden ON public.products USING btree (id) WHERE (hidden_at IS NOT NULL);

CREATE UNIQUE INDEX products_linked ON public.products USING btree (link_id, sale_place_id) WHERE ((link_id IS NOT NULL) AND (state <> 'removed'::text));

CREATE INDEX products_price ON public.products USING btree (price_cents) WHERE (state <> 'removed'::text);

CREATE INDEX products_sale_place_id ON public.products USING btree (sale_place_id);

CREATE INDEX products_search ON public.products USING gin (search) WHERE (state = 'active'::text);

CREATE INDEX products_types ON public.products USING btree (type_ids) WHERE (state <> 'removed'::text);

CREATE INDEX products_words ON public.products USING gin (fold_words(name) gin_trgm_ops);

CREATE INDEX provider_payouts_changed_at ON public.provider_payouts USING btree (changed_at);

CREATE INDEX provider_payouts_failed ON public.provider_payouts USING btree (account_ref, created_at) WHERE (status = 'failed'::text);

CREATE INDEX provider_payouts_user_id ON public.provider_payouts USING btree (user_id, id);

CREATE INDEX provider_transfers_changed_at ON public.provider_transfers USING btree (changed_at);

CREATE INDEX provider_transfers_order_id ON public.provider_transfers USING btree (order_id);

CREATE INDEX provider_transfers_reverses ON public.provider_transfers USING btree (reverses);

CREATE INDEX provider_transfers_unfinished ON public.provider_transfers USING btree (user_id) WHERE (state = ANY (ARRAY['queued'::text, 'unknown'::text, 'refused'::text]));

CREATE INDEX provider_transfers_user_id ON public.provider_transfers USING btree (user_id, id);

CREATE INDEX push_subscriptions_user_id ON public.push_subscriptions USING btree (user_id);

CREATE INDEX ratings_created_at ON public.ratings USING btree (created_at, order_id);

CREATE INDEX ratings_hidden ON public.ratings USING btree (created_at, order_id) WHERE (hidden_at IS NOT NULL);

CREATE INDEX ratings_seller ON public.ratings USING btree (seller_id, created_at DESC, order_id DESC);

CREATE INDEX recognised_devices_last_sign_in_at ON public.recognised_devices USING btree (last_sign_in_at);

CREATE INDEX reconciliations_kind ON public.reconciliations USING btree (kind, checked_at);

CREATE INDEX recoveries_unconfirmed ON public.recoveries USING btree (id) WHERE (confirmed_at IS NULL);

CREATE INDEX referral_signs_referred_user_id ON public.referral_signs USING btree (referred_user_id);

CREATE INDEX refund_transfers_payment_id ON public.refund_transfers USING btree (payment_id);

CREATE UNIQUE INDEX refund_transfers_reference ON public.refund_transfers USING btree (way, reference) WHERE (way <> 'bank'::text);

CREATE INDEX refund_transfers_refund_id ON public.refund_transfers USING btree (refund_id);

CREATE INDEX refunds_open ON public.refunds USING btree (id) WHERE (done_at IS NULL);

CREATE INDEX refunds_payment_id ON public.refunds USING btree (payment_id);

CREATE INDEX report_messages_order ON public.report_messages USING btree (order_id, id);

CREATE INDEX reports_created_at ON public.reports USING btree (created_at, order_id);

CREATE INDEX reports_open ON public.reports USING btree (created_at) WHERE (answered_at IS NULL);

CREATE INDEX reports_seller ON public.reports USING btree (seller_id, order_id DESC);

CREATE INDEX sale_place_impacts_month ON public.sale_place_impacts USING btree (month);

CREATE INDEX sale_place_towns_town ON public.sale_place_towns USING btree (town_key, sale_place_id);

CREATE INDEX sale_places_hidden ON public.sale_places USING btree (id) WHERE (hidden_at IS NOT NULL);

CREATE INDEX sale_places_position ON public.sale_places USING gist (point(longitude, latitude));

CREATE INDEX sale_places_search ON public.sale_places USING gin (search);

CREATE INDEX sale_places_words ON public.sale_places USING gin (fold_words(((name || ' '::text) || address)) gin_trgm_ops);

CREATE INDEX sandbox_account_links_expires_at ON public.sandbox_account_links USING btree (expires_at);

CREATE INDEX sandbox_cards_customer_ref ON public.sandbox_cards USING btree (customer_ref);

CREATE INDEX sandbox_disputes_intent_ref ON public.sandbox_disputes USING btree (intent_ref);

CREATE INDEX sandbox_intents_answers_at ON public.sandbox_intents USING btree (answers_at) WHERE (answers_at IS NOT NULL);

CREATE INDEX sandbox_intents_created_at ON public.sandbox_intents USING btree (created_at, ref);

CREATE UNIQUE INDEX sandbox_payouts_account_ref ON public.sandbox_payouts USING btree (account_ref, arrives_on) WHERE (status <> 'failed'::text);

CREATE INDEX sandbox_refunds_ref ON public.sandbox_refunds USING btree (ref);

CREATE INDEX sandbox_transfer_reversals_transfer_ref ON public.sandbox_transfer_reversals USING btree (transfer_ref);

CREATE INDEX sandbox_transfers_account_ref ON public.sandbox_transfers USING btree (account_ref, created_at);

CREATE INDEX sandbox_transfers_transfer_group ON public.sandbox_transfers USING btree (transfer_group);

CREATE INDEX saved_searches_created_at ON public.saved_searches USING btree (created_at);

CREATE INDEX saved_searches_earth ON public.saved_searches USING gist (earth);

CREATE INDEX search_words_trigrams ON public.search_words USING gin (word gin_trgm_ops);

CREATE INDEX security_events_created_at ON public.security_events USING btree (created_at, kind);

CREATE INDEX security_events_user_id ON public.security_events USING btree (user_id, id DESC);

CREATE INDEX seller_quarters_seller_id ON public.seller_quarters USING btree (seller_id);

CREATE INDEX social_flows_expires_at ON public.social_flows USING btree (expires_at);

CREATE INDEX social_identities_user_id ON public.social_identities USING btree (user_id);

CREATE INDEX statement_entries_statement ON public.statement_entries USING btree (statement_id);

CREATE UNIQUE INDEX statements_of_month ON public.statements USING btree (user_id, role, month, is_former) WHERE (corrects IS NULL);

CREATE INDEX statements_original ON public.statements USING btree (original);

CREATE INDEX statements_user ON public.statements USING btree (user_id, id);

CREATE INDEX stock_question_settings_next_at ON public.stock_question_settings USING btree (next_at);

CREATE INDEX stock_questions_asked_at ON public.stock_questions USING btree (asked_at);

CREATE INDEX tokens_created_at ON public.tokens USING btree (created_at);

CREATE INDEX tokens_expires_at ON public.tokens USING btree (expires_at);

CREATE INDEX tokens_user_id ON public.tokens USING btree (user_id);

CREATE INDEX town_impacts_month ON public.town_impacts USING btree (month);

CREATE INDEX unsold_units_month ON public.unsold_units USING btree (month);

CREATE INDEX uploads_created_at ON public.uploads USING btree (created_at);

CREATE INDEX uploads_user_id ON public.uploads USING btree (user_id);

CREATE INDEX users_blocked_at ON public.users USING btree (blocked_at) WHERE (blocked_at IS NOT NULL);

CREATE INDEX users_created_at ON public.users USING btree (created_at, id);

CREATE INDEX users_erasure_due ON public.users USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (erased_at IS NULL));

CREATE INDEX users_partners ON public.users USING btree (created_at, id) WHERE is_partner;

CREATE INDEX users_referred_by ON public.users USING btree (referred_by, id DESC) WHERE (referred_by IS NOT NULL);

CREATE INDEX users_sellers ON public.users USING btree (created_at, id) WHERE is_seller;

CREATE INDEX users_words ON public.users USING gin (fold_words(((((name || ' '::text) || surname) || ' '::text) || (email COLLATE "default"))) gin_trgm_ops);

CREATE INDEX value_answers_examples ON public.value_answers USING btree (product_id, pinned_at) WHERE (pinned_at IS NOT NULL);

CREATE INDEX value_answers_photos ON public.value_answers USING btree (answered_at, order_id) WHERE ((photo IS NOT NULL) AND (pinned_at IS NULL));

CREATE INDEX value_answers_product ON public.value_answers USING btree (product_id, answered_at) INCLUDE (user_id, answer, order_id);

CREATE INDEX value_answers_sale_place ON public.value_answers USING btree (sale_place_id, answered_at) INCLUDE (user_id, answer, order_id);

CREATE INDEX value_answers_user ON public.value_answers USING btree (user_id);

CREATE INDEX value_proposals_ended ON public.value_proposals USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX value_proposals_made ON public.value_proposals USING btree (made_at, id);

CREATE UNIQUE INDEX value_proposals_open ON public.value_proposals USING btree (product_id) WHERE (ended_at IS NULL);

CREATE INDEX value_proposals_product ON public.value_proposals USING btree (product_id);

CREATE INDEX value_questions_notified_at ON public.value_questions USING btree (notified_at);

CREATE OR REPLACE FUNCTION public.build_audit_content(entry audit_entries)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT convert_to(jsonb_build_array(entry.id, (extract(epoch FROM entry.at) * 1000000)::bigint, entry.operator_id,
    entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason, entry.request_id)::text,
    'UTF8')
$function$;

CREATE OR REPLACE FUNCTION public.chain_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  last_position bigint;
  last_hash bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(20261128040000);
  SELECT position, hash INTO last_position, last_hash FROM public.audit_chain ORDER BY position DESC LIMIT 1;
  INSERT INTO public.audit_chain (position, entry_id, hash)
  VALUES (coalesce(last_position, 0) + 1, NEW.id,
    sha256(coalesce(last_hash, '') || public.build_audit_content(NEW)));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_ledger_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  checked_id bigint :=
    CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW) ->> 'transaction_id')::bigint ELSE NEW.id END;
  total_cents bigint;
BEGIN
  SELECT sum(amount_cents) FILTER (WHERE amount_cents <> 0) INTO total_cents
  FROM ledger_entries WHERE transaction_id = checked_id;
  IF total_cents IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance: %', checked_id,
      coalesce(total_cents::text, 'it has no entries');
  END IF;
  -- Apart, so that nothing is looked up for other entries.
  IF to_jsonb(NEW) ->> 'amount_cents' = '0' THEN
    IF EXISTS (
      SELECT FROM ledger_accounts WHERE id = (to_jsonb(NEW) ->> 'account_id')::integer AND account_kind <> 'seller'
    ) THEN
      RAISE EXCEPTION 'ledger transaction % has an entry of 0 that is not of a seller', checked_id;
    END IF;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_types_exist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.contains_words(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT '%' || regexp_replace(nullif(btrim(fold_words(words)), ''), '([\\%_])', '\\\1', 'g') || '%'
  $function$;

CREATE OR REPLACE FUNCTION public.database_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT clock_timestamp()
$function$;

CREATE OR REPLACE FUNCTION public.declare_recovery(as_of timestamp with time zone, at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  s record;
BEGIN
  INSERT INTO recoveries (recovered_at, data_as_of) VALUES (at, as_of);
  FOR s IN SELECT schemaname, sequencename, start_value, max_value, coalesce(last_value, start_value) AS last_value
    FROM pg_sequences WHERE schemaname = 'public'
  LOOP
    PERFORM setval(format('%I.%I', s.schemaname, s.sequencename)::regclass,
      least(s.last_value + least(greatest(s.last_value - s.start_value, 10000), 10000000), s.max_value));
  END LOOP;
  UPDATE document_numbers SET last_number = last_number + greatest(last_number, 10000)
  WHERE year BETWEEN extract(year FROM as_of - interval '1 day') AND extract(year FROM at + interval '1 day');
END $function$;

CREATE OR REPLACE FUNCTION public.first_document_number(of_year integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN EXISTS (SELECT FROM recoveries WHERE of_year
    BETWEEN extract(year FROM data_as_of - interval '1 day') AND extract(year FROM recovered_at + interval '1 day'))
    THEN 10001 ELSE 1 END
$function$;

CREATE OR REPLACE FUNCTION public.fold_words(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT regexp_replace(
      translate(
        replace(replace(replace(replace(replace(
          lower(normalize(words, NFKD) COLLATE "C"), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'),
        'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЃЄЅІЈЉЊЋЏҐҒҢҚҮҰҺӘӨΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςØøŁłĐđÐðĦħı’ʼʹ`´‘',
        'абвгдежзийклмнопрстуфхцчшщъыьэюяђѓєѕіјљњћџґғңқүұһәөαβγδεζηθικλμνξοπρστυφχψωσoollddddhhi'''''''''''''),
      '[\u0300-\u036f]', '', 'g')
  $function$;

CREATE OR REPLACE FUNCTION public.forbid_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION public.former_surplus(of_seller integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(greatest(least(transferred_cents - due.cents, transferred_cents - coalesce(own.cents, 0)), 0)), 0)::int
  FROM orders
  JOIN users ON users.id = orders.seller_id AND orders.created_at < users.handed_over_at
  CROSS JOIN LATERAL (SELECT greatest(earning_cents + returned_quantity * (commission_cents / quantity) - refunded_cents
    - CASE discount_payer WHEN 'business' THEN discount_cents
      - (discount_cents::bigint * refunded_cents + price_cents - 1) / price_cents ELSE 0 END, 0) AS cents) due
  CROSS JOIN LATERAL (
    SELECT sum(CASE WHEN reverses IS NULL THEN amount_cents ELSE -amount_cents END) AS cents FROM provider_transfers moved
    WHERE moved.order_id = orders.id AND moved.role = 'seller' AND moved.state = 'made'
      AND NOT EXISTS (SELECT FROM provider_transfers earlier
        WHERE earlier.user_id = moved.user_id AND earlier.role = 'seller' AND earlier.account_ref = moved.account_ref
          AND earlier.reverses IS NULL AND earlier.created_at < users.handed_over_at)) own
  -- In the words of the index orders_to_transfer_net.
  WHERE seller_id = of_seller AND payout_way = 'stripe_connect'
    AND transferred_cents <> greatest(earning_cents + returned_quantity * (commission_cents / quantity) - refunded_cents
      - CASE discount_payer WHEN 'business' THEN discount_cents
        - (discount_cents::bigint * refunded_cents + price_cents - 1) / price_cents ELSE 0 END, 0)
$function$;

CREATE OR REPLACE FUNCTION public.found_business()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.handed_over_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF NEW.is_seller THEN
    INSERT INTO businesses (id, created_at, awaits_payout_account)
    VALUES (NEW.id, now(), coalesce((SELECT requires_account FROM payout_way), false)) ON CONFLICT DO NOTHING;
    INSERT INTO members (business_id, user_id, role, joined_at) VALUES (NEW.id, NEW.id, 'owner', now())
    ON CONFLICT DO NOTHING;
  END IF;
  UPDATE businesses SET is_selling = NEW.is_seller WHERE id = NEW.id AND is_selling <> NEW.is_seller;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_used_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.list_standbys()
 RETURNS TABLE(standby text, lag_bytes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(nullif(application_name, ''), 'standby') || coalesce(' ' || host(client_addr), ''),
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint
  FROM pg_stat_replication WHERE NOT pg_is_in_recovery() AND state IN ('streaming', 'catchup')
$function$;

CREATE OR REPLACE FUNCTION public.lock_ledger_account(locked_user_id integer, locked_kind text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT id FROM public.ledger_accounts WHERE user_id = locked_user_id AND account_kind = locked_kind FOR UPDATE
$function$;

CREATE OR REPLACE FUNCTION public.note_map_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO map_changes DEFAULT VALUES;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_off_sale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.state = 'active' THEN
    INSERT INTO off_sale_periods (product_id, began_at) VALUES (NEW.id, clock_timestamp())
    ON CONFLICT (product_id, began_at) DO UPDATE SET ended_at = NULL;
  ELSE
    UPDATE off_sale_periods SET ended_at = greatest(began_at, clock_timestamp())
    WHERE product_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO ledger_record_changes (payment_id)
  SELECT DISTINCT payment_id FROM (
    SELECT coalesce(changed ->> 'payment_id', changed ->> 'id')::integer AS payment_id
    FROM unnest(ARRAY[to_jsonb(OLD), to_jsonb(NEW)]) AS changed) AS changes
  WHERE payment_id IS NOT NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_build_array(-NEW.id))::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_devices_of_sale_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_agg(-id))::text)
  FROM devices WHERE sale_place_id = NEW.id AND token_hash IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_draw()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('stock', json_build_object('product_id', NEW.product_id)::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_ended_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Expired ones are deleted at night, all at once: one notification instead of thousands.
  IF (SELECT count(*) FROM ended) > 100 THEN
    PERFORM pg_notify('tokens', '{}');
  ELSE
    PERFORM pg_notify('tokens', json_build_object('ids', json_agg(id))::text) FROM ended HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed allocation_entries := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF TG_OP = 'DELETE' AND OLD.ended_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('stock', json_build_object('product_id', changed.product_id)::text);
  PERFORM pg_notify('entries', json_build_object('user_id', changed.user_id, 'product_id', changed.product_id,
    'slot_id', changed.slot_id)::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_members_of_business()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_agg(id))::text)
  FROM (
    SELECT tokens.id FROM members JOIN tokens ON tokens.user_id = members.user_id WHERE members.business_id = NEW.id
    UNION ALL
    SELECT -devices.id FROM devices WHERE devices.business_id = NEW.id AND devices.token_hash IS NOT NULL
  ) AS sessions HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('tokens', json_build_object('ids', json_agg(id))::text)
  FROM tokens WHERE user_id = OLD.user_id HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_new_slots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- The nightly generation inserts slots of all products: one notification instead of a million.
  IF (SELECT count(*) FROM added) > 100 THEN
    PERFORM pg_notify('stock', '{}');
  ELSE
    PERFORM pg_notify('stock', json_build_object('product_id', product_id, 'slot_id', id, 'left', units_left)::text)
      FROM added;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'buyer_id', NEW.user_id,
    'order_id', NEW.id, 'sale_place_id', NEW.sale_place_id, 'state', NEW.state, 'changed_table', TG_TABLE_NAME,
    'operation', TG_OP)::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_passed_on_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('holds', json_build_object('user_id', NEW.user_id, 'product_id', NEW.product_id,
    'slot_id', NEW.slot_id)::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('stock', json_build_object('product_id', NEW.id, 'slot_id', NULL, 'left', NULL)::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('orders', json_build_object('seller_id', NEW.seller_id, 'buyer_id', user_id,
    'order_id', NEW.order_id, 'sale_place_id', sale_place_id, 'state', state, 'changed_table', TG_TABLE_NAME,
    'operation', TG_OP)::text)
    FROM orders WHERE id = NEW.order_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.notify_slot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('stock',
    json_build_object('product_id', NEW.product_id, 'slot_id', NEW.id, 'left', NEW.units_left)::text);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  closed_id bigint;
BEGIN
  SELECT min(transaction_id) INTO closed_id FROM added;
  IF closed_id <= (SELECT max(last_transaction_id) FROM ledger_closed_months) THEN
    RAISE EXCEPTION 'the month of ledger transaction % is closed', closed_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.schedule_new_slot_checks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO back_on_sale_checks (product_id, slot_id) SELECT product_id, id FROM added WHERE units_left = 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.schedule_product_check()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO back_on_sale_checks AS checks (product_id, is_first_sale) VALUES (NEW.id, OLD.state = 'draft')
    ON CONFLICT (product_id, slot_id) DO UPDATE SET is_first_sale = checks.is_first_sale AND EXCLUDED.is_first_sale;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.schedule_slot_check()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO back_on_sale_checks (product_id, slot_id) VALUES (NEW.product_id, NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.set_product_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT seller_id INTO NEW.seller_id FROM sale_places WHERE id = NEW.sale_place_id;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.stamp_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.at := clock_timestamp();
  RETURN NEW;
END $function$;

CREATE TRIGGER activity_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.activity FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER affiliate_credits_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.affiliate_credits FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER allocation_entries_notify AFTER INSERT OR DELETE OR UPDATE OF state, rank ON public.allocation_entries FOR EACH ROW EXECUTE FUNCTION notify_entry();

CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON public.audit_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

CREATE TRIGGER audit_entries_stamp BEFORE INSERT ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION stamp_audit_entry();

CREATE TRIGGER businesses_notify_members AFTER UPDATE OF is_selling, suspended_at, suspended_by_block ON public.businesses FOR EACH ROW WHEN ((((old.is_selling IS DISTINCT FROM new.is_selling) OR (old.suspended_at IS DISTINCT FROM new.suspended_at)) OR (old.suspended_by_block IS DISTINCT FROM new.suspended_by_block))) EXECUTE FUNCTION notify_members_of_business();

CREATE TRIGGER devices_notify AFTER UPDATE OF token_hash ON public.devices FOR EACH ROW WHEN ((old.token_hash IS DISTINCT FROM new.token_hash)) EXECUTE FUNCTION notify_device();

CREATE TRIGGER disputes_note_record_change AFTER INSERT OR DELETE OR UPDATE OF payment_id, withdrawn_cents ON public.disputes FOR EACH ROW EXECUTE FUNCTION note_record_change();

CREATE TRIGGER draws_notify AFTER INSERT OR UPDATE OF state ON public.draws FOR EACH ROW EXECUTE FUNCTION notify_draw();

CREATE TRIGGER ledger_accounts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER ledger_closed_balances_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_closed_balances FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER ledger_closed_months_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_closed_months FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();

CREATE TRIGGER ledger_entries_refuse_closed_month AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();

CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON public.ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();

CREATE TRIGGER legal_text_acceptances_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.legal_text_acceptances FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER members_notify AFTER DELETE OR UPDATE OF role, has_all_sale_places ON public.members FOR EACH ROW EXECUTE FUNCTION notify_membership();

CREATE TRIGGER orders_note_record_change AFTER UPDATE OF payment_id, user_id, seller_id, price_cents, commission_cents, earning_cents, refunded_cents, quantity, returned_quantity, credit_cents, discount_cents, discount_payer ON public.orders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION note_record_change();

CREATE TRIGGER orders_notify AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.state = 'paid'::text)) EXECUTE FUNCTION notify_order();

CREATE TRIGGER orders_notify_change AFTER UPDATE OF state, refunded_cents ON public.orders FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_order();

CREATE TRIGGER orders_notify_invoice AFTER UPDATE OF invoice_name, invoice_tax_number ON public.orders FOR EACH ROW WHEN (((old.invoice_name IS DISTINCT FROM new.invoice_name) OR (old.invoice_tax_number IS DISTINCT FROM new.invoice_tax_number))) EXECUTE FUNCTION notify_order();

CREATE TRIGGER payments_note_record_change AFTER UPDATE OF amount_cents, user_id, state ON public.payments FOR EACH ROW WHEN (((old.state <> 'pending'::text) AND ((old.amount_cents <> new.amount_cents) OR (old.user_id <> new.user_id) OR ((old.state = ANY (ARRAY['paid'::text, 'refund_due'::text, 'refunded'::text])) <> (new.state = ANY (ARRAY['paid'::text, 'refund_due'::text, 'refunded'::text])))))) EXECUTE FUNCTION note_record_change();

CREATE TRIGGER payments_notify_passed_on AFTER UPDATE OF is_passed_on ON public.payments FOR EACH ROW WHEN ((new.is_passed_on AND (NOT old.is_passed_on))) EXECUTE FUNCTION notify_passed_on_hold();

CREATE TRIGGER pickup_slots_note_map_change AFTER UPDATE OF closed, ends_at ON public.pickup_slots FOR EACH ROW WHEN (((old.closed IS DISTINCT FROM new.closed) OR (old.ends_at IS DISTINCT FROM new.ends_at))) EXECUTE FUNCTION note_map_change();

CREATE TRIGGER pickup_slots_note_map_insert AFTER INSERT ON public.pickup_slots FOR EACH STATEMENT EXECUTE FUNCTION note_map_change();

CREATE TRIGGER pickup_slots_notify AFTER UPDATE OF units_left, quantity, closed, starts_at, ends_at, allocation ON public.pickup_slots FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_slot();

CREATE TRIGGER pickup_slots_notify_new AFTER INSERT ON public.pickup_slots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notify_new_slots();

CREATE TRIGGER pickup_slots_schedule_check AFTER UPDATE OF units_left, closed, allocation ON public.pickup_slots FOR EACH ROW WHEN (((NOT new.closed) AND (old.closed OR ((old.units_left = 0) <> (new.units_left = 0)) OR (old.allocation <> new.allocation)))) EXECUTE FUNCTION schedule_slot_check();

CREATE TRIGGER pickup_slots_schedule_new_checks AFTER INSERT ON public.pickup_slots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION schedule_new_slot_checks();

CREATE TRIGGER product_types_keep_used AFTER DELETE OR UPDATE OF id ON public.product_types FOR EACH ROW EXECUTE FUNCTION keep_used_type('products');

CREATE TRIGGER products_note_map_change AFTER UPDATE OF state, price_cents, type_ids, sale_place_id ON public.products FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR (old.price_cents IS DISTINCT FROM new.price_cents) OR (old.type_ids IS DISTINCT FROM new.type_ids) OR (old.sale_place_id IS DISTINCT FROM new.sale_place_id))) EXECUTE FUNCTION note_map_change();

CREATE TRIGGER products_note_map_insert AFTER INSERT ON public.products FOR EACH STATEMENT EXECUTE FUNCTION note_map_change();

CREATE TRIGGER products_note_off_sale AFTER UPDATE OF state ON public.products FOR EACH ROW WHEN (((old.state = 'active'::text) <> (new.state = 'active'::text))) EXECUTE FUNCTION note_off_sale();

CREATE TRIGGER products_notify AFTER UPDATE OF state ON public.products FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION notify_product();

CREATE TRIGGER products_schedule_check AFTER UPDATE OF state ON public.products FOR EACH ROW WHEN (((old.state = ANY (ARRAY['draft'::text, 'paused'::text, 'closed'::text])) AND (new.state = 'active'::text))) EXECUTE FUNCTION schedule_product_check();

CREATE TRIGGER products_set_seller BEFORE INSERT OR UPDATE OF sale_place_id, seller_id ON public.products FOR EACH ROW EXECUTE FUNCTION set_product_seller();

CREATE TRIGGER products_types_exist_insert AFTER INSERT ON public.products FOR EACH ROW EXECUTE FUNCTION check_types_exist('product_types');

CREATE TRIGGER products_types_exist_update AFTER UPDATE OF type_ids ON public.products FOR EACH ROW WHEN ((old.type_ids IS DISTINCT FROM new.type_ids)) EXECUTE FUNCTION check_types_exist('product_types');

CREATE TRIGGER refund_transfers_note_record_change AFTER INSERT OR DELETE OR UPDATE OF payment_id, way, booked_cents ON public.refund_transfers FOR EACH ROW EXECUTE FUNCTION note_record_change();

CREATE TRIGGER reports_notify AFTER INSERT OR UPDATE OF answered_at, question_at, seller_message_at ON public.reports FOR EACH ROW EXECUTE FUNCTION notify_report();

CREATE TRIGGER sale_place_types_keep_used AFTER DELETE OR UPDATE OF id ON public.sale_place_types FOR EACH ROW EXECUTE FUNCTION keep_used_type('sale_places');

CREATE TRIGGER sale_places_note_map_change AFTER UPDATE OF latitude, longitude ON public.sale_places FOR EACH ROW WHEN (((old.latitude IS DISTINCT FROM new.latitude) OR (old.longitude IS DISTINCT FROM new.longitude))) EXECUTE FUNCTION note_map_change();

CREATE TRIGGER sale_places_notify_devices AFTER UPDATE OF removed_at ON public.sale_places FOR EACH ROW WHEN ((old.removed_at IS DISTINCT FROM new.removed_at)) EXECUTE FUNCTION notify_devices_of_sale_place();

CREATE TRIGGER sale_places_types_exist_insert AFTER INSERT ON public.sale_places FOR EACH ROW EXECUTE FUNCTION check_types_exist('sale_place_types');

CREATE TRIGGER sale_places_types_exist_update AFTER UPDATE OF type_ids ON public.sale_places FOR EACH ROW WHEN ((old.type_ids IS DISTINCT FROM new.type_ids)) EXECUTE FUNCTION check_types_exist('sale_place_types');

CREATE TRIGGER statement_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_entries FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statements FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

CREATE TRIGGER tokens_notify_end AFTER DELETE ON public.tokens REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_tokens();

CREATE TRIGGER users_found_business AFTER INSERT OR UPDATE OF is_seller ON public.users FOR EACH ROW EXECUTE FUNCTION found_business();

COMMENT ON TABLE activity IS 'Who did what in a business, for its owners and managers. Only added to.';

COMMENT ON COLUMN activity.invitation_id IS 'Of member_invitations, which has the address and is removed when it is answered or withdrawn.';

COMMENT ON COLUMN activity.name_id IS 'Of counter_names, who acted without an account; the name may be deleted by now.';

COMMENT ON COLUMN activity.new_values IS 'Numbers and codes, no words of persons: rows stay.';

COMMENT ON COLUMN activity.sent_at IS 'When a counter device sent what it had noted without a connection; null: noted when it happened.';

COMMENT ON COLUMN activity.subject_user_id IS 'The member whom it is about.';

COMMENT ON COLUMN activity.user_id IS 'Null: a device, or WoPack.';

COMMENT ON COLUMN affiliate_credits.hundredths IS 'Unit: a hundredth of a cent.';

COMMENT ON COLUMN affiliate_credits.transfer_cents IS 'What of the amount is transferred at the payment provider: the shares of orders that it pays.';

COMMENT ON COLUMN affiliate_shares.hundredths IS 'Unit: a hundredth of a cent.';

COMMENT ON COLUMN affiliate_shares.quantity IS 'Units that hundredths and price_cents are of.';

COMMENT ON COLUMN affiliate_shares.restorations IS 'How often the sale of the order had been restored before.';

COMMENT ON COLUMN affiliate_shares.returned_quantity IS 'Of a negative share: units of the order given back in all, this one included.';

COMMENT ON TABLE allocation_entries IS 'Who takes part in a draw or waits for a unit: the line of a slot is ordered by rank in its draw, then by position.';

COMMENT ON COLUMN allocation_entries.card_fingerprint IS 'Of the card that pays a win; no other winner of the draw may use it.';

COMMENT ON COLUMN allocation_entries.is_first IS 'In a waitlist before all others, after a late cancellation by the seller.';

COMMENT ON COLUMN allocation_entries.notified_off_sale_at IS 'When the waiting user was told that the product is off sale at present.';

COMMENT ON COLUMN allocation_entries.price_cents IS 'Shown when the user entered or joined: the most that the unit is offered for.';

COMMENT ON COLUMN allocation_entries.user_id IS 'Null once the user is erased: the published list of a draw stays.';

COMMENT ON TABLE audit_chain IS 'Written by a trigger alone: the application has no right to.';

COMMENT ON COLUMN audit_chain.hash IS 'SHA-256 of the hash before it (none for the first) and the content of the entry.';

COMMENT ON COLUMN audit_entries.operator_id IS 'Null: a command on the server.';

COMMENT ON TABLE back_on_sale_checks IS 'Changes after which a product may be on sale or back on sale, until the offers module has looked at them.';

COMMENT ON COLUMN back_on_sale_checks.is_first_sale IS 'On sale for the first time: back on sale for nobody.';

COMMENT ON COLUMN backups.size_bytes IS 'Of the file; null for those of earlier versions.';

COMMENT ON TABLE businesses IS 'Who sells. The id is that of the user who founded it.';

COMMENT ON COLUMN businesses.awaits_payout_account IS 'Nothing of it is on sale: the provider has yet to verify it, or lacks what it asked for (PAYOUT_WAY).';

COMMENT ON COLUMN businesses.ends_at IS 'From when an operator works with it no more: said 30 days ahead. Then it is suspended.';

COMMENT ON COLUMN businesses.suspended_at IS 'Since when an operator keeps everything of the business off sale and out of sight.';

COMMENT ON COLUMN businesses.suspended_by_block IS 'The suspension came with the block of its only owner, or of its founder, and ends with it; false for one of its own.';

COMMENT ON COLUMN commission_invoice_tries.words IS 'Of the service.';

COMMENT ON TABLE commission_invoices IS 'Recorded with the statement, sent by a job.';

COMMENT ON COLUMN commission_invoices.amount_cents IS 'With VAT.';

COMMENT ON COLUMN commission_invoices.credits IS 'The invoice that a credit note gives back; null as long as there is none to credit.';

COMMENT ON COLUMN commission_invoices.customer IS 'As the statement names them; when it is tried again after a failure, as the business is then. Of a credit note: that of its invoice.';

COMMENT ON COLUMN commission_invoices.document_ref IS 'Of the document at the service.';

COMMENT ON COLUMN commission_invoices.file_tries IS 'How often its PDF was asked for.';

COMMENT ON COLUMN commission_invoices.is_reversal IS 'The statement of the invoice was corrected: nothing of it stays.';

COMMENT ON COLUMN commission_invoices.next_try_at IS 'Of an issued one: when its PDF is fetched. Null: nothing is to be done.';

COMMENT ON COLUMN commission_invoices.number IS 'Of the service, or of whoever issued it by hand.';

COMMENT ON COLUMN commission_invoices.reference IS 'Ours, by which the service finds the document.';

COMMENT ON COLUMN commission_invoices.service IS 'By which it is issued; of a credit note: that of its invoice.';

COMMENT ON COLUMN commission_invoices.state IS 'sent: the service is being asked, or the process ended while it was. by_hand: an operator issued it otherwise. replaced: nothing was issued, and nothing will be, since the statement was corrected.';

COMMENT ON COLUMN commission_invoices.troubled_since IS 'Since when it is failed or its outcome unknown.';

COMMENT ON COLUMN content_reports.subject_id IS 'Product (also of a photo), user, or order of a review or of the reply to it.';

COMMENT ON TABLE counter_names IS 'Who stands at the counter of a sale place without an account, as the business calls them.';

COMMENT ON TABLE credit_grants IS 'Credit of buyers, never paid out. What is neither left, on hold, used nor ended does not exist: amount = left + uses not returned + ended.';

COMMENT ON COLUMN credit_grants.end_noticed_at IS 'When its owner was told that it ends soon; null: not yet.';

COMMENT ON COLUMN credit_grants.ended_cents IS 'What ended unused and went back to who paid it.';

COMMENT ON COLUMN credit_grants.left_cents IS 'What can be used: neither on hold nor used nor ended.';

COMMENT ON COLUMN credit_grants.note IS 'Shown to the buyer.';

COMMENT ON COLUMN credit_grants.seller_id IS 'The business that pays it out of its earnings. Null: the operator pays.';

COMMENT ON TABLE credit_uses IS 'Credit of which grants pays a hold or has paid an order. Rows of a hold that ends unpaid are deleted.';

COMMENT ON COLUMN credit_uses.returned_cents IS 'Given back to the grant by refunds of the order.';

COMMENT ON TABLE decisions IS 'Statements of reasons: one for each person whom a decision of an operator concerns.';

COMMENT ON COLUMN decisions.decided_alone IS 'By an operator whom it concerns, because nobody else could.';

COMMENT ON COLUMN decisions.email IS 'Of a reporter without an account.';

COMMENT ON COLUMN decisions.objection_decided_alone IS 'By an operator whom it concerns or who decided first, because nobody else could.';

COMMENT ON TABLE devices IS 'Tablets and phones at the counter of a sale place, with rights of their own.';

COMMENT ON COLUMN devices.asks_name IS 'Whoever is at the counter chooses their name before they hand out.';

COMMENT ON COLUMN devices.code_part_hash IS 'Of the first characters, by which a wrong code is counted; null without a code.';

COMMENT ON COLUMN devices.code_wrong_tries IS 'Since the newest code was made; the fifth ends it.';

COMMENT ON COLUMN devices.last_used_at IS 'To the minute.';

COMMENT ON TABLE discount_code_addresses IS 'Keyed hashes of the addresses a code is for (employer, municipality).';

COMMENT ON TABLE discount_code_sale_places IS 'Where a code holds; without rows it holds everywhere its payer may.';

COMMENT ON TABLE discount_code_types IS 'For which types of products a code holds; without rows for all.';

COMMENT ON COLUMN discount_codes.budget_cents IS 'No use begins that would exceed it. Null: no limit.';

COMMENT ON COLUMN discount_codes.credit_days IS 'How long credit from it lasts. Null: it has no end.';

COMMENT ON COLUMN discount_codes.effect IS 'amount, percent: taken off a price; credit: given to whoever enters it in their account.';

COMMENT ON COLUMN discount_codes.name IS 'For whoever manages it; buyers do not see it.';

COMMENT ON COLUMN discount_codes.seller_id IS 'The business that made it and pays it, for its own products. Null: the operator pays.';

COMMENT ON COLUMN discount_codes.used_cents IS 'Of these uses.';

COMMENT ON COLUMN discount_codes.used_count IS 'Uses, those of unpaid holds included.';

COMMENT ON TABLE discount_uses IS 'Uses of codes by holds, orders and credit. Rows of a hold that ends unpaid, and of an order that is cancelled whole, are deleted: the use is free again.';

COMMENT ON COLUMN disputes.is_refundable IS 'Whether the payment may be refunded while the dispute is open: an inquiry, of which nothing was withdrawn.';

COMMENT ON COLUMN draws.sealed_seed IS 'The seed, encrypted: until it is drawn nobody reads it from the database or a backup.';

COMMENT ON COLUMN draws.seed IS 'Published when drawn.';

COMMENT ON TABLE earning_holds IS 'Payments whose earning is not paid out for now, because a dispute is open.';

COMMENT ON TABLE forecast_runs IS 'When the forecast of a product was worked out, and how far it would have been off in the last eight weeks.';

COMMENT ON COLUMN forecast_runs.average_error IS 'The same of the plain average of the weekday.';

COMMENT ON COLUMN forecast_runs.bought_average_error IS 'The same of the plain average of the weekday.';

COMMENT ON COLUMN forecast_runs.bought_error IS 'Packs a day between the forecast and what was bought; of a date that sold out, what was bought at least.';

COMMENT ON COLUMN forecast_runs.mean_error IS 'Packs a day between the forecast and what was left over.';

COMMENT ON COLUMN forecast_runs.own_numbers IS 'Dates of the last eight weeks whose number was published by itself: it was the forecast, which is not compared with itself.';

COMMENT ON TABLE forecasts IS 'Of the week ahead; replaced every night.';

COMMENT ON COLUMN forecasts.bought IS 'Packs that would be bought if there were enough.';

COMMENT ON COLUMN forecasts.left_over IS 'Packs there will be to sell; in 8 of 10 cases from low to high.';

COMMENT ON COLUMN forecasts.like_days IS 'The last dates with the same weekday, at most eight.';

COMMENT ON COLUMN forecasts.waited IS 'People who waited or entered on these dates and got none.';

COMMENT ON TABLE former_legal_identities IS 'Of founders who handed their business over. The id is that of the founder and of the business.';

COMMENT ON COLUMN former_legal_identities.country IS 'Null of a founder whose account was deleted before they entered a legal identity.';

COMMENT ON COLUMN former_legal_identities.iban IS 'For the report to tax authorities alone: nothing is paid to it.';

COMMENT ON TABLE friend_links IS 'Links by which buyers hand an order to somebody without an account.';

COMMENT ON COLUMN friend_links.ends_at IS 'When the pickup window ends.';

COMMENT ON COLUMN friend_links.key_hash IS 'Of the key in the fragment of the link, which is stored nowhere.';

COMMENT ON COLUMN friend_links.opened_at IS 'When the order got the PIN that only this link shows.';

COMMENT ON COLUMN friend_links.taken_back_at IS 'Or when another link replaced it.';

COMMENT ON TABLE hand_out_conflicts IS 'Hand-outs that a device made without a connection, and that the order did not allow when they arrived.';

COMMENT ON COLUMN hand_out_conflicts.handed_out_at IS 'By the counter, at the latest when it arrived.';

COMMENT ON COLUMN hand_out_conflicts.seen_at IS 'When an owner or manager said that it is dealt with.';

COMMENT ON COLUMN installation.reference_prefix IS 'Begins the references of its documents at an invoicing service.';

COMMENT ON COLUMN invoicing_tokens.renewed_by_then IS 'Until then one process is renewing them, and the others wait.';

COMMENT ON COLUMN invoicing_tokens.tokens IS 'Encrypted.';

COMMENT ON COLUMN last_writes.lsn IS 'WAL position that a replica must have reached before this user reads from it.';

COMMENT ON TABLE launch_checks IS 'What an operator must be able to show before the town opens, as it was when it was last checked.';

COMMENT ON COLUMN launch_checks.finding IS 'Key of the reason, its values, and where to look.';

COMMENT ON TABLE ledger_closed_balances IS 'Sums of the entries of each account in a closed month.';

COMMENT ON COLUMN ledger_closed_months.last_transaction_id IS 'No entry is added to it or a transaction before it.';

COMMENT ON TABLE ledger_record_changes IS 'Payments of which something that the books must agree with has changed since all was compared.';

COMMENT ON COLUMN ledger_transactions.credit_end_number IS 'Counts the postings of credit that ends, from 1: credit that was returned later may end again.';

COMMENT ON COLUMN ledger_transactions.credit_month IS 'Its first day.';

COMMENT ON COLUMN ledger_transactions.dispute_posting_number IS 'Counts the postings of a dispute, from 1.';

COMMENT ON COLUMN ledger_transactions.note IS 'Names an adjustment, which no row of another table explains.';

COMMENT ON COLUMN ledger_transactions.provider_payout_posting_number IS 'Counts the postings of a payout by the provider, from 1.';

COMMENT ON COLUMN ledger_transactions.refund_posting_number IS 'Counts the postings of a transfer of a refund, from 1.';

COMMENT ON COLUMN ledger_transactions.refunded_total_cents IS 'What the buyer has back of the order in all.';

COMMENT ON COLUMN ledger_transactions.restorations IS 'Of what takes a sale back: how often the sale had been restored before. Of a restored sale: this time included.';

COMMENT ON COLUMN legal_identities.verified_at IS 'When an operator checked it; null again after a change.';

COMMENT ON TABLE legal_text_notices IS 'Who was notified of a planned version, once.';

COMMENT ON TABLE legal_text_versions IS 'From when each version of a legal text holds. The texts are files of the web app.';

COMMENT ON COLUMN legal_text_versions.announced_at IS 'Since when users are notified of it; that of a change without substance, or of a first version, when it began.';

COMMENT ON COLUMN legal_text_versions.version IS 'Names the version: the day it was written.';

COMMENT ON COLUMN login_codes.hash IS 'Null: the mail with the code was not sent yet.';

COMMENT ON COLUMN mail_failures.mail IS 'Null: the mail had expired.';

COMMENT ON COLUMN map_cell_state.valid_until IS 'End of the last window of the product that leaves the map first.';

COMMENT ON TABLE map_changes IS 'Changes of what the clusters of the map count, since they were calculated.';

COMMENT ON TABLE member_invitations IS 'Open ones: an answered one is deleted.';

COMMENT ON COLUMN member_invitations.key_hash IS 'Null until the mail is sent, which alone has the key.';

COMMENT ON COLUMN member_notification_settings.sale_place_ids IS 'Null: all of the member, also later ones.';

COMMENT ON COLUMN member_notification_settings.stock_question IS 'Null: by the role.';

COMMENT ON COLUMN members.last_seen_at IS 'Of the last call for the business, to five minutes; not of what they do on WoPack else.';

COMMENT ON COLUMN notification_settings.asks_value IS 'Whether the user is asked after a pickup if the pack was worth what was promised.';

COMMENT ON COLUMN off_sale_periods.ended_at IS 'Null while the product is off sale.';

COMMENT ON COLUMN operator_sessions.confirmed_at IS 'Last confirmation of the second factor.';

COMMENT ON COLUMN operator_sessions.credentials_version IS 'Of the user when it was entered.';

COMMENT ON COLUMN operator_sessions.token_id IS 'The sign-in it was entered with.';

COMMENT ON COLUMN operators.credit_day IS 'The last day, in the operator''s time zone, on which this one gave credit. Null: none yet.';

COMMENT ON COLUMN operators.credit_day_cents IS 'Of that day.';

COMMENT ON COLUMN operators.enrolment_hash IS 'Of the key by which the second factor is set up once. Null until the mail with the key is rendered, and when it is not to be set up.';

COMMENT ON COLUMN operators.last_totp_step IS 'Thirty-second step of the last accepted code; a code is accepted once.';

COMMENT ON COLUMN operators.totp_secret IS 'Encrypted. Null: not set up.';

COMMENT ON COLUMN order_refunds.decided_by IS 'provider: on the pages of the payment provider; bank: by a lost dispute.';

COMMENT ON COLUMN order_refunds.ground IS 'What an operator chose of the list; null where nobody chose one.';

COMMENT ON COLUMN order_refunds.restorations IS 'How often the sale of the order had been restored before.';

COMMENT ON COLUMN order_refunds.restored_at IS 'When the sale was restored, which this refund had taken back.';

COMMENT ON COLUMN order_refunds.units IS 'Units that were given back by it singly.';

COMMENT ON COLUMN orders.cancel_reason_language IS 'Of the words in cancel_reason; null: not stated, as before.';

COMMENT ON COLUMN orders.cancelled_quantity IS 'Of returned_quantity, units that went back to the slot.';

COMMENT ON COLUMN orders.credit_cents IS 'Part of the price that the buyer''s credit paid. Like price_cents it never changes: what of it went back follows from refunded_cents.';

COMMENT ON COLUMN orders.discount_cents IS 'Part of the price that a discount code took off; the payer gets it back in proportion.';

COMMENT ON COLUMN orders.discount_payer IS 'Who pays the discount: business, out of its earning, or operator.';

COMMENT ON COLUMN orders.handed_out_by IS 'The member at the counter; null before members were there, or without an account.';

COMMENT ON COLUMN orders.handed_out_device_id IS 'The counter device, which may be deleted by now; null: an account, or a device before this was recorded.';

COMMENT ON COLUMN orders.handed_out_name_id IS 'Of counter_names, instead of a member; the name may be deleted by now.';

COMMENT ON COLUMN orders.handed_out_quantity IS 'Units handed out, once it is collected. Null: all that had not been given back.';

COMMENT ON COLUMN orders.invoice_given_at IS 'When the buyer gave or changed name and tax number.';

COMMENT ON COLUMN orders.is_perishable IS 'As of the purchase.';

COMMENT ON COLUMN orders.pin IS 'Encrypted.';

COMMENT ON COLUMN orders.pin_hash IS 'Keyed and with the sale place, to compare it.';

COMMENT ON COLUMN orders.quantity IS 'Units bought; price_cents, old_price_cents, commission_cents and earning_cents are for all of them and never change.';

COMMENT ON COLUMN orders.restorations IS 'How often its sale was restored after a bank took back what it had given the buyer.';

COMMENT ON COLUMN orders.returned_quantity IS 'Units that were given back singly while the order stands, with their part of commission, earning and shares. Giving back the last one ends the order by its state and is not counted here.';

COMMENT ON COLUMN orders.ticket_version IS 'Raised when the PIN changes: signed tickets of lower versions are void.';

COMMENT ON COLUMN orders.transferred_cents IS 'What of the earning is at the payment provider for the business: transferred, less what was reversed.';

COMMENT ON COLUMN orders.vat_percent IS 'That of the product alone; null: of the seller.';

COMMENT ON COLUMN orders.weight_grams IS 'Of one unit, as declared at the purchase.';

COMMENT ON COLUMN orders.withdrawn_at IS 'When the buyer withdrew from the contract.';

COMMENT ON COLUMN payment_customers.user_id IS 'Null: the account is erased, and the provider is still to delete the customer with its cards.';

COMMENT ON COLUMN payments.amount_cents IS 'Charged at the provider: the price of all units without credit_cents and discount_cents.';

COMMENT ON COLUMN payments.captures_later IS 'The card is authorised first and charged after its fingerprint was compared with those of other winners.';

COMMENT ON COLUMN payments.card_fingerprint IS 'Of an unpaid hold: mark of the card that was tried; of MB WAY the keyed hash of the phone, from when it is asked.';

COMMENT ON COLUMN payments.credit_cents IS 'Part of the price that credit pays; on hold or used, by credit_uses.';

COMMENT ON COLUMN payments.discount_cents IS 'Part of the price that a discount code takes off, by discount_uses.';

COMMENT ON COLUMN payments.discount_code_id IS 'Stays when the hold has ended: it may be paid late.';

COMMENT ON COLUMN payments.is_excused IS 'The hold ended through no fault of its buyer: the provider was away, or the slot was cancelled.';

COMMENT ON COLUMN payments.is_offer IS 'The hold was offered to somebody who won a draw or waited; the buyer did not ask for it.';

COMMENT ON COLUMN payments.is_passed_on IS 'The hold ended before its time, because its unit passed to a buyer with a verified address or an earlier order.';

COMMENT ON COLUMN payments.is_withdrawable IS 'The pack was said to keep when it was set aside: its buyer may withdraw, whatever becomes of the claim.';

COMMENT ON COLUMN payments.mb_way_requested_at IS 'Set while the intent is one of MB WAY: since when its buyer is asked to confirm it.';

COMMENT ON COLUMN payments.method IS 'As the provider says once it is paid.';

COMMENT ON COLUMN payments.network_hash IS 'Keyed hash of the network (IPv4 address or IPv6 /64) that asked for the hold, until it is paid or a day old.';

COMMENT ON COLUMN payments.phone_ending IS 'Last two digits of the phone that was asked by MB WAY.';

COMMENT ON COLUMN payments.quantity IS 'Units on hold, or paid; amount_cents is for all of them.';

COMMENT ON COLUMN payments.synced_at IS 'When a process last took the hold to ask its provider about it.';

COMMENT ON COLUMN payout_accounts.asked_at IS 'When the provider was asked for what is stored: an answer to an earlier question changes nothing.';

COMMENT ON COLUMN payout_accounts.attempt IS 'Part of the idempotency key; a definite refusal begins the next one.';

COMMENT ON COLUMN payout_accounts.bank_holder IS 'Holder of the bank account, as the payment provider names them.';

COMMENT ON COLUMN payout_accounts.deadline IS 'Until when it wants them.';

COMMENT ON COLUMN payout_accounts.ref IS 'Null: asked for, and the provider has not answered.';

COMMENT ON COLUMN payout_accounts.requirements IS 'What the provider lacks, in its own terms.';

COMMENT ON COLUMN payout_accounts.user_id IS 'Who is paid, as in the ledger: the id of a business, or a partner.';

COMMENT ON TABLE payout_holds IS 'Users to whom an operator makes no payouts for now.';

COMMENT ON TABLE payout_way IS 'How sellers are paid, as the server was last started with (PAYOUT_WAY).';

COMMENT ON COLUMN payouts.changed_by IS 'Operator of the last step; null: the server or a command.';

COMMENT ON COLUMN payouts.return_reference IS 'Of the bank, for a payout that was returned after it was confirmed.';

COMMENT ON COLUMN pickup_slots.allocation IS 'Who gets the units left: public: whoever buys first; planned: a draw opens when the slot goes on sale; draw: entries are open or being drawn; line: those who wait.';

COMMENT ON COLUMN pickup_slots.last_taken_at IS 'When the last unit was taken most recently: units may be added, or come back, after the first time.';

COMMENT ON COLUMN pickup_slots.taken_at IS 'When the last unit was taken for the first time.';

COMMENT ON COLUMN pin_attempts.failed_at IS 'Instants of recent wrong PINs, oldest first.';

COMMENT ON COLUMN place_claims.new_place_id IS 'The claimant''s, after the claim was approved.';

COMMENT ON COLUMN place_claims.owner_id IS 'Who had the sale place when it was claimed.';

COMMENT ON COLUMN place_followers.created_at IS 'Of the favourite.';

COMMENT ON COLUMN place_followers.sale_place_id IS 'The new seller''s.';

COMMENT ON COLUMN product_import_photos.content IS 'As it was sent; null once it is stored as an upload of the member, or refused.';

COMMENT ON COLUMN product_import_photos.content_hash IS 'SHA-256 of what was sent: equal photos are stored once.';

COMMENT ON COLUMN product_import_photos.path IS 'Of the upload.';

COMMENT ON COLUMN product_import_rows.cells IS 'Texts by column; an object with "formula" for a cell that has one.';

COMMENT ON COLUMN product_import_rows.errors IS 'Columns with keys of messages and their values.';

COMMENT ON COLUMN product_import_rows.failed_at IS 'When writing it was refused.';

COMMENT ON COLUMN product_import_rows.linked_count IS 'Products that change with the one of the row, because they are linked with it.';

COMMENT ON COLUMN product_import_rows.product_id IS 'What was written.';

COMMENT ON TABLE product_imports IS 'Tables of products that members check and write, of the last 7 days.';

COMMENT ON COLUMN product_imports.column_names IS 'By column: the name that the file has for it.';

COMMENT ON COLUMN product_imports.sale_place_ids IS 'That its rows name, or all that its maker has; null: all of the business.';

COMMENT ON TABLE product_texts IS 'Texts of a product in other languages than its own.';

COMMENT ON COLUMN product_texts.is_translated IS 'By the translation service; else written by the seller.';

COMMENT ON COLUMN product_types.icon IS 'Name of an image of the design system, one of `productTypeIcons`.';

COMMENT ON COLUMN products.awaits_allergens IS 'Off sale until allergens are named, because the operator asks for them (REQUIRE_ALLERGENS).';

COMMENT ON COLUMN products.draws_next IS 'Whether slots that are not on sale yet will be drawn: what `allocation` comes to.';

COMMENT ON COLUMN products.earth IS 'Position of its sale place, as the extension earthdistance stores one.';

COMMENT ON COLUMN products.is_free_of_allergens IS 'Its seller says that it contains none of the fourteen; without it, no allergens means that none were named.';

COMMENT ON COLUMN products.is_perishable IS 'False: nothing in it spoils quickly, so that its buyers may withdraw.';

COMMENT ON COLUMN products.is_vat_mixed IS 'Its contents have several rates: the till of the seller splits them.';

COMMENT ON COLUMN products.language IS 'Of name and description.';

COMMENT ON COLUMN products.link_id IS 'The same of products that are linked: one text, a row each. The id of the first linked copy, which no later link has.';

COMMENT ON COLUMN products.max_per_order IS 'Units that a buyer may take in one order.';

COMMENT ON COLUMN products.own_code IS 'What the seller calls it elsewhere, from an import.';

COMMENT ON COLUMN products.seller_id IS 'Of its sale place, written by a trigger: what orders refer to.';

COMMENT ON COLUMN products.translation_tried_at IS 'When the translation service was last asked; null since the text changed.';

COMMENT ON COLUMN products.weight_grams IS 'Of one unit, declared by the seller; null: not said.';

COMMENT ON TABLE provider_payouts IS 'What the payment provider paid out of the accounts of sellers and partners to their banks.';

COMMENT ON COLUMN provider_payouts.status IS 'failed: the money is in the account again.';

COMMENT ON TABLE provider_transfers IS 'Transfers to accounts of sellers and partners at the payment provider, and their reversals.';

COMMENT ON COLUMN provider_transfers.arrival_reference IS 'What the provider calls it in the account of the payee.';

COMMENT ON COLUMN provider_transfers.key_number IS 'Part of the idempotency key; a definite refusal begins the next one.';

COMMENT ON COLUMN provider_transfers.order_id IS 'Whose earning it is. What is reversed may have been transferred for another order of the business.';

COMMENT ON COLUMN provider_transfers.reverses IS 'The transfer that is reversed, as far as the amount.';

COMMENT ON COLUMN provider_transfers.state IS 'unknown: sent, and its answer has not come.';

COMMENT ON COLUMN provider_transfers.user_id IS 'Who is paid, as in the ledger: the id of a business, or a partner.';

COMMENT ON COLUMN ratings.translation_tried_at IS 'Of its text, or the reply to it.';

COMMENT ON TABLE reconciliations IS 'Results of comparing the ledger with the records behind it, and payments with the provider.';

COMMENT ON TABLE recoveries IS 'Each time that the database was taken back to an earlier moment; while one is not confirmed, WoPack sends nothing.';

COMMENT ON TABLE refund_transfers IS 'Ways in which money of a refund went back: a refund at the provider, a lost dispute, or a transfer by the operator.';

COMMENT ON COLUMN refund_transfers.booked_cents IS 'What of it the ledger has posted.';

COMMENT ON COLUMN refund_transfers.reference IS 'Of the refund or dispute at the provider, or of the bank transfer.';

COMMENT ON TABLE refunds IS 'Money that a buyer gets back of a payment, in one state of its way there.';

COMMENT ON COLUMN refunds.changed_by IS 'Operator of the last step; null: nobody of the console.';

COMMENT ON COLUMN refunds.error IS 'Last error of the provider.';

COMMENT ON COLUMN refunds.key_number IS 'Part of the idempotency key: counts definite refusals and repetitions by the operator.';

COMMENT ON COLUMN refunds.next_attempt_at IS 'Null: due now.';

COMMENT ON COLUMN refunds.noted_reference IS 'Of a bank transfer that waits to be confirmed by another operator.';

COMMENT ON COLUMN refunds.state IS 'queued: to be sent, or sent without an answer yet; waiting: for the end of a dispute; sent: the provider has it; failed: the bank returned it to the provider; refused: the provider refuses it; settled: the operator paid it otherwise; disputed: the bank gave it back after a dispute.';

COMMENT ON COLUMN refunds.stuck_at IS 'When the operator was alerted.';

COMMENT ON TABLE report_messages IS 'Between operator and seller; the buyer does not read them.';

COMMENT ON COLUMN reports.question_at IS 'Of the question to the seller that has no reply yet.';

COMMENT ON COLUMN reports.seller_message_at IS 'Of the last message of the seller.';

COMMENT ON COLUMN reports.translations IS 'Of the buyer''s words, by the translation service, by language.';

COMMENT ON TABLE restore_trials IS 'Each time that a backup was restored into a database of its own, to see that it can be.';

COMMENT ON TABLE sale_place_impacts IS 'What came of the collected orders of a sale place in a month, counted at night.';

COMMENT ON COLUMN sale_place_impacts.buyers IS 'Members of the business are none.';

COMMENT ON TABLE sale_place_towns IS 'The town of each sale place, worked out at night.';

COMMENT ON COLUMN sale_place_towns.latitude IS 'Of the sale place when its town was worked out.';

COMMENT ON COLUMN sale_place_towns.town_key IS 'Null: far from any.';

COMMENT ON COLUMN sale_places.cancelled_orders IS 'Of these, by its seller.';

COMMENT ON COLUMN sale_places.counted_orders IS 'Of the last 100 that its seller kept or cancelled.';

COMMENT ON COLUMN sale_places.descriptions IS 'Descriptions in other languages, by language.';

COMMENT ON COLUMN sale_places.kept_orders IS 'Of these, less what cancellations count.';

COMMENT ON COLUMN sale_places.language IS 'Of the description.';

COMMENT ON COLUMN sandbox_account_links.opened_at IS 'Opened once; then it leads back for a new one.';

COMMENT ON TABLE sandbox_accounts IS 'Payout accounts of the sandbox.';

COMMENT ON COLUMN sandbox_accounts.outcome IS 'What was chosen on its page last; null: nothing so far.';

COMMENT ON TABLE sandbox_cards IS 'Cards that buyers keep in the sandbox. One counts when the intent that it was typed in for is paid.';

COMMENT ON COLUMN sandbox_cards.default_since IS 'When its buyer chose to pay by it by default; the newest choice of a customer holds.';

COMMENT ON COLUMN sandbox_intents.answer IS 'What the phone that was asked by MB WAY answers; ''none'': nothing in time.';

COMMENT ON COLUMN sandbox_intents.answers_at IS 'When it does; null: it has.';

COMMENT ON TABLE sandbox_payouts IS 'What the sandbox paid to the banks of accounts.';

COMMENT ON COLUMN sandbox_refunds.refund_id IS 'Metadata; null: made on the pages of the provider.';

COMMENT ON COLUMN saved_searches.avoided_allergens IS 'Data about health: only what the user asked to be told of.';

COMMENT ON COLUMN saved_searches.diets IS 'Data about health or belief: only what the user asked to be told of.';

COMMENT ON COLUMN saved_searches.earth IS 'Where it was searched, to about a kilometre, as the extension earthdistance stores it.';

COMMENT ON COLUMN saved_searches.has_unnamed IS 'With avoided allergens: what names none counts too.';

COMMENT ON COLUMN saved_searches.notified_at IS 'When the user was last told of something that matches.';

COMMENT ON COLUMN saved_searches.query IS 'What the text asks for, without its time; null without a text.';

COMMENT ON COLUMN saved_searches.text IS 'As typed; empty: a kind of pack only.';

COMMENT ON TABLE search_index_state IS 'how far products are indexed with the present search terms';

COMMENT ON COLUMN search_index_state.indexed_through IS 'last product indexed with this version; null when all are';

COMMENT ON COLUMN search_index_state.version IS 'of the search terms';

COMMENT ON TABLE seller_cancellations IS 'Orders that their seller did not keep: cancelled, or refunded instead of a late cancellation.';

COMMENT ON COLUMN seller_cancellations.first_until IS 'Until when the buyer is first in the next waitlist of the product; null: it was not late, or before this was promised.';

COMMENT ON COLUMN seller_cancellations.first_used_at IS 'When the buyer joined a waitlist as the first, which happens once.';

COMMENT ON COLUMN seller_cancellations.minutes_ahead IS 'From the cancellation to the beginning of the window; negative once it had begun.';

COMMENT ON COLUMN seller_quarters.is_former IS 'Sales of whoever handed the business over, unless they are the same taxpayer as its present owner.';

COMMENT ON COLUMN seller_quarters.orders IS 'Units sold less those given back.';

COMMENT ON COLUMN settled_months.last_entry_id IS 'Entries up to it that were effective by the end of the month are on statements, or wait for the next month.';

COMMENT ON TABLE slot_deletions IS 'How far ended slots have been looked at, to delete those in which nobody took part.';

COMMENT ON COLUMN slot_horizons.generated_through IS 'Last date for which slots were generated in this time zone.';

COMMENT ON TABLE slot_sums IS 'Units of the slots that begin in a quarter of an hour, as they stay once their windows are over.';

COMMENT ON COLUMN statements.is_former IS 'Of the sales from before the business was handed over, issued or corrected after it.';

COMMENT ON TABLE stock_question_settings IS 'Products whose seller is asked each day; without a row nobody is.';

COMMENT ON COLUMN stock_question_settings.asks_at IS 'At the sale place.';

COMMENT ON COLUMN stock_question_settings.next_at IS 'The next instant of asks_at, whether its date has a slot or not.';

COMMENT ON COLUMN stock_question_settings.publishes_itself IS 'The proposal is published then, and the seller is told of it.';

COMMENT ON TABLE stock_questions IS 'Slots whose seller was asked how many units there are; once a slot.';

COMMENT ON COLUMN stock_questions.answer IS 'All units of the slot, also those that were sold.';

COMMENT ON COLUMN stock_questions.promised IS 'Units of the slot when it was asked.';

COMMENT ON COLUMN stock_questions.proposal IS 'The forecast; null when there was none.';

COMMENT ON TABLE ticket_keys IS 'Generations of the key that signs tickets. It is derived from the secret key and the id.';

COMMENT ON COLUMN tokens.business_id IS 'The business that the member works for on this device; null: the first one.';

COMMENT ON TABLE town_impacts IS 'What came of the collected orders of a town in a month, counted at night.';

COMMENT ON COLUMN town_impacts.buyers_without_one IS 'Buyers left when the orders of one business are taken away, whichever leaves fewest.';

COMMENT ON TABLE towns IS 'Towns that sale places are in, as addresses of pages name them.';

COMMENT ON COLUMN towns.key IS 'Country and name: pt-lisboa.';

COMMENT ON COLUMN towns.name IS 'By language.';

COMMENT ON TABLE trust_nights IS 'Totals only, for the public page; written while TRUST_PAGE is on.';

COMMENT ON COLUMN trust_nights.accounts_cents IS 'Of the accounts whose balances were compared, by the books; null without any.';

COMMENT ON COLUMN trust_nights.at_provider_cents IS 'In accounts of sellers and partners at the provider.';

COMMENT ON COLUMN trust_nights.compared_at IS 'When the books were last compared with the records of the payment provider.';

COMMENT ON COLUMN trust_nights.difference_count IS 'Of the last comparisons, with the provider and of the books with the records behind them.';

COMMENT ON COLUMN trust_nights.held_cents IS 'What the operator has to have, at the provider and its bank, by the books.';

COMMENT ON COLUMN trust_nights.in_transit_cents IS 'Payouts by bank file that have not arrived.';

COMMENT ON COLUMN trust_nights.sellers_cents IS 'Owed to sellers; who owes WoPack does not lower it.';

COMMENT ON COLUMN trust_nights.taken_cents IS 'Charges less refunds of the compared days, by the books.';

COMMENT ON TABLE unsold_units IS 'Units that were offered by slots which were deleted, because nobody took part in them.';

COMMENT ON COLUMN unsold_units.units IS 'By day of the month.';

COMMENT ON COLUMN users.avoided_allergens IS 'Data about health: only what the user asked to be kept.';

COMMENT ON COLUMN users.blocked_at IS 'Since when an operator refuses to let the user sign in.';

COMMENT ON COLUMN users.credentials_version IS 'Raised when the credentials change: console sessions of a lower one have ended.';

COMMENT ON COLUMN users.diets IS 'Data about health or belief: only what the user asked to be kept.';

COMMENT ON COLUMN users.handed_over_at IS 'When the business that this user founded became that of its other owners: since then what is stored of a seller by this id is not theirs.';

COMMENT ON TABLE value_answers IS 'Whether a collected pack was worth what was promised. Buyer, product and sale place are those of the order.';

COMMENT ON COLUMN value_answers.answer IS 'Null: withdrawn, or of a deleted account.';

COMMENT ON COLUMN value_answers.hidden_at IS 'When an operator hid the example.';

COMMENT ON COLUMN value_answers.may_be_shown IS 'Its buyer lets the seller show the photo to everybody.';

COMMENT ON COLUMN value_answers.pinned_at IS 'When the seller chose the photo as an example.';

COMMENT ON TABLE value_proposals IS 'After three weeks in which too many got less than promised: a lower value of the product.';

COMMENT ON COLUMN value_proposals.answers IS 'People who answered in the three weeks, each once a week.';

COMMENT ON TABLE value_questions IS 'Orders whose buyers were asked by a notification, so that nobody is asked twice.';
