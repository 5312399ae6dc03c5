-- What a count covers (null: every category), and whether its expected quantities are hidden from those who count, until
-- an admin shows the differences.
alter table stock_counts
  add column category text,
  add column is_blind boolean not null default false,
  add column differences_shown_at timestamptz(3),
  add column differences_shown_by_admin_name text;
