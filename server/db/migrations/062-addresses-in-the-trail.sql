-- Entries about mails held the recipient's address, also after its customer was deleted.
alter table audit_log disable trigger user;
update audit_log set after = after - 'recipient' where entity = 'mail' and after ? 'recipient';
alter table audit_log enable trigger user;
