-- The nightly backups that processes have tried to make. `problem` is why one failed; it may have a file nevertheless, if
-- only its copy failed.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  file text,
  bytes bigint,
  problem text
);
create index backups_by_time on backups (started_at);
