-- Notes about customers, for their marketer and the admins. The author's name is as it was then.
create table customer_notes (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  author_id uuid not null references accounts,
  author_name text not null,
  author_role text not null check (author_role in ('marketer', 'admin')),
  created_at timestamptz(3) not null,
  text text not null
);
create index customer_notes_of_customer on customer_notes (customer_id, created_at, id);

-- A note in the audit trail is personal data of the customer, too.
create or replace function without_personal_data(fields jsonb, account uuid) returns jsonb language sql immutable
set search_path from current as $$
  select case when fields is not null then coalesce(
    jsonb_object_agg(key, case
      when key in ('username', 'company_name', 'email', 'phone', 'address', 'note') and value <> 'null'
        then to_jsonb(pseudonym(account))
      else value
    end), '{}')
  end
  from jsonb_each(fields)
$$;
