#!/usr/bin/env bash
# Runs a command with DATABASE_URL (PostgreSQL) and REDIS_URL pointing at private servers, unless
# they are set already. The servers end with the command: also on Ctrl-C, and also when this script
# itself is killed, which no trap can see and a watcher does.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

"$here/ensure.sh" postgres redis
# As root, servers run as another user, who may not be able to enter root's own TMPDIR.
if [[ $(id -u) == 0 ]]; then base=/tmp; else base=${TMPDIR:-/tmp}; fi
folder=$(mktemp -d "$base/annotate-services.XXXXXX")
chmod 755 "$folder" # PostgreSQL's own user must be able to enter it

stop() {
  "$here/postgres.sh" stop "$folder" || true
  "$here/redis.sh" stop "$folder" || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

(
  trap '' INT TERM
  trap - EXIT
  while kill -0 $$ 2>/dev/null; do sleep 2; done
  [[ ! -d $folder ]] || stop
) </dev/null >/dev/null 2>&1 &

if [[ -z ${DATABASE_URL:-} ]]; then
  DATABASE_URL=$("$here/postgres.sh" start "$folder")
fi
if [[ -z ${REDIS_URL:-} ]]; then
  REDIS_URL=$("$here/redis.sh" start "$folder")
fi
export DATABASE_URL REDIS_URL

"$@"
