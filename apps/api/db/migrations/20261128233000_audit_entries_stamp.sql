-- The time of an entry of the audit log is the database's, whatever is inserted. Its id is not for the application either:
-- its role has no right to insert the column (prepare-database.ts).
CREATE FUNCTION stamp_audit_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entries_stamp BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION stamp_audit_entry();

-- No mode of a session leaves them out. A restore, which inserts entries as they were, turns them off by name.
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_stamp;
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_chain;
ALTER TABLE affiliate_credits ENABLE ALWAYS TRIGGER affiliate_credits_append_only;
