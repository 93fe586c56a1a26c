#!/bin/sh
# Restores the newest backup of a folder into an embedded database that is thrown away: every record must be accepted, the figures must be those
# of the rows, and another export must be the same, byte for byte. Fails, and says why, where it is not.
# Usage: try-restore.sh <folder>. $SIGHTLINE is the command (default: sightline).
set -eu
backup=$(find "$1" -maxdepth 1 -name 'sightline-*.ndjson.gz' | sort | tail -n 1)
[ -n "$backup" ] || { echo "There is no backup in $1." >&2; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
export DATABASE_URL= SIGHTLINE_DATA="$scratch/data"
sightline=${SIGHTLINE:-sightline}

gzip --test "$backup"
# Where records are refused, they are listed beside what is recorded: here, where they are thrown away.
cp "$backup" "$scratch/backup.ndjson.gz"
$sightline record "$scratch/backup.ndjson.gz"
$sightline roll --check
$sightline export -o "$scratch/again.ndjson.gz"
gunzip --stdout "$backup" > "$scratch/before"
gunzip --stdout "$scratch/again.ndjson.gz" > "$scratch/after"
cmp "$scratch/before" "$scratch/after"
echo "$backup: restored, and exported again the same."
