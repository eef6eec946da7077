#!/usr/bin/env bash
# Everything that `make test` runs. A step that fails does not hide the next one; the summary names
# each step with its seconds and the slowest tests, and the exit status is that of the whole.
# Usage: test.sh [--servers] [check] [vitest] [sqlite] [postgres] [browser]   (all, when none is named)
# With --servers it only installs what the steps need besides .venv and frontend/node_modules.
# Where TEST_DEADLINE is set (seconds since 1970) each part has a share of the time until then, after
# which none of its tests begins, and the summary names those that are left over: a run that is ended
# from outside tells nothing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
only_servers=""
if [[ ${1:-} == --servers ]]; then
  only_servers=yes
  shift
fi
steps=${*:-check vitest sqlite postgres browser}
export steps

# What the person has set reaches only the step it is meant for: the SQLite step must not find a
# PostgreSQL address, nor any test the settings of a real installation.
given_database=${DATABASE_URL:-}
given_redis=${REDIS_URL:-}
# Whoever has SQLite as the default still wants the PostgreSQL step on PostgreSQL.
if [[ $given_database != postgres* ]]; then given_database=""; fi
unset DATABASE_URL DATABASE_POOLER REDIS_URL DEBUG DEMO SECRET_KEY ALLOWED_HOSTS \
  CSRF_TRUSTED_ORIGINS DATA_DIR TRUST_PROXY HTTPS LOG_FORMAT LOG_LEVEL

# Where it is set, as in many containers, each of the hundreds of processes that tests start compiles
# the product and the tests anew.
unset PYTHONDONTWRITEBYTECODE

# Which engines besides Chromium walk the main path.
export ENGINES=${ENGINES-firefox webkit}

needed=""
for step in $steps; do
  case $step in
    check | vitest) ;;
    sqlite) needed+=" tesseract wordnet" ;;
    postgres) needed+=" postgres pgbouncer redis tesseract" ;;
    browser) needed+=" postgres redis chromium $ENGINES tesseract" ;;
    *) echo "No such step: $step (check vitest sqlite postgres browser)" >&2; exit 2 ;;
  esac
done
if [[ -n $needed ]]; then
  # shellcheck disable=SC2086 # a list of words
  DATABASE_URL=$given_database REDIS_URL=$given_redis "$here/ensure.sh" $needed
  # Not every system has it apart.
  if [[ $needed == *chromium* && -z ${CHROMIUM:-} ]]; then
    "$here/ensure.sh" headless-shell 2>/dev/null || true
  fi
fi
if [[ -n $only_servers ]]; then exit; fi

title() {
  case $1 in
    check) echo "style, types, imports, schema" ;;
    vitest) echo "web client" ;;
    sqlite) echo "back end on SQLite" ;;
    postgres) echo "back end on PostgreSQL and Redis" ;;
    browser) echo "end to end in the browser" ;;
  esac
}

# How long each test took, one file for each run of a tool, named by its step.
times=$PWD/var/test-times
rm -rf "$times"
mkdir -p "$times"
export times

check() { make check; }

vitest() {
  npm --prefix frontend run --silent test -- --reporter=default --reporter=junit \
    --outputFile.junit="$times/vitest.xml"
}

# The files with a test of this kind: to look through all tests for them takes as long as they do.
# A test sees to it that such marks stand nowhere else.
marked() {
  grep -rlE "mark\.$1\b" tests --include='test_*.py'
}

# Tests wait a third of their time, for browsers and for processes that they start: one process more
# than there are cores keeps those busy.
processes=$(($(getconf _NPROCESSORS_ONLN) + 1))
if ((processes > 4)); then processes=4; fi
export processes

# When the last test of this part of the run may begin.
# Usage: until_of PART
until_of() {
  # shellcheck disable=SC2086 # a list of words
  .venv/bin/python -m tests.services.shares "$1" $steps
}

# Several processes, each with a database, a folder and servers of its own (tests/settings.py). What
# shares something that takes long to make stays in one of them (`xdist_group`, tests/conftest.py).
# Usage: parallel PART [ARGUMENT …]
parallel() {
  local name=$1
  shift
  # One core for each: libraries that take all of them get in each other's way.
  OMP_NUM_THREADS=1 .venv/bin/python -m pytest -q --junit-xml="$times/$name.xml" \
    -n "$processes" --dist loadgroup --no-loadscope-reorder --until "$(until_of "$name")" "$@"
}

postgres() {
  local result=0 beside
  # What uses no database has shown what it shows in the SQLite step.
  parallel postgres -m "not e2e and not race" --only-database || result=1
  # Races wait for each other more than they work: what needs no server fills the time.
  beside_races &
  beside=$!
  # In databases of their own: what races commit leaves PostgreSQL other figures to plan by.
  # shellcheck disable=SC2046 # a list of files
  parallel race -m "race and not alone" $(marked race) || result=1
  wait "$beside"
  # shellcheck disable=SC2046 # a list of files
  .venv/bin/python -m pytest -q --junit-xml="$times/alone.xml" --until "$(until_of alone)" \
    -m "race and alone" $(marked alone) || result=1
  return $result
}

