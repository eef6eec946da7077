#!/usr/bin/env bash
# Builds deploy/Dockerfile with buildah, where there is no Docker, and starts the web server in it.
#
#   deploy/drills/image.sh
#
# Needs root, buildah and, where no registry of images can be reached, debootstrap, Node.js and npm:
# then Debian and the Node.js of this machine stand in for the two base images. Runs as if in a
# container (`--isolation chroot`), so it works inside of one. Everything it makes is in a folder of
# its own below TMPDIR and is removed at the end, also after a failure.
#
# What pip and npm of this machine are configured with is lent to the build, read-only; name further
# folders that they need, such as one of wheels, in SHARED="/folder /another". None of it is in the image.
#
# Prints the size of the image and the seconds of each step; the exit status says whether
# the product answered in it.
set -euo pipefail

[[ $# == 0 ]] || { sed -n '2,16s/^# \{0,1\}//p' "$0" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
PYTHON_IMAGE=$(sed -n 's/^FROM \(python:[^ ]*\).*/\1/p' deploy/Dockerfile | head -n 1)
NODE_IMAGE=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' deploy/Dockerfile)
IMAGE=localhost/annotate:drill
work=$(mktemp -d "${TMPDIR:-/tmp}/annotate-image.XXXXXX")
buildah=(buildah --storage-driver vfs --root "$work/images" --runroot "$work/run")
web=""

clean() {
  [[ -z $web ]] || kill -- "-$web" 2>/dev/null || true
  "${buildah[@]}" rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean EXIT

timed() {
  local what=$1 started=$SECONDS
  shift
  "$@" || { echo "FAILED: $what" >&2; tail -n 40 "$work/log" >&2; exit 1; }
  printf '%-44s %5d s\n' "$what" $((SECONDS - started))
}

# Debian in a folder, made into an image of that name: the official images are built on it, too.
stand_in() {
  local image=$1 root=$work/base container
  if [[ ! -d $root ]]; then
    debootstrap --variant=minbase --include=ca-certificates,libstdc++6,python3,python3-venv \
      bookworm "$root" >>"$work/log" 2>&1 || return 1
  fi
  container=$("${buildah[@]}" from scratch)
  "${buildah[@]}" add --quiet "$container" "$root" / >>"$work/log" 2>&1
  if [[ $image == node:* ]]; then
    "${buildah[@]}" add --quiet "$container" "$(command -v node)" /usr/bin/node >>"$work/log" 2>&1
    "${buildah[@]}" add --quiet "$container" "$(npm root --global)/npm" /usr/lib/node_modules/npm \
      >>"$work/log" 2>&1
    "${buildah[@]}" run --isolation chroot "$container" -- \
      ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm >>"$work/log" 2>&1
    "${buildah[@]}" run --isolation chroot "$container" -- \
      ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/bin/npx >>"$work/log" 2>&1
  fi
  "${buildah[@]}" commit --quiet --rm "$container" "docker.io/library/$image" >>"$work/log" 2>&1
}

base() {
  timeout 60 "${buildah[@]}" pull --quiet "docker.io/library/$1" >>"$work/log" 2>&1 && return
  echo "No registry gave $1; this machine's own stands in for it."
  stand_in "$1"
}

build() {
  local path lent=()
  for path in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf /etc/xdg/pip ~/.config/pip \
    ~/.npmrc /usr/etc/npmrc ${SHARED:-}; do
    [[ ! -e $path ]] || lent+=(--volume "$path:$path:ro")
  done
  "${buildah[@]}" bud --file deploy/Dockerfile --format docker --isolation chroot --pull-never \
    "${lent[@]}" --tag "$IMAGE" . >>"$work/log" 2>&1
}

# In the container, as the user that the image names.
within() {
  "${buildah[@]}" run --isolation chroot --user 10001:10001 --env "SECRET_KEY=$KEY" \
    --env ALLOWED_HOSTS=localhost --env "PORT=$PORT" "$CONTAINER" -- "$@"
}

starts() {
  within python manage.py migrate --no-input --verbosity 0 >>"$work/log" 2>&1 || return 1
  set -m # a group of its own, so that it ends with all its children
  within gunicorn --config deploy/gunicorn.py --bind "127.0.0.1:$PORT" \
    annotate.config.wsgi:application >>"$work/log" 2>&1 &
  web=$!
  set +m
  for _ in {1..120}; do
    curl --silent --output "$work/health" --header "Host: localhost" "http://127.0.0.1:$PORT/healthz" && break
    sleep 0.5
  done
  [[ $(within python deploy/healthcheck.py web 2>>"$work/log") == ok ]] \
    && [[ $(curl --silent --output /dev/null --write-out '%{http_code}' --header "Host: localhost" \
      "http://127.0.0.1:$PORT/") == 200 ]]
}

KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')
PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
timed "base image $PYTHON_IMAGE" base "$PYTHON_IMAGE"
timed "base image $NODE_IMAGE" base "$NODE_IMAGE"
timed "deploy/Dockerfile" build
CONTAINER=$("${buildah[@]}" from --pull-never "$IMAGE")
timed "migrated, and the web server answers" starts
echo "/healthz: $(cat "$work/health")"
root=$("${buildah[@]}" mount "$CONTAINER")
printf 'image: %s of files, of which the product %s, its packages %s, the client %s\n' \
  "$(du -sh --exclude=data "$root" | cut -f1)" "$(du -sh "$root/app/annotate" | cut -f1)" \
  "$(du -sh "$root/opt/venv" | cut -f1)" "$(du -sh "$root/app/frontend/dist" | cut -f1)"
