#!/usr/bin/env bash
# Saves everything that people made: the database and the images.
#
#   deploy/backup.sh FOLDER
#
# makes FOLDER/annotate-<time>/ with the database, the media files, checksums and a note of the
# version. People can go on working meanwhile.
#
# Where DATABASE_URL is set, that database and the files in DATA_DIR (default ./var) are saved with
# the pg_dump of this machine; elsewhere the containers of docker-compose.yml are asked.
set -euo pipefail
umask 077 # what is saved here holds people's names and digests of their passwords

[[ $# == 1 && $1 != -* ]] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1"
target=$(cd "$1" && pwd)/annotate-$(date -u +%Y%m%dT%H%M%SZ)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data=${DATA_DIR:-var}

save_database() {
  case ${DATABASE_URL:-compose} in
    compose)
      docker compose exec -T postgres pg_dump --username annotate --format custom annotate \
        >"$1/database.dump"
      ;;
    postgres*) pg_dump --format custom --dbname "$DATABASE_URL" --file "$1/database.dump" ;;
    sqlite:///*)
      # Not cp: what is still in the write-ahead log would be missing.
      python3 - "${DATABASE_URL#sqlite:///}" "$1/database.sqlite3" <<'PYTHON'
import sqlite3, sys
source = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
with source, sqlite3.connect(sys.argv[2]) as target:
    source.backup(target)
PYTHON
      ;;
    *) echo "DATABASE_URL is neither postgres://… nor sqlite:///…" >&2; return 1 ;;
  esac
}

save_media() {
  if [[ -n ${STORAGE_BUCKET:-} ]]; then
    echo "Files in the bucket $STORAGE_BUCKET are not in this backup: see manage.py copy_files" >&2
  fi
  if [[ -n ${DATABASE_URL:-} ]]; then
    mkdir -p "$data/media"
    tar --create --file "$1/media.tar" --directory "$data" media
  else
    docker compose exec -T web tar --create --directory /data media >"$1/media.tar"
  fi
}

# Under another name until it is whole, so that half a backup is never taken for one.
partial=$target.partial
trap 'rm -rf "$partial"' EXIT
mkdir "$partial"
# The database first: files are only ever added, so every file that it names is there afterwards.
save_database "$partial"
save_media "$partial"
sed -n 's/^version = "\(.*\)"$/annotate \1/p' pyproject.toml >"$partial/VERSION"
(cd "$partial" && sha256sum -- * >SHA256SUMS)
mv "$partial" "$target"
echo "$target"
