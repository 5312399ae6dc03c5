-- Finds the names of deleted entities, which only the entries of their deletion have.
create index audit_log_deleted on audit_log (entity) where action = 'deleted';
