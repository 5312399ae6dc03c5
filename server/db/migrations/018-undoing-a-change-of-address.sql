-- A link to the address that an account had before undoes a change of it; as long as it can, the address is nobody else's.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links
  add constraint account_links_purpose_check check (purpose in ('confirmation', 'reset', 'undo'));
create index account_links_undoing on account_links (email_key) where purpose = 'undo';
