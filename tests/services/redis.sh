#!/usr/bin/env bash
# A private Redis server: `start FOLDER` prints its REDIS_URL, `stop FOLDER` ends it.
set -euo pipefail

server() {
  command -v redis-server || command -v valkey-server
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

answers() {
  python3 - "$1" <<'PYTHON'
import socket, sys
try:
    with socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=1) as connection:
        connection.sendall(b"PING\r\n")
        sys.exit(connection.recv(5) != b"+PONG")
except OSError:
    sys.exit(1)
PYTHON
}

start() {
  local folder=$1/redis port
  port=$(free_port)
  mkdir -p "$folder"
  # Nothing is saved: what a test leaves in Redis must not outlive it.
  "$(server)" --bind 127.0.0.1 --port "$port" --save "" --appendonly no --daemonize yes \
    --dir "$folder" --pidfile "$folder/pid" --logfile "$folder/log" >/dev/null
  for _ in {1..100}; do
    if answers "$port"; then
      echo "redis://127.0.0.1:$port/0"
      return
    fi
    sleep 0.1
  done
  tail -n 20 "$folder/log" >&2
  return 1
}

stop() {
  local folder=$1/redis process
  [[ -f $folder/pid ]] || return 0
  process=$(cat "$folder/pid")
  kill "$process" 2>/dev/null || return 0
  # It writes its last words first, into the folder that is removed next.
  for _ in {1..100}; do
    kill -0 "$process" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL "$process" 2>/dev/null || true
}

case ${1:-} in
  found) server >/dev/null ;;
  start) start "$2" ;;
  stop) stop "$2" ;;
  *) echo "Usage: $0 found | start FOLDER | stop FOLDER" >&2; exit 2 ;;
esac
