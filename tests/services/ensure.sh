#!/usr/bin/env bash
# Makes sure that the named servers and programs (postgres pgbouncer redis chromium headless-shell
# firefox webkit tesseract wordnet faketime) are installed.
# Where apt-get may be used (as root, or sudo asks for no password) it installs what is missing;
# elsewhere it says what to install and fails, before any test has run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# A server of one's own makes the installed one unnecessary.
present() {
  case $1 in
    postgres) [[ -n ${DATABASE_URL:-} ]] || "$here/postgres.sh" found ;;
    pgbouncer) "$here/pgbouncer.sh" found ;;
    redis) [[ -n ${REDIS_URL:-} ]] || "$here/redis.sh" found ;;
    chromium) "$here/chromium.sh" >/dev/null ;;
    headless-shell) command -v chromium-headless-shell >/dev/null ;;
    firefox | webkit) "$here/engines.sh" "$1" >/dev/null ;;
    tesseract) command -v tesseract >/dev/null ;;
    faketime) compgen -G "/usr/lib/*/faketime/libfaketimeMT.so.1" >/dev/null ;;
    wordnet) [[ -f ${WORDNET_DIR:-/usr/share/wordnet}/data.noun ]] ;;
    *) echo "No such server: $1" >&2; exit 2 ;;
  esac
}

package() {
  case $1 in
    postgres) echo postgresql ;;
    pgbouncer) echo pgbouncer ;;
    redis) echo redis-server ;;
    chromium) echo chromium ;;
    headless-shell) echo chromium-headless-shell ;;
    # Ubuntu has no firefox-esr.
    firefox) if grep -qs "^ID=ubuntu" /etc/os-release; then echo firefox; else echo firefox-esr; fi ;;
    webkit) echo webkit2gtk-driver xvfb ;;
    tesseract) echo tesseract-ocr ;;
    faketime) echo libfaketime ;;
    wordnet) echo wordnet-base ;;
  esac
}

advice() {
  case $1 in
    postgres) echo "Install PostgreSQL 14 or newer, or set DATABASE_URL=postgres://…" ;;
    pgbouncer) echo "Install PgBouncer 1.18 or newer" ;;
    redis) echo "Install Redis 6 or newer, or set REDIS_URL=redis://…" ;;
    chromium) echo "Install Chromium or Chrome, or set CHROMIUM=/path/to/browser" ;;
    headless-shell) echo "Install Chromium's headless shell, or tests take a tenth longer in Chromium" ;;
    firefox) echo "Install Firefox 128 or newer, or set FIREFOX=/path/to/browser, or leave it out: ENGINES=webkit" ;;
    webkit) echo "Install WebKitGTK's driver and Xvfb, or leave it out (not on Linux): ENGINES=firefox" ;;
    tesseract) echo "Install Tesseract 4 or newer with English" ;;
    faketime) echo "Install libfaketime, or the clock is left alone (make campaign)" ;;
    wordnet) echo "Install the database of WordNet 3.0, or set WORDNET_DIR=/path/to/dict" ;;
  esac
}

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"; else sudo -n "$@"; fi
}

install_packages() {
  echo "Installing Debian packages: $*"
  # RUNLEVEL=1: a server that starts by itself would hold a port and memory for nothing.
  local install=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    apt-get install -y -qq --no-install-recommends "$@")
  as_root "${install[@]}" </dev/null >/dev/null 2>&1 && return
  # The lists of packages may be absent or old.
  as_root apt-get update -qq </dev/null >/dev/null && as_root "${install[@]}" </dev/null >/dev/null
}

missing=""
for service in "$@"; do
  present "$service" || missing+=" $(package "$service")"
done
[[ -z $missing ]] && exit 0

if command -v apt-get >/dev/null && as_root true 2>/dev/null; then
  # shellcheck disable=SC2086 # names of packages hold no blanks
  install_packages $missing || true
fi

failed=0
for service in "$@"; do
  if ! present "$service"; then
    failed=1
    echo "Missing for the tests: $service. $(advice "$service")" >&2
    echo "  Debian, Ubuntu: apt-get install $(package "$service")" >&2
  fi
done
exit $failed