stories() {
  # What needs no browser was told in the step before.
  # shellcheck disable=SC2046 # a list of files
  parallel stories -m "deployed and e2e" $(marked deployed)
}

# A browser beside others on few cores can be late where nothing is wrong. What failed is asked once
# more, alone; it must pass then, and the summary names it all the same: it is a fault to look for.
# Usage: once_more NAME [ARGUMENT …]
once_more() {
  local name=$1 list
  shift
  mapfile -t list < <(.venv/bin/python -m tests.services.failed "$times/$name.xml")
  if [[ ${#list[@]} == 0 || -z ${list[0]} || ${#list[@]} -gt 5 ]]; then return 1; fi
  printf '\n--- Once more, alone: %s\n' "${list[*]}"
  OMP_NUM_THREADS=1 .venv/bin/python -m pytest -q --junit-xml="$times/$name-again.xml" "$@" "${list[@]}" || return 1
  printf '%s\n' "${list[@]}" >> "$times/passed-only-again"
}

# The steps that the one of PostgreSQL takes along; they are told of when it is over.
taken_along=""
if [[ " $steps " == *" postgres "* ]]; then
  for step in check vitest; do
    if [[ " $steps " == *" $step "* ]]; then taken_along+=" $step"; fi
  done
fi
export taken_along

beside_races() {
  local step
  for step in $taken_along; do
    if env -u DATABASE_URL -u REDIS_URL nice -n 5 bash -c "$step" >"$times/$step.log" 2>&1; then
      touch "$times/$step.passed"
    fi
  done
}

with_servers() {
  export -f check vitest marked until_of parallel beside_races "$1"
  DATABASE_URL=$given_database REDIS_URL=$given_redis "$here/with_services.sh" bash -c "$1"
}

run() {
  case $1 in
    check | vitest) "$1" ;;
    sqlite) parallel sqlite -m "not e2e and not race" ;;
    postgres) with_servers postgres ;;
    browser)
      # The same engine without the windows of a browser takes a tenth less time.
      if [[ -z ${CHROMIUM:-} ]] && command -v chromium-headless-shell >/dev/null; then
        export CHROMIUM=chromium-headless-shell
      fi
      CHROMIUM=$("$here/chromium.sh")
      export CHROMIUM
      # As it is deployed what depends on the database; everything as `make demo` serves it.
      local result=0
      with_servers stories || result=1
      # shellcheck disable=SC2046 # a list of files
      parallel browser -m e2e $(marked e2e) || once_more browser -m e2e || result=1
      return $result
      ;;
  esac
}

summary=""
failed=0
# Usage: note STEP passed|FAILED HOW_LONG
note() {
  if [[ $2 == FAILED ]]; then failed=1; fi
  summary+=$(printf '  %-8s  %-34s %s (%s)' "$1" "$(title "$1")" "$2" "$3")$'\n'
}

for step in $steps; do
  if [[ " $taken_along " == *" $step "* ]]; then continue; fi
  printf '\n=== %s: %s\n' "$step" "$(title "$step")"
  started=$SECONDS
  if run "$step"; then result=passed; else result=FAILED; fi
  note "$step" "$result" "$((SECONDS - started)) s"
  if [[ $step != postgres ]]; then continue; fi
  for along in $taken_along; do
    printf '\n=== %s: %s\n' "$along" "$(title "$along")"
    cat "$times/$along.log"
    if [[ -e $times/$along.passed ]]; then result=passed; else result=FAILED; fi
    note "$along" "$result" "beside the races"
  done
done

printf '\n=== Slowest tests\n'
.venv/bin/python -m tests.services.slowest "$times" || true
printf '\n=== Summary\n'
# A report that was cut off hides no other line.
left_over=$(.venv/bin/python -m tests.services.left_over "$times") || left_over="Some reports cannot be read."
if [[ -n $left_over ]]; then printf '%s\n' "$left_over"; fi
printf '%s' "$summary"
.venv/bin/python -m tests.services.totals "$times" || true
if [[ -s $times/passed-only-again ]]; then
  echo "Passed only when asked again, alone:"
  sed 's/^/  /' "$times/passed-only-again"
fi
if [[ $failed == 0 ]]; then
  # Whoever reads the last line alone is told when it was not the whole.
  if [[ -n $left_over ]]; then
    echo "All that was run passed; what is named above was not."
  else
    echo "All steps passed."
  fi
else
  # Last, because some services keep only the end of what is printed.
  echo "Some steps failed:"
  if [[ -e $times/check.log && ! -e $times/check.passed ]]; then tail -n 12 "$times/check.log"; fi
  .venv/bin/python -m tests.services.failed "$times" || true
fi
exit $failed
