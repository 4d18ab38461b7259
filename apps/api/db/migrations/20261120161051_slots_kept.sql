-- Through which date the packs on sale in a time zone have their slots: a zone is gone through once a day, after its
-- midnight, not every hour.
CREATE TABLE slots_kept (
  time_zone text PRIMARY KEY,
  until date NOT NULL
);
