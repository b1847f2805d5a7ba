#!/usr/bin/env bash
# Checks the JavaScript with eslint, prettier and tsc (`check`) or formats it (`format`), in the versions of
# package-lock.json. Where these cannot be had it is left out, and fails if nothing may be left out.
set -euo pipefail
cd "$(dirname "$0")/.."

leave_out() {
  echo "$1, so the checks of JavaScript are left out." >&2
  [ -z "${HOTDICE_COMPLETE:-}" ] && exit 0
  exit 1
}

command -v npm >/dev/null || leave_out "npm IS NOT HERE"
if ! cmp -s package-lock.json node_modules/installed-lock.json; then
  echo "Setting up the checks of JavaScript (once) ..." >&2
  log=$(mktemp)
  if ! npm ci --ignore-scripts --no-audit --no-fund >"$log" 2>&1; then
    tail -5 "$log" >&2
    leave_out "npm CANNOT INSTALL package-lock.json"
  fi
  cp package-lock.json node_modules/installed-lock.json
fi

bin=node_modules/.bin
files="**/*.{js,mjs,ts}"
case "$1" in
  check)
    if grep -n '://' package-lock.json; then
      echo "package-lock.json has addresses: make it by \`npm run lock\`" >&2
      exit 1
    fi
    $bin/eslint .
    $bin/prettier --check --log-level warn "$files"
    $bin/tsc
    ;;
  format)
    $bin/eslint --fix .
    $bin/prettier --write --log-level warn "$files"
    ;;
esac
