-- How many days goods must have left when they leave, as a product or a customer demands; null for no demand.
alter table products add column min_remaining_days integer check (min_remaining_days between 0 and 3650);
alter table customers add column min_remaining_days integer check (min_remaining_days between 0 and 3650);
