-- A key that is kept for ever stores the id of what was created; its reply is deleted after a day and read again on
-- demand. Rows that still hold their replies are changed in small steps while the portal runs (forgetExpiredKeys).
alter table idempotency_keys add column result_id uuid;
drop index idempotency_keys_by_expiry;
create index idempotency_keys_by_expiry on idempotency_keys (expires_at) where answer is not null;
