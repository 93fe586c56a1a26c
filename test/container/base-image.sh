#!/bin/sh
# Makes the base image that the Dockerfile names where no registry of images can be reached: Debian by debootstrap, and Node by the package
# of npm. Needs root, buildah and debootstrap. Usage: base-image.sh <name of the image>
set -eu
name=$1
version=$(echo "$name" | sed -n 's/.*:\([0-9]*\)-.*/\1/p')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root

debootstrap --variant=minbase --include=ca-certificates bookworm "$root" > "$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
machine=$(node -p process.arch)
npm install --prefix "$scratch" --ignore-scripts --no-audit --no-fund --loglevel=error "node-linux-$machine@$version" > /dev/null
cp "$scratch/node_modules/node-linux-$machine/bin/node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -aL "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
# A registry behind a proxy of this machine's network is trusted as it is here.
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --shell /bin/bash --create-home node

storage="--storage-driver ${STORAGE_DRIVER:-vfs}"
container=$(buildah $storage from scratch)
buildah $storage add --quiet "$container" "$root" / > /dev/null
buildah $storage config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
buildah $storage commit --quiet --format docker "$container" "$name" > /dev/null
buildah $storage rm "$container" > /dev/null
