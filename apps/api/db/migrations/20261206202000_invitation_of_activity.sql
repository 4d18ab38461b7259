ALTER TABLE activity ADD COLUMN invitation_id integer;
COMMENT ON COLUMN activity.invitation_id IS 'Of member_invitations, which has the address and is removed when it is answered or withdrawn.';
