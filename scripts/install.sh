#!/bin/sh
# Installs the packages of this clone with the Node.js and the npm that it names, whatever the system's are: Debian's npm
# cannot read the lockfile, and Debian 12's Node.js is too old for a newer npm. It cannot read the packages of an installed
# clone either, so it is not run in this folder.
set -eu
cd "$(dirname "$0")/.."
value() { sed -n "s|.*\"$1\": \"\([^\"]*\)\".*|\1|p" package.json | head -n 1; }
node=node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
clone=$PWD node=$node@$(value "$node") npm=$(value packageManager)
cd /
exec npx --yes --package="$node" --package="$npm" -- env sh -c 'cd "$0" && exec npm ci --no-audit --no-fund "$@"' "$clone" "$@"
