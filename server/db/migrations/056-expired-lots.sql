-- Whether an admin has released the lot after its use-by date: the portal does not block it again.
alter table lots add column sold_past_expiry boolean not null default false;
