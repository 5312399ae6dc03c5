-- Entries about standing orders held their notes, also after the customer was deleted. They say only that a note changed.
alter table audit_log disable trigger user;
update audit_log set
  before = before - 'notes' || case when action = 'updated' then '{"notes_changed": null}' else '{}' end::jsonb,
  after = after - 'notes' || case when action = 'updated' then '{"notes_changed": true}' else '{}' end::jsonb
where entity = 'standing_order' and (before ? 'notes' or after ? 'notes');
alter table audit_log enable trigger user;
