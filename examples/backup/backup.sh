#!/bin/sh
# Exports all records to a new file in a folder, and removes the files there that are older than some days.
# Usage: backup.sh <folder> [<days>, default 30]. $SIGHTLINE is the command (default: sightline); its settings are in the environment.
set -eu
folder=$1
days=${2:-30}

# The file gets its name once it is complete and on disk; a killed export leaves a draft, which goes with age too.
${SIGHTLINE:-sightline} export -o "$folder/sightline-$(date -u +%Y-%m-%dT%H%M%SZ).ndjson.gz"
find "$folder" -maxdepth 1 -name 'sightline-*.ndjson.gz*' -mtime "+$days" -delete
