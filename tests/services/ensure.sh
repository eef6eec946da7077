#!/usr/bin/env bash
# Makes sure that the named servers (postgres redis chromium) are installed.
# Where apt-get may be used (as root, or sudo asks for no password) it installs what is missing;
# elsewhere it says what to install and fails, before any test has run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

declare -A package=([postgres]=postgresql [redis]=redis-server [chromium]=chromium)
# A server of one's own makes the installed one unnecessary.
declare -A given=([postgres]=${DATABASE_URL:-} [redis]=${REDIS_URL:-} [chromium]="")

present() {
  [[ -n ${given[$1]} ]] && return
  if [[ $1 == chromium ]]; then "$here/chromium.sh" >/dev/null; else "$here/$1.sh" found; fi
}

missing=()
for service in "$@"; do
  present "$service" || missing+=("$service")
done
[[ ${#missing[@]} == 0 ]] && exit 0

root=()
if [[ $(id -u) != 0 ]]; then root=(sudo -n); fi
packages=()
for service in "${missing[@]}"; do packages+=("${package[$service]}"); done

if command -v apt-get >/dev/null && "${root[@]}" true 2>/dev/null; then
  echo "Installing Debian packages: ${packages[*]}"
  # A server that starts by itself after installation would hold a port and memory for nothing.
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 bash -c '
    apt-get install -y -qq --no-install-recommends "$@" || {
      apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; }
  ' install "${packages[@]}" >/dev/null </dev/null || true
fi

failed=0
for service in "${missing[@]}"; do
  if ! present "$service"; then
    failed=1
    echo "Missing for the tests: $service" >&2
    case $service in
      postgres) echo "  Install PostgreSQL 14 or newer, or set DATABASE_URL=postgres://…" >&2 ;;
      redis) echo "  Install Redis 6 or newer, or set REDIS_URL=redis://…" >&2 ;;
      chromium) echo "  Install Chromium or Chrome, or set CHROMIUM=/path/to/browser" >&2 ;;
    esac
    echo "  Debian, Ubuntu: apt-get install ${package[$service]}" >&2
  fi
done
exit $failed
