#!/usr/bin/env python3
"""Records a file of newline-delimited JSON over HTTP: python3 record.py runs.ndjson

SIGHTLINE_URL and SIGHTLINE_KEY say where, and with which key (sightline keys create --record). The file is sent in pieces of
whole lines; a piece that fails for the moment is sent again, which is safe. Exit status 1: some lines were rejected; 2: it failed.
"""
import gzip, http.client, json, os, sys, time, urllib.error, urllib.request

PIECE_BYTES = 8_000_000
ATTEMPTS = 6
TIMEOUT_SECONDS = 60


def fail(reason):
    print(reason, file=sys.stderr)
    sys.exit(2)


def pieces(path):
    piece, size = [], 0
    with open(path, "rb") as file:
        for line in file:
            if piece and size + len(line) > PIECE_BYTES:
                yield piece
                piece, size = [], 0
            piece.append(line)
            size += len(line)
    if piece:
        yield piece


def send(piece):
    headers = {
        "Authorization": "Bearer " + os.environ["SIGHTLINE_KEY"],
        "Content-Type": "application/x-ndjson",
        "Content-Encoding": "gzip",
    }
    body = gzip.compress(b"".join(piece))
    for attempt in range(ATTEMPTS):
        try:
            request = urllib.request.Request(os.environ["SIGHTLINE_URL"] + "/api/v1/records", body, headers)
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504) or attempt == ATTEMPTS - 1:
                fail(error.read().decode())
            time.sleep(int(error.headers.get("Retry-After") or 2 ** attempt))
        except (OSError, http.client.HTTPException) as error:
            if attempt == ATTEMPTS - 1:
                fail(error)
            time.sleep(2 ** attempt)


def main():
    first, rejected, runs = 0, 0, 0
    for piece in pieces(sys.argv[1]):
        answer = send(piece)
        runs += answer["recorded"]["runs"]
        rejected += answer["rejectedCount"]
        for each in answer["rejected"]:
            print(f"line {first + each['line']}: {' '.join(fault['message'] for fault in each['faults'])}", file=sys.stderr)
        first += len(piece)
    print(f"{runs} runs recorded, {rejected} lines rejected")
    sys.exit(1 if rejected else 0)


try:
    main()
except Exception as error:
    fail(f"{type(error).__name__}: {error}")
