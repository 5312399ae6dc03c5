-- Queries of a program from before migration 076 name the unit of a cart line's product without its table, and failed
-- beside a column of the same name.
alter table cart_lines rename column unit to seen_unit;
