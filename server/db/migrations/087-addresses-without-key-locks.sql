-- A foreign key can refer to a column with a unique constraint, but not to one with a partial unique index. So changing
-- an address no longer locks the account against new rows that refer to it, such as notifications.
alter table accounts drop constraint accounts_email, drop constraint accounts_confirmed_email;
create unique index accounts_email on accounts (email_key) where email_key is not null;
create unique index accounts_confirmed_email on accounts (confirmed_email_key) where confirmed_email_key is not null;
