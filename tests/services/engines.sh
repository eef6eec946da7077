#!/usr/bin/env bash
# Prints the path of what drives an engine other than Chromium; fails where it is not installed.
# Usage: engines.sh firefox | webkit
set -euo pipefail

case $1 in
  firefox)
    if [[ -n ${FIREFOX:-} ]]; then
      command -v "$FIREFOX"
      exit
    fi
    for name in firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox; do
      if command -v "$name"; then exit; fi
    done
    ;;
  webkit)
    # Its window needs a screen, also where nobody looks at it.
    command -v Xvfb >/dev/null && command -v "${WEBKIT_DRIVER:-WebKitWebDriver}" && exit
    ;;
  *) echo "No such engine: $1 (firefox webkit)" >&2; exit 2 ;;
esac
exit 1
