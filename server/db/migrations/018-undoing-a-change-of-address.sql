-- A link sent to an account's previous address undoes the change; until it expires, no other account can take the address.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links
  add constraint account_links_purpose_check check (purpose in ('confirmation', 'reset', 'undo'));
create index account_links_undoing on account_links (email_key) where purpose = 'undo';
