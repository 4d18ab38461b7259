-- Each entry of the audit log has a hash of its content and of the hash before it, so that a change by whoever may change
-- rows shows. In a table of its own and at the end of the transaction: the lock that puts entries in order is then the last
-- one that the transaction takes, and is kept only while it is being committed.
CREATE TABLE audit_chain (
  position bigint PRIMARY KEY,
  entry_id bigint NOT NULL UNIQUE REFERENCES audit_entries (id),
  hash bytea NOT NULL
);
COMMENT ON TABLE audit_chain IS 'Written by a trigger alone: the application has no right to.';
COMMENT ON COLUMN audit_chain.hash IS 'SHA-256 of the hash before it (none for the first) and the content of the entry.';

-- A copy of this expression checks the chain: audit-chain.queries.ts.
CREATE FUNCTION build_audit_content(entry audit_entries) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT convert_to(jsonb_build_array(entry.id, (extract(epoch FROM entry.at) * 1000000)::bigint, entry.operator_id,
    entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason, entry.request_id)::text,
    'UTF8')
$$;

-- By the rights of the owner of the table.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
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
END $$;
REVOKE EXECUTE ON FUNCTION chain_audit_entry() FROM PUBLIC;

DO $$
DECLARE
  entry audit_entries;
  last_position bigint := 0;
  last_hash bytea := '';
BEGIN
  FOR entry IN SELECT * FROM audit_entries ORDER BY id LOOP
    last_position := last_position + 1;
    last_hash := sha256(last_hash || build_audit_content(entry));
    INSERT INTO audit_chain (position, entry_id, hash) VALUES (last_position, entry.id, last_hash);
  END LOOP;
END $$;

CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
ALTER TABLE audit_chain ENABLE ALWAYS TRIGGER audit_chain_append_only;
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
