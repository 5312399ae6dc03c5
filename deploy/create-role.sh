#!/bin/sh
# Creates the role that the portal acts as, which owns nothing. The image of PostgreSQL runs it once, when its volume is empty.
set -eu
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=ON_ERROR_STOP=1 --set=password="$PORTAL_PASSWORD" <<'SQL'
create role toptan login password :'password';
SQL
