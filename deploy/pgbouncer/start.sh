#!/bin/sh
# Runs PgBouncer before PostgreSQL, in transaction mode. The product's side is
# DATABASE_POOLER=transaction. Variables: POSTGRES_HOST, POSTGRES_PORT (5432), POSTGRES_USER,
# POSTGRES_PASSWORD; POOL_SIZE connections to PostgreSQL (20), MAX_CLIENTS of ours (1000);
# LISTEN (0.0.0.0), PORT (6432), FOLDER for its files (/tmp/pgbouncer). Arguments are PgBouncer's.
set -eu
folder=${FOLDER:-/tmp/pgbouncer}
umask 077
mkdir -p "$folder"
# Quotation marks are doubled within quotation marks.
quoted() { printf '%s' "$1" | sed 's/"/""/g'; }
printf '"%s" "%s"\n' "$(quoted "$POSTGRES_USER")" "$(quoted "$POSTGRES_PASSWORD")" >"$folder/users"
cat >"$folder/ini" <<INI
[databases]
* = host=$POSTGRES_HOST port=${POSTGRES_PORT:-5432}
[pgbouncer]
listen_addr = ${LISTEN:-0.0.0.0}
listen_port = ${PORT:-6432}
unix_socket_dir =
pool_mode = transaction
auth_type = scram-sha-256
auth_file = $folder/users
default_pool_size = ${POOL_SIZE:-20}
max_client_conn = ${MAX_CLIENTS:-1000}
; Who finds no connection free for so long is told so, and people read that they may try again.
query_wait_timeout = 20
; A transaction that its process has forgotten gives its connection back.
idle_transaction_timeout = 60
pidfile = $folder/pid
${LOGFILE:+logfile = $LOGFILE}
INI
PATH=$PATH:/usr/sbin:/usr/local/sbin
exec pgbouncer "$@" "$folder/ini"
