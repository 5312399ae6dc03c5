-- The host whose process tried to make a nightly backup; null if an earlier version did. After a failure the other hosts
-- need not wait, as its cause may be one of that host, such as a share that is not mounted.
alter table backups add column host text;
