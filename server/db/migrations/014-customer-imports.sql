-- How far the imports are that are under way, one for each admin: whichever process is asked can tell.
create table customer_imports (
  account_id uuid primary key references accounts on delete cascade,
  done integer not null,
  total integer not null,
  noted_at timestamptz(3) not null
);
