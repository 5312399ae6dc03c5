-- A key that is kept for ever keeps the id of what was made; the answer is given up after a day and read anew from then
-- on. Rows that were kept whole until now are changed bit by bit while the portal runs (forgetExpiredKeys).
alter table idempotency_keys add column result_id uuid;
drop index idempotency_keys_by_expiry;
create index idempotency_keys_by_expiry on idempotency_keys (expires_at) where answer is not null;
