#!/bin/sh
# Opens Tidemark in a window of an installed browser. `tidemark import`, `export`, `backup`, `backups` and
# `restore` run without a window.
home="$(dirname "$(readlink -f "$0")")/../lib/tidemark-browser"
exec "$home/node" "$home/app/tidemark.js" "$@"
