-- Lists of lots are sorted by expiry, with lots without one last. Lots on hand have an index of their own, because the
-- number of lots of which nothing is left only grows.
drop index lots_by_expiry;
create index lots_by_expiry on lots ((coalesce(expires_on, date '9999-12-31')), id) where on_hand > 0;
create index lots_ever_by_expiry on lots ((coalesce(expires_on, date '9999-12-31')), id);
