-- The privacy notices that customers have acknowledged, and when they did. `version` is derived from the text.
create table privacy_notices (
  version text primary key,
  body text not null,
  created_at timestamptz(3) not null
);
create table privacy_acknowledgements (
  account_id uuid not null references accounts on delete cascade,
  version text not null references privacy_notices,
  acknowledged_at timestamptz(3) not null,
  primary key (account_id, version)
);

-- What the law requires to be kept of the orders of deleted customers, until the day `delete_on`. Nothing that serves
-- requests reads it (privacy/archive.ts).
create table order_archive (
  order_id uuid primary key,
  ordered_at timestamptz(3) not null,
  archived_at timestamptz(3) not null,
  delete_on date not null,
  content jsonb not null
);
create index order_archive_by_end on order_archive (delete_on);
create trigger order_archive_unchanged before update or truncate on order_archive
  for each statement execute function refuse_change();

-- Deleted customers whose names are still in the stock ledger (pseudonymize_ledger).
create table pseudonyms_due (account_id uuid primary key);

-- What audit trail and stock ledger show instead of the personal data of a deleted customer. The folded form is that of
-- `fold` in contract/turkish.ts.
create function pseudonym(account uuid) returns text language sql immutable
  return 'Silinmiş müşteri ' || left(account::text, 8);
create function folded_pseudonym(account uuid) returns text language sql immutable
  return 'silinmis musteri ' || left(account::text, 8);

create function without_personal_data(fields jsonb, account uuid) returns jsonb language sql immutable
set search_path from current as $$
  select case when fields is not null then coalesce(
    jsonb_object_agg(key, case
      when key in ('username', 'company_name', 'email', 'phone', 'address') and value <> 'null'
        then to_jsonb(pseudonym(account))
      else value
    end), '{}')
  end
  from jsonb_each(fields)
$$;

-- Audit trail and stock ledger still only grow, with one exception: of an account that no longer exists, its personal data
-- is replaced by its pseudonym. These triggers compare every changed row with what that makes of it, whatever the role.
create function allow_pseudonyms_in_audit_log() returns trigger language plpgsql set search_path from current as $$
declare
  expected audit_log := old;
begin
  if old.actor_role = 'customer' and not exists (select from accounts where id = old.actor_id) then
    expected.actor_name := pseudonym(old.actor_id);
    expected.search_text := folded_pseudonym(old.actor_id);
  end if;
  if old.entity = 'customer' and not exists (select from accounts where id = old.entity_id::uuid) then
    expected.before := without_personal_data(old.before, old.entity_id::uuid);
    expected.after := without_personal_data(old.after, old.entity_id::uuid);
  end if;
  if new is distinct from expected then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;

create function allow_pseudonyms_in_stock_ledger() returns trigger language plpgsql set search_path from current as $$
declare
  expected stock_ledger := old;
begin
  if not exists (select from accounts where id = old.actor_id) then
    expected.actor_name := pseudonym(old.actor_id);
  end if;
  if new is distinct from expected then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;

-- Outside the functions below, an update is refused as before, even one that would change nothing.
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_log_no_updates before update on audit_log for each statement
  when (current_setting('toptan.pseudonymizing', true) is distinct from 'on') execute function refuse_change();
create trigger audit_log_pseudonyms before update on audit_log
  for each row execute function allow_pseudonyms_in_audit_log();

drop trigger stock_ledger_append_only on stock_ledger;
create trigger stock_ledger_append_only before delete or truncate on stock_ledger
  for each statement execute function refuse_change();
create trigger stock_ledger_no_updates before update on stock_ledger for each statement
  when (current_setting('toptan.pseudonymizing', true) is distinct from 'on') execute function refuse_change();
create trigger stock_ledger_pseudonyms before update on stock_ledger
  for each row execute function allow_pseudonyms_in_stock_ledger();

-- Replaces the personal data of a deleted customer in the audit trail, and adds an entry that says so. It runs with the
-- rights of its owner, so that the portal's role needs none to update the table.
create function pseudonymize_customer(account uuid, happened_at timestamptz) returns void language plpgsql
security definer as $$
declare
  -- No parameter of the name of a column, and no comparison of text that would miss the index.
  about text := account::text;
begin
  if exists (select from accounts where id = account) then
    raise exception 'the account % still exists', account;
  end if;
  perform set_config('toptan.pseudonymizing', 'on', true);
  update audit_log set
    actor_name = case when actor_id = account then pseudonym(account) else actor_name end,
    search_text = case when actor_id = account then folded_pseudonym(account) else search_text end,
    before = case when entity = 'customer' and entity_id = about then without_personal_data(before, account) else before end,
    after = case when entity = 'customer' and entity_id = about then without_personal_data(after, account) else after end
  where actor_id = account or (entity = 'customer' and entity_id = about);
  perform set_config('toptan.pseudonymizing', 'off', true);
  insert into audit_log (created_at, action, entity, entity_id, search_text)
    values (happened_at, 'pseudonymized', 'customer', about, '');
  insert into pseudonyms_due values (account) on conflict do nothing;
end $$;

-- Replaces the names of deleted customers in the stock ledger, which it reads whole, as no index finds its rows by actor.
create function pseudonymize_ledger() returns void language plpgsql
security definer as $$
declare
  due uuid[];
begin
  with taken as (delete from pseudonyms_due returning account_id) select array_agg(account_id) into due from taken;
  if due is not null then
    perform set_config('toptan.pseudonymizing', 'on', true);
    update stock_ledger set actor_name = pseudonym(actor_id) where actor_id = any(due);
    perform set_config('toptan.pseudonymizing', 'off', true);
  end if;
end $$;

-- The schema alone, and temporary tables last: a function with its owner's rights must not find a caller's tables.
do $$
begin
  execute format('alter function pseudonymize_customer set search_path = %I, pg_temp', current_schema());
  execute format('alter function pseudonymize_ledger set search_path = %I, pg_temp', current_schema());
end $$;
