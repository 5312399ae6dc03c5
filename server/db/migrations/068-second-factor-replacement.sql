-- The secret of the device to which the second factor is being moved, until a code confirms it.
alter table second_factors add new_secret text;
