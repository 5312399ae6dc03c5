-- `claimed_until` is the lease of the attempt that is running: until then no one else may send or retry the mail.
-- `retried_at` is when an admin last requested another attempt; the time after which a mail is given up counts from it.
alter table mails add claimed_until timestamptz(3), add retried_at timestamptz(3);
create index mails_unsent on mails (created_at, id) where sent_at is null;

-- Events that matter to the accounts' security. `account_id` is the account concerned, `actor_id` the signed-in caller,
-- `times` how often the event happened within the second. Names are looked up, so that they go with their account.
create table security_log (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null,
  event text not null,
  account_id uuid,
  actor_id uuid,
  address text,
  request_id text,
  operation text,
  code text,
  times integer not null default 1
);
create index security_log_by_time on security_log (created_at, id);
create index security_log_by_event on security_log (event, created_at, id);
create index security_log_of_account on security_log (account_id, created_at, id);
create index security_log_of_actor on security_log (actor_id, created_at, id);
create index security_log_by_address on security_log (address text_pattern_ops);

-- Entries are deleted after 180 days by the application's clock, which may differ from the database's by a day.
create function protect_security_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at <= now() - interval '179 days' then
      return old;
    end if;
    raise exception '% is append-only for 180 days', tg_table_name;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger security_log_append_only before update or truncate on security_log
  for each statement execute function protect_security_log();
create trigger security_log_retention before delete on security_log
  for each row execute function protect_security_log();
