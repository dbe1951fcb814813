#!/usr/bin/env bash
# What setup.mjs needs of Debian beyond plain packages. Nothing here touches the system's own apt sources or its libc.
#   setup-debian.sh emscripten TOOLS   Emscripten of Debian 13 for a Debian 12 machine    -> TOOLS/emscripten-3.1.69
#   setup-debian.sh sources TOOLS      sources of the C++ dependencies                    -> TOOLS/src/<package>
#   setup-debian.sh xnnpack TOOLS      those of XNNPACK, likewise (only for -DEEGATE_XNNPACK=ON)
# What is fetched has an exact version, and its SHA-256 stands in setup-debian.sha256 beside this script: the index of the archive is not
# believed. Where the architecture has no sum there, and for the libc and libstdc++ that binaryen runs under, whose versions move
# with Debian's security updates, apt's signed index is.
set -euo pipefail

suite=trixie # Debian 13: Emscripten 3.1.69, Highway 1.2.0, Catch2 3.7.1, yyjson 0.10, CLI11 2.4, zlib 1.3.1
packages=(highway catch2 yyjson cli11 zlib)
what=${1:?emscripten, sources or xnnpack} tools=${2:?the tools folder}
mkdir -p "$tools" && tools=$(cd "$tools" && pwd)
state=$tools/apt-$what

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sums=$here/setup-debian.sha256

exec 9>"$tools/.lock-$what" && flock 9 # several checkouts share the folder

# apt with a private state for one suite. The mirror is the one this machine already uses.
open_suite() { # deb|deb-src
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
  [ -n "$mirror" ] || { echo "apt knows no Debian mirror: run apt-get update" >&2; exit 1; }
  mkdir -p "$state"/{lists/partial,cache/archives/partial,parts}
  : >"$state/status"
  echo "$1 [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$state/sources.list"
  apt_suite update -qq
}
apt_suite() {
  local verb=$1 && shift
  apt-get -o Dir::State="$state" -o Dir::State::status="$state/status" -o Dir::State::lists="$state/lists" \
    -o Dir::Cache="$state/cache" -o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts="$state/parts" \
    -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts="$state/parts" \
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "$verb" "$@"
}

# A file whose sum is not known, or not this one, is not used.
check() { # FILE
  local sum
  sum=$(awk -v name="${1##*/}" '$2 == name { print $1 }' "$sums")
  [ -n "$sum" ] || { echo "${1##*/} is not in ${sums##*/}: its version has changed; check the new one and add it" >&2; exit 1; }
  echo "$sum  $1" | sha256sum --check --quiet
}

# The upstream tarballs of the suite. Only the .orig files: Debian's patches are not needed.
fetch_sources() {
  local file url package tarball
  open_suite deb-src
  mkdir -p "$tools/src"
  apt_suite source --print-uris "${packages[@]}" 2>/dev/null |
    sed -n "s/^'\([^']*\.orig\.tar\.[a-z0-9]*\)' \([^ ]*\) .*/\1 \2/p" |
    while read -r url file; do
      curl -fsS --retry 3 -o "$state/$file" "$url"
      check "$state/$file"
    done
  for package in "${packages[@]}"; do
    tarball=$(echo "$state/${package}"_*.orig.tar.*)
    unpack "$tarball" "$tools/src/$package"
    echo "${tarball##*/} -> $tools/src/$package"
  done
}
unpack() { # TARBALL FOLDER; some tarballs hold one top folder, some hold the tree itself
  local strip=1
  tar -tf "$1" | grep -x '\(\./\)\?CMakeLists.txt' >/dev/null && strip=0 # -q would break the pipe of a long list
  rm -rf "$2" "$2.new" && mkdir "$2.new"
  tar -xf "$1" -C "$2.new" --strip-components=$strip
  mv "$2.new" "$2"
}

