#!/usr/bin/env bash
# Prints the path of the browser that the end-to-end tests drive; fails where there is none.
set -euo pipefail
if [[ -n ${CHROMIUM:-} ]]; then
  command -v "$CHROMIUM"
  exit
fi
for name in chromium chromium-browser google-chrome google-chrome-stable \
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
  if command -v "$name"; then exit; fi
done
exit 1
