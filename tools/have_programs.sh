#!/usr/bin/env bash
# Programs of the distribution that some checks and tests need: installed where that is allowed, named where not.
set -uo pipefail

missing=()
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || missing+=(chromium-headless-shell)
command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing+=(firefox-esr)
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
command -v ip >/dev/null || [ -x /usr/sbin/ip ] || missing+=(iproute2)
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "Installing for the tests (once): ${missing[*]} ..." >&2
  log=$(mktemp)
  if { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    exit 0
  fi
  tail -5 "$log" >&2
fi
echo "NOT HERE, so what needs it is left out: ${missing[*]}" >&2
