-- What each member is told of, by which way, and for which sale places. Without a row the defaults of the role hold.
CREATE TABLE member_notification_settings (
  member_id integer PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  sold text NOT NULL CHECK (sold IN ('push', 'mail', 'none')),
  last_sold text NOT NULL CHECK (last_sold IN ('push', 'mail', 'none')),
  cancelled text NOT NULL CHECK (cancelled IN ('push', 'mail', 'none')),
  report text NOT NULL CHECK (report IN ('push', 'mail', 'none')),
  draw text NOT NULL CHECK (draw IN ('push', 'mail', 'none')),
  sale_place_ids integer[] CHECK (sale_place_ids <> '{}')
);
COMMENT ON COLUMN member_notification_settings.sale_place_ids IS 'Null: all of the member, also later ones.';

-- Until now only the founder was told.
INSERT INTO member_notification_settings (member_id, sold, last_sold, cancelled, report, draw)
SELECT members.id, settings.sold, settings.last_sold, settings.cancelled, settings.report, 'none'
FROM seller_notification_settings AS settings
JOIN members ON members.user_id = settings.user_id AND members.business_id = settings.user_id;

-- squawk-ignore ban-drop-table -- The version before does not run beside this one: docs/decisions/0112-businesses.md.
DROP TABLE seller_notification_settings;
