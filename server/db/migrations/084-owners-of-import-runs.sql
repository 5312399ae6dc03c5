-- Which request an import belongs to: only that one ends it. A repetition that takes it over becomes its owner.
alter table import_runs add column owner uuid;