# Debian 13's Emscripten drives clang-19 and lld-19, which Debian 12 has too. Only binaryen needs the newer libc and
# libstdc++, so it alone runs under a private copy of them.
fetch_emscripten() {
  local root=$tools/emscripten-3.1.69 loader lib name
  local bin=$root/bin
  open_suite deb
  (cd "$state" && apt_suite download -qq emscripten binaryen libc6 libstdc++6 libgcc-s1)
  check_package emscripten && check_package binaryen
  rm -rf "$root" && mkdir -p "$bin"
  for name in libc6 libstdc++6 libgcc-s1; do dpkg -x "$state/${name}"_*.deb "$root/runtime"; done
  dpkg -x "$state"/binaryen_*.deb "$root/binaryen"
  # Of the 1.5 GB keep the compiler and the libraries a web module can use; emcc builds other variants when asked.
  dpkg --fsys-tarfile "$state"/emscripten_*.deb | tar -x -C "$root" --strip-components=4 \
    --exclude='*/emscripten/test' --exclude='*/emscripten/docs' --exclude='*/emscripten/media' \
    --exclude='*/wasm32-emscripten/pic' --exclude='*/wasm32-emscripten/lto-pic' --exclude='*-mt*.a' \
    --exclude='*-emu*.a' --exclude='*-webgl2*.a' --exclude='*-full_es3*.a' --exclude='*-ww*.a' \
    --exclude='*-asan*.a' --exclude='*san_*rt*.a' --exclude='*sanitizer_common*.a' ./usr/share/emscripten

  loader=$(echo "$root"/runtime/usr/lib/*/ld-linux-*.so.*) lib=$(dirname "$loader")
  for name in "$root"/binaryen/usr/bin/*; do
    wrap "$bin/${name##*/}" "$loader" --argv0 "$bin/${name##*/}" \
      --library-path "$root/binaryen/usr/lib/$(basename "$lib"):$lib" "$name"
  done
  cat >"$root/.emscripten" <<CONFIG
import shutil
LLVM_ROOT = '/usr/bin'
LLVM_ADD_VERSION = '19'
CLANG_ADD_VERSION = '19'
BINARYEN_ROOT = '$root'
NODE_JS = shutil.which('node')
CACHE = '$root/cache'
FROZEN_CACHE = False
CONFIG
  fetch_acorn "$root/node_modules/acorn"
  "$root/emcc" --version | head -n 1
}
# apt writes the colon of an epoch and the plus of a version as %3a and %2b.
check_package() { # NAME
  local file plain
  file=$(echo "$state/${1}"_*.deb)
  plain=$(sed 's/%2b/+/g; s/%3a/:/g; s/%7e/~/g' <<<"${file##*/}")
  [[ $plain == *_all.deb ]] || grep -q "_$(dpkg --print-architecture).deb" "$sums" || return 0
  [ "$file" = "$state/$plain" ] || mv "$file" "$state/$plain"
  check "$state/$plain"
}
# emcc shrinks its JavaScript with acorn: the one that package-lock.json names, by version and SHA-512.
fetch_acorn() { # FOLDER
  local version integrity
  read -r version integrity < <(node -p "
    const { version, integrity } = require('$here/../package-lock.json').packages['node_modules/acorn'];
    version + ' ' + Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')")
  (cd "$state" && npm pack --silent --ignore-scripts "acorn@$version" >/dev/null)
  echo "$integrity  $state/acorn-$version.tgz" | sha512sum --check --quiet
  rm -rf "$1" && mkdir -p "$1"
  tar -xf "$state/acorn-$version.tgz" -C "$1" --strip-components=1
}
wrap() { # FILE COMMAND...
  local file=$1 && shift
  printf '#!/bin/sh\nexec' >"$file"
  printf ' "%s"' "$@" >>"$file"
  printf ' "$@"\n' >>"$file"
  chmod 755 "$file"
}

case $what in
  emscripten) fetch_emscripten ;;
  sources) fetch_sources ;;
  xnnpack)
    packages=(xnnpack pthreadpool fxdiv fp16)
    fetch_sources
    ;;
esac
rm -rf "$state"
