-- What was written off of lots, for its report.
create index lot_ledger_write_offs on lot_ledger (id) where reason = 'write_off';
