#!/bin/sh
# Shows Tidemark in a window of the browser that is installed; `tidemark import` and `tidemark export`
# take memos in and out.
home="$(dirname "$(readlink -f "$0")")/../lib/tidemark-browser"
exec "$home/node" "$home/app/tidemark.js" "$@"
