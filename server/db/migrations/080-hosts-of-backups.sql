-- The host whose process tried to make a nightly backup; null if an earlier version did. After a failure the other hosts
-- need not wait, as its cause may be one of that host, such as a share that is not mounted.
-- The same host need not wait either, if only the folder for copies was missing and is there now.
alter table backups add column host text, add column is_copy_folder_missing boolean not null default false;
