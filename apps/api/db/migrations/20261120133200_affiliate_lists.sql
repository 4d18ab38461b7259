-- The lines of one credit, however many a partner has.
CREATE INDEX affiliate_shares_credit ON affiliate_shares (partner_id, credit_month, id DESC)
  WHERE credit_month IS NOT NULL;
