-- Accounts of sellers and partners at the payment provider, which pays their banks (PAYOUT_WAY=stripe_connect).
CREATE TABLE payout_accounts (
  user_id integer PRIMARY KEY REFERENCES users (id),
  provider text NOT NULL CONSTRAINT payout_accounts_provider_check CHECK (provider IN ('sandbox', 'stripe')),
  ref text UNIQUE,
  attempt integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'not_started'
    CONSTRAINT payout_accounts_state_check
    CHECK (state IN ('not_started', 'in_progress', 'needs_details', 'verified', 'restricted')),
  state_since timestamptz NOT NULL,
  requirements text[] NOT NULL DEFAULT '{}',
  disabled_reason text,
  deadline timestamptz,
  submitted_at timestamptz,
  first_verified_at timestamptz,
  payouts_enabled boolean NOT NULL DEFAULT false,
  transfers_enabled boolean NOT NULL DEFAULT false,
  bank_country text,
  bank_last4 text,
  payout_interval text,
  payout_anchor text,
  asked_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT payout_accounts_started_has_ref CHECK (state = 'not_started' OR ref IS NOT NULL),
  CONSTRAINT payout_accounts_verified_once CHECK (state <> 'verified' OR first_verified_at IS NOT NULL)
);
COMMENT ON COLUMN payout_accounts.user_id IS 'Who is paid, as in the ledger: the id of a business, or a partner.';
COMMENT ON COLUMN payout_accounts.ref IS 'Null: asked for, and the provider has not answered.';
COMMENT ON COLUMN payout_accounts.attempt IS 'Part of the idempotency key; a definite refusal begins the next one.';
COMMENT ON COLUMN payout_accounts.requirements IS 'What the provider lacks, in its own terms.';
COMMENT ON COLUMN payout_accounts.deadline IS 'Until when it wants them.';
COMMENT ON COLUMN payout_accounts.asked_at IS 'When the provider was asked for what is stored: an answer to an earlier question changes nothing.';
CREATE INDEX payout_accounts_deadline ON payout_accounts (deadline) WHERE deadline IS NOT NULL;

-- Off sale for want of a payout account. New businesses begin as the operator's setting has it.
CREATE TABLE payout_way (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT payout_way_is_only CHECK (is_only),
  requires_account boolean NOT NULL
);
COMMENT ON TABLE payout_way IS 'How sellers are paid, as the server was last started with (PAYOUT_WAY).';
INSERT INTO payout_way (requires_account) VALUES (false);

ALTER TABLE businesses ADD COLUMN awaits_payout_account boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN businesses.awaits_payout_account IS 'Nothing of it is on sale: the provider has yet to verify it, or lacks what it asked for (PAYOUT_WAY).';

CREATE OR REPLACE FUNCTION found_business() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

CREATE TABLE sandbox_accounts (
  ref text PRIMARY KEY,
  user_id integer NOT NULL UNIQUE,
  country text NOT NULL,
  kind text NOT NULL CONSTRAINT sandbox_accounts_kind_check CHECK (kind IN ('company', 'individual')),
  outcome text CONSTRAINT sandbox_accounts_outcome_check CHECK (outcome IN ('verified', 'needs_document', 'restricted')),
  deadline timestamptz,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE sandbox_accounts IS 'Payout accounts of the sandbox.';
COMMENT ON COLUMN sandbox_accounts.outcome IS 'What was chosen on its page last; null: nothing so far.';
CREATE TABLE sandbox_account_links (
  token text PRIMARY KEY,
  account_ref text NOT NULL,
  return_url text NOT NULL,
  refresh_url text NOT NULL,
  opened_at timestamptz,
  expires_at timestamptz NOT NULL
);
COMMENT ON COLUMN sandbox_account_links.opened_at IS 'Opened once; then it leads back for a new one.';
CREATE INDEX sandbox_account_links_expires_at ON sandbox_account_links (expires_at);
