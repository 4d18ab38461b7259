-- A user's payments in order, for the export of the account.
CREATE INDEX payments_user_id ON payments (user_id, id);
