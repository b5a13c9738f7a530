#!/bin/sh
# Runs the server with the Node beside it. The variables and the option save memory.
lib=$(dirname "$(readlink -f "$0")")/../lib
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-4194304}"
exec "$lib/node" --max-semi-space-size=16 "$lib/bin/tidemark-server.mjs" "$@"
