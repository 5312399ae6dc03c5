-- A filter by an action that is rare would read the whole trail; the frequent ones are found soon by time.
create index audit_log_by_rare_action on audit_log (action, created_at, id)
  where action not in ('created', 'updated', 'status_changed', 'logged_in');
