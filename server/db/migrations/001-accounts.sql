-- For searches for any part of a text; the owner of a database may create this extension.
create extension if not exists pg_trgm;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- The accounts that can log in. `name` is the person's name or, for a customer, the company's.
-- The *_key columns hold the form in which names are compared (accountKey in contract/turkish.ts).
create table accounts (
  id uuid primary key,
  role text not null check (role in ('customer', 'marketer', 'admin')),
  username text not null,
  username_key text not null,
  name text collate "tr-x-icu" not null,
  email text,
  email_key text,
  email_confirmed_at timestamptz(3),
  password_hash text not null,
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  constraint accounts_username unique (role, username_key),
  constraint accounts_email unique (email_key)
);
create index accounts_by_name on accounts (role, name, id);

-- Of a token, only the SHA-256 is stored.
create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null
);
create index sessions_by_account on sessions (account_id);

-- `search_text` is the folded text that searches match (fold in contract/turkish.ts).
create table customers (
  id uuid primary key references accounts on delete cascade,
  phone text not null,
  address text not null,
  assigned_marketer_id uuid references accounts,
  search_text text not null
);
create index customers_by_marketer on customers (assigned_marketer_id);
create index customers_search on customers using gin (search_text gin_trgm_ops);
