#!/bin/sh
# Restarts portals behind nginx one after the other, so that no request is refused: each is taken out of the upstream,
# given time to answer what it has received, restarted, and put back when it is ready. As root, with curl installed:
# restart-portals.sh 3000 3001
set -eu

conf=${NGINX_CONF:-/etc/nginx/conf.d/toptan.conf}
reload=${RELOAD:-systemctl reload nginx}
restart=${RESTART:-systemctl restart toptan@}

# Checked before anything is changed: a portal that was taken out would stay out.
if ! command -v curl > /dev/null; then
  echo "curl is missing, by which this script sees that a portal is ready. Nothing was changed." >&2
  exit 1
fi
for port in "$@"; do
  if ! grep -q "^ *server 127\.0\.0\.1:$port[ ;]" "$conf"; then
    echo "$conf has no line 'server 127.0.0.1:$port', or it begins with #. Nothing was changed." >&2
    exit 1
  fi
done

for port in "$@"; do
  # The upstream of this portal: each block is collected until its end.
  upstream=$(sed -n "/^ *upstream /h
    /^ *upstream /!H
    /}/{
      g
      /^ *upstream .*\n *server 127\.0\.0\.1:$port[ ;]/p
      s/.*//
      h
    }" "$conf")
  # A run that failed may have left the other one down.
  if ! echo "$upstream" | grep "^ *server " | grep -v " down[ ;]" | grep -qv "127\.0\.0\.1:$port[ ;]"; then
    echo "No other server line of $conf serves while the portal on port $port is restarted. If one is down, name it first." >&2
    exit 1
  fi
  server="^\\( *server 127\\.0\\.0\\.1:$port\\)"
  # A run that failed may have left it down.
  sed -i "s/$server\\( down\\)*\\([ ;]\\)/\\1 down\\3/" "$conf"
  $reload
  # The workers of nginx that have the old configuration finish their requests.
  sleep 2
  $restart"$port"
  tries=0
  until curl --fail --silent --output /dev/null "http://127.0.0.1:$port/api/health/ready"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 300 ]; then
      echo "The portal on port $port is not ready after a minute. It stays out of nginx; the others serve." >&2
      exit 1
    fi
    sleep 0.2
  done
  sed -i "s/$server down/\\1/" "$conf"
  $reload
done
