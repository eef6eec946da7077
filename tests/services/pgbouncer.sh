#!/usr/bin/env bash
# A private PgBouncer that hands connections on at the end of each transaction: `start FOLDER ADDRESS`
# prints the address that leads through it to the PostgreSQL at ADDRESS (a DATABASE_URL; POOL_SIZE
# connections to each database, 6 unless set), `stop FOLDER` ends it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Debian keeps it where only root's path leads.
program() {
  PATH=$PATH:/usr/sbin:/usr/local/sbin command -v pgbouncer
}

# It refuses to run as root, as PostgreSQL does.
as_server_user() {
  if [[ $(id -u) == 0 ]]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# The parts of an address, one a line: user, password, host, port, and the address through PORT.
parts() {
  python3 - "$1" "$2" <<'PYTHON'
import sys
from urllib.parse import unquote, urlsplit
address, port = urlsplit(sys.argv[1]), sys.argv[2]
who = address.netloc.rpartition("@")[0]
print(unquote(address.username or ""), unquote(address.password or ""), sep="\n")
print(address.hostname, address.port or 5432, sep="\n")
print(address._replace(netloc=f"{who}@127.0.0.1:{port}").geturl())
PYTHON
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

answers() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

start() {
  local folder=$1/pgbouncer port told
  port=$(free_port)
  mapfile -t told < <(parts "$2" "$port")
  mkdir -p "$folder"
  # As operators run it; it must be readable for another user than root.
  cp "$here/../../deploy/pgbouncer/start.sh" "$folder/start.sh"
  if [[ $(id -u) == 0 ]]; then chown -R postgres "$folder"; fi
  cd "$folder"
  as_server_user env FOLDER="$folder" LISTEN=127.0.0.1 PORT="$port" LOGFILE="$folder/log" \
    POSTGRES_USER="${told[0]}" POSTGRES_PASSWORD="${told[1]}" POSTGRES_HOST="${told[2]}" \
    POSTGRES_PORT="${told[3]}" POOL_SIZE="${POOL_SIZE:-6}" \
    sh "$folder/start.sh" --daemon --quiet </dev/null >/dev/null 2>"$folder/said" \
    || { cat "$folder/said" >&2; return 1; }
  for _ in {1..100}; do
    if answers "$port"; then
      echo "${told[4]}"
      return
    fi
    sleep 0.1
  done
  tail -n 20 "$folder/log" >&2
  return 1
}

stop() {
  local folder=$1/pgbouncer process
  [[ -f $folder/pid ]] || return 0
  process=$(cat "$folder/pid")
  # At once, whoever is connected.
  kill "$process" 2>/dev/null || return 0
  for _ in {1..100}; do
    kill -0 "$process" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL "$process" 2>/dev/null || true
}

case ${1:-} in
  found) program >/dev/null ;;
  start) start "$2" "$3" ;;
  stop) stop "$2" ;;
  *) echo "Usage: $0 found | start FOLDER ADDRESS | stop FOLDER" >&2; exit 2 ;;
esac
