-- Actor, action and time, kept for ever: an entry outlives the actor and the entity that it names. `before` and `after`
-- hold the changed fields in the form of the API; `search_text` is the folded name of the actor.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null,
  actor_id uuid,
  actor_role text,
  actor_name text,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  search_text text not null
);
create index audit_log_of_entity on audit_log (entity, entity_id, created_at, id);
create index audit_log_of_actor on audit_log (actor_id, created_at, id);
create index audit_log_by_time on audit_log (created_at, id);
create index audit_log_search on audit_log using gin (search_text gin_trgm_ops);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
