// What the wasm modules are made of beside eegate's own code, for the notices and the bill of materials. The packages that
// bundles are made of are found by the bundler (notices.mjs).

const unpacked = (name, file) => [{ source: name, file }];
const kept = (file) => ({ file: `scripts/web/licences/${file}` });

/** `texts`: where each licence stands: in the sources of a dependency, or in this repository. */
export const thirdParties = [
  {
    name: 'Highway',
    version: '1.2.0',
    licence: 'BSD-3-Clause',
    purl: 'pkg:github/google/highway@1.2.0',
    place: 'wasm',
    texts: unpacked('highway', 'LICENSE-BSD3'),
  },
  {
    name: 'yyjson',
    version: '0.10.0',
    licence: 'MIT',
    purl: 'pkg:github/ibireme/yyjson@0.10.0',
    place: 'wasm',
    texts: unpacked('yyjson', 'LICENSE'),
  },
  {
    name: 'zlib',
    version: '1.3.1',
    licence: 'Zlib',
    purl: 'pkg:github/madler/zlib@1.3.1',
    place: 'wasm',
    texts: unpacked('zlib', 'LICENSE'),
  },
  {
    name: 'Emscripten',
    version: '3.1.69',
    licence: 'MIT',
    purl: 'pkg:github/emscripten-core/emscripten@3.1.69',
    place: 'worker and wasm',
    texts: [kept('emscripten.txt')], // distributions leave its licence out of the folder of emcc
  },
  {
    name: 'musl',
    version: '1.2.5',
    licence: 'MIT',
    purl: 'pkg:generic/musl@1.2.5',
    place: 'wasm',
    texts: [kept('musl.txt')],
  },
  {
    name: 'LLVM libc++, libc++abi, compiler-rt',
    version: '18.1',
    licence: 'Apache-2.0 WITH LLVM-exception',
    purl: 'pkg:github/llvm/llvm-project@18.1',
    place: 'wasm',
    texts: [kept('llvm.txt'), { file: 'LICENSE' }],
  },
];

/** What the Linux commands of a release are linked with. */
export const linkedNatively = [
  ...thirdParties.filter(({ name }) => ['Highway', 'yyjson', 'zlib'].includes(name)),
  {
    name: 'CLI11',
    version: '2.4.2',
    licence: 'BSD-3-Clause',
    texts: unpacked('cli11', 'LICENSE'),
  },
  {
    name: 'GNU C Library',
    version: 'of Debian',
    licence: 'LGPL-2.1-or-later',
    texts: [{ file: '/usr/share/doc/libc6-dev/copyright' }],
  },
  {
    name: 'GNU libstdc++ and libgcc',
    version: 'of Debian',
    licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    texts: [{ file: '/usr/share/doc/gcc-12-base/copyright' }],
  },
];
