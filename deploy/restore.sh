#!/usr/bin/env bash
# Brings back what deploy/backup.sh saved.
#
#   deploy/restore.sh [--replace] FOLDER/annotate-<time>
#
# Checks the checksums, fills the database and puts the media files back. Refuses a database that
# holds anything, unless --replace is given: then all that is in it now is lost. The web server, the
# workers and the clock must not run meanwhile. Run `manage.py migrate` afterwards if the product is
# newer than the backup.
#
# Which database: as in deploy/backup.sh.
set -euo pipefail

replace=""
if [[ ${1:-} == --replace ]]; then replace=yes; shift; fi
[[ $# == 1 && -d ${1:-} ]] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
backup=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data=${DATA_DIR:-var}
(cd "$backup" && sha256sum --quiet --check SHA256SUMS)

TABLES="SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"

# Prints the SQL that fills the database anew. All or nothing: COMMIT is the last word and comes only
# if all before it was read, so that a restore that fails leaves the database as it was. The schema
# is dropped as a whole, because a newer product may have tables that the backup knows nothing of.
sql() {
  echo "SET client_min_messages = warning;"
  echo "BEGIN; DROP SCHEMA public CASCADE; CREATE SCHEMA public;"
  "$@" --no-owner --no-privileges --file - || return 1
  echo "COMMIT;"
}

refuse_unless_empty() {
  [[ $1 == 0 || -n $replace ]] && return
  echo "The database is not empty. To lose what is in it: $0 --replace $backup" >&2
  exit 1
}

restore_compose() {
  local psql=(docker compose exec -T postgres psql --username annotate --dbname annotate)
  refuse_unless_empty "$("${psql[@]}" --tuples-only --no-align --command "$TABLES")"
  sql docker compose exec -T postgres pg_restore <"$backup/database.dump" \
    | "${psql[@]}" --quiet --set ON_ERROR_STOP=1 >/dev/null
  docker compose run --rm --no-deps -T web tar --extract --directory /data <"$backup/media.tar"
}

restore_postgres() {
  refuse_unless_empty "$(psql "$DATABASE_URL" --tuples-only --no-align --command "$TABLES")"
  sql pg_restore "$backup/database.dump" | psql "$DATABASE_URL" --quiet --set ON_ERROR_STOP=1 >/dev/null
}

restore_sqlite() {
  local file=${DATABASE_URL#sqlite:///}
  refuse_unless_empty "$([[ -s $file ]] && echo 1 || echo 0)"
  mkdir -p "$(dirname "$file")"
  # A log of the old database must not be replayed into the new one.
  rm -f "$file-wal" "$file-shm"
  cp "$backup/database.sqlite3" "$file.partial"
  mv "$file.partial" "$file"
}

restore_media() {
  mkdir -p "$data"
  tar --extract --file "$backup/media.tar" --directory "$data"
}

case ${DATABASE_URL:-compose} in
  compose) restore_compose ;;
  postgres*) restore_postgres; restore_media ;;
  sqlite:///*) restore_sqlite; restore_media ;;
  *) echo "DATABASE_URL is neither postgres://… nor sqlite:///…" >&2; exit 1 ;;
esac
echo "Restored $(cat "$backup/VERSION") from $backup"
