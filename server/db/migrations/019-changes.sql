-- What transactions have changed of that which processes hold in memory: the products with their stock, and the accounts
-- and sessions of actors. `ids` is null for a change of more than a thousand rows. Rows are deleted after a day; a process
-- finds those that it has not seen by `xid` (db/change-log.ts).
create table changes (
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('products', 'accounts')),
  ids uuid[]
);
create index changes_by_xid on changes (xid);

create function log_changed_products() returns trigger language plpgsql set search_path from current as $$
begin
  insert into changes (kind, ids)
    select 'products', case when count(*) <= 1000 then array_agg(id) end from changed having count(*) > 0;
  return null;
end $$;
create trigger products_inserted after insert on products
  referencing new table as changed for each statement execute function log_changed_products();
create trigger products_updated after update on products
  referencing new table as changed for each statement execute function log_changed_products();
create trigger products_deleted after delete on products
  referencing old table as changed for each statement execute function log_changed_products();

-- The insertion and deletion of a product's figures come with those of the product.
create function log_changed_stock() returns trigger language plpgsql set search_path from current as $$
begin
  insert into changes (kind, ids)
    select 'products', case when count(*) <= 1000 then array_agg(product_id) end from changed having count(*) > 0;
  return null;
end $$;
create trigger stock_updated after update on stock
  referencing new table as changed for each statement execute function log_changed_stock();

create function log_changed_accounts() returns trigger language plpgsql set search_path from current as $$
begin
  insert into changes (kind, ids)
    select 'accounts', case when count(*) <= 1000 then array_agg(id) end from changed having count(*) > 0;
  return null;
end $$;
create trigger accounts_updated after update on accounts
  referencing new table as changed for each statement execute function log_changed_accounts();
create trigger accounts_deleted after delete on accounts
  referencing old table as changed for each statement execute function log_changed_accounts();

create function log_ended_sessions() returns trigger language plpgsql set search_path from current as $$
begin
  insert into changes (kind, ids)
    select 'accounts', case when count(*) <= 1000 then array_agg(distinct account_id) end
    from changed having count(*) > 0;
  return null;
end $$;
create trigger sessions_deleted after delete on sessions
  referencing old table as changed for each statement execute function log_ended_sessions();

create function log_truncation() returns trigger language plpgsql set search_path from current as $$
begin
  insert into changes (kind) values (tg_argv[0]);
  return null;
end $$;
create trigger products_truncated after truncate on products
  for each statement execute function log_truncation('products');
create trigger stock_truncated after truncate on stock
  for each statement execute function log_truncation('products');
create trigger accounts_truncated after truncate on accounts
  for each statement execute function log_truncation('accounts');
create trigger sessions_truncated after truncate on sessions
  for each statement execute function log_truncation('accounts');
