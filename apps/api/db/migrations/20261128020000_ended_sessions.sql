-- What ends a sign-in ends what was opened with it: its console sessions by the reference, its live streams by the
-- notification. Console sessions of before are entered again.
ALTER TABLE users ADD COLUMN credentials_version integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN users.credentials_version IS 'Raised when the credentials change: console sessions of a lower one have ended.';

DELETE FROM operator_sessions;
ALTER TABLE operator_sessions
  ADD COLUMN token_id integer NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
  ADD COLUMN credentials_version integer NOT NULL;
COMMENT ON COLUMN operator_sessions.token_id IS 'The sign-in it was entered with.';
COMMENT ON COLUMN operator_sessions.credentials_version IS 'Of the user when it was entered.';
CREATE INDEX operator_sessions_token_id ON operator_sessions (token_id);

CREATE FUNCTION notify_ended_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Expired ones are deleted at night, all at once: one notification instead of thousands.
  IF (SELECT count(*) FROM ended) > 100 THEN
    PERFORM pg_notify('tokens', '{}');
  ELSE
    PERFORM pg_notify('tokens', json_build_object('ids', json_agg(id))::text) FROM ended HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tokens_notify_end AFTER DELETE ON tokens REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_tokens();
