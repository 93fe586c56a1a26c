#!/usr/bin/env bash
# A brand's analytics of the last 30 days with curl, as JSON.
#
#   npm run demo                                        in one terminal, which prints a key
#   SIGHTLINE_KEY=<key> bash examples/summary.sh <brand>
#
# SIGHTLINE_URL is http://127.0.0.1:4000 unless it is set. Needs curl 7.76 or newer, and Node.

set -euo pipefail

url="${SIGHTLINE_URL:-http://127.0.0.1:4000}"
key="${SIGHTLINE_KEY:?Set SIGHTLINE_KEY to a key of the server.}"
brand="${1:?Name a brand: bash examples/summary.sh <brand>}"

# Node formats dates the same way on every system; `date` does not.
end="$(node -p 'new Date().toISOString()')"
start="$(node -p 'new Date(Date.now() - 30 * 86400000).toISOString()')"

# The key is passed by a file descriptor, because every user of the machine can read the arguments of a process.
# --retry honors Retry-After if the rate limit is exceeded or the server is unavailable.
curl --silent --show-error --fail-with-body --retry 3 --get \
  --config <(printf 'header = "Authorization: Bearer %s"\n' "$key") \
  --data-urlencode "start=$start" \
  --data-urlencode "end=$end" \
  "$url/api/v1/brands/$brand/analytics"
