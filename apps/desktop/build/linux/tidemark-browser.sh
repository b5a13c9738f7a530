#!/bin/sh
# Shows Tidemark in a window of the browser that is installed; `tidemark import`, `export`, `backup`, `backups`
# and `restore` take memos in and out and back them up.
home="$(dirname "$(readlink -f "$0")")/../lib/tidemark-browser"
exec "$home/node" "$home/app/tidemark.js" "$@"
