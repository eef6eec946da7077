#!/usr/bin/env bash
# A private PostgreSQL server: `start FOLDER` prints its DATABASE_URL, `stop FOLDER` ends it at once,
# as a crash does, and `again FOLDER` brings it back with what it held.
set -euo pipefail

# Debian keeps initdb and pg_ctl out of the path, one folder per version.
programs() {
  local folder
  if command -v initdb >/dev/null && command -v pg_ctl >/dev/null; then
    dirname "$(readlink -f "$(command -v initdb)")"
    return
  fi
  folder=$(find /usr/lib/postgresql /usr/pgsql-* -maxdepth 2 -name bin -type d 2>/dev/null \
    | sort -V | tail -n 1)
  [[ -n $folder && -x $folder/initdb ]] || return 1
  echo "$folder"
}

# PostgreSQL refuses to run as root, so root runs it as the user its package made.
as_server_user() {
  if [[ $(id -u) == 0 ]]; then runuser -u postgres -- "$@"; else "$@"; fi
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

start() {
  local folder=$1 bin port password durability="" locale=C
  bin=$(programs)
  port=$(free_port)
  password=$(python3 -c 'import secrets; print(secrets.token_hex(16))')
  mkdir -p "$folder/postgres"
  (umask 077 && printf '%s' "$password" >"$folder/postgres/password")
  if [[ $(id -u) == 0 ]]; then chown -R postgres "$folder/postgres"; fi
  if [[ ${DURABLE:-} != 1 ]]; then
    durability="-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
  fi
  # So that lower() and ILIKE know letters beyond ASCII, as they do in production.
  if locale -a 2>/dev/null | grep -qiE '^C\.utf-?8$'; then locale=C.UTF-8; fi
  # From a folder the server's user may enter; initdb complains about the caller's otherwise.
  cd "$folder/postgres"
  as_server_user "$bin/initdb" --pgdata=data --username=annotate --pwfile=password \
    --auth=scram-sha-256 --encoding=UTF8 "--locale=$locale" --no-sync >log 2>&1 \
    || { cat log >&2; return 1; }
  # 400 connections: the race test opens one for each of its threads.
  local options="-h 127.0.0.1 -p $port -k $folder/postgres"
  options+=" -c max_connections=400 -c shared_buffers=256MB $durability"
  printf '%s' "$options" >options
  again "$folder"
  # `postgres` exists in every cluster; test runners create their own database beside it.
  echo "postgres://annotate:$password@127.0.0.1:$port/postgres"
}

again() {
  cd "$1/postgres"
  as_server_user "$(programs)/pg_ctl" --pgdata=data --log=server.log --silent --wait --timeout=60 \
    --options "$(cat options)" start >log 2>&1 || { cat log server.log >&2; return 1; }
}

stop() {
  local folder=$1
  [[ -f $folder/postgres/data/postmaster.pid ]] || return 0
  cd "$folder/postgres"
  as_server_user "$(programs)/pg_ctl" --pgdata=data --silent --mode=immediate stop >/dev/null 2>&1
}

case ${1:-} in
  found) programs >/dev/null ;;
  start) start "$2" ;;
  again) again "$2" ;;
  stop) stop "$2" ;;
  *) echo "Usage: $0 found | start FOLDER | again FOLDER | stop FOLDER" >&2; exit 2 ;;
esac
