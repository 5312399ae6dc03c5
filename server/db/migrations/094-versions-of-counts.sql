-- Another value after each change of a count, its products or their lots, so that screens that poll an unchanged count do
-- not have it read. Not a number, which would be given a second time after the restoration of a backup.
alter table stock_counts add column version uuid not null default gen_random_uuid();
