-- The unit in which the user set the line; null if an earlier version of the app did.
alter table cart_lines add column unit text;
