ALTER TABLE seller_quarters DROP CONSTRAINT seller_quarters_pkey,
  ADD CONSTRAINT seller_quarters_pkey PRIMARY KEY USING INDEX seller_quarters_by_owner;
