// npm run setup: finds or installs everything that builds and tests need. It looks before it installs, so a second run
// takes a fraction of a second. What it found goes to .eegate-tools.json, which CMake and the scripts read.
// Downloads are shared by all checkouts: $EEGATE_TOOLS, else ~/.cache/eegate.
import {
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, atRoot, hashOf, isMain, main, output, run, which } from './shared.mjs';

const oldestEmscripten = '3.1.69'; // relaxed SIMD without flaws
const oldestCmake = '3.25';
const sources = ['highway', 'catch2', 'yyjson', 'cli11'];
const toolsFolder =
  process.env.EEGATE_TOOLS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'eegate');

/** Sets up what a build needs; with `browser` also what the browser tests need, with `fuzz` the fuzzer's, with `webkit` WebKit. Returns what .eegate-tools.json says. */
export async function setup({ browser = false, fuzz = false, webkit = false } = {}) {
  await findPrograms();
  const found = { emscripten: await findEmscripten(), sources: await findSources() };
  await installNodeModules();
  found.chromium = await findChromium(browser);
  found.firefox = await findFirefox(browser);
  if (webkit) await findWebKit();
  found.fuzzer = await findFuzzer(fuzz);
  writeIfChanged(atRoot('.eegate-tools.json'), `${JSON.stringify(found, null, 2)}\n`);
  return found;
}

async function findPrograms() {
  const needed = {
    'g++': 'g++',
    cmake: 'cmake',
    ninja: 'ninja-build',
    git: 'git',
    curl: 'curl',
    xz: 'xz-utils',
    python3: 'python3',
  };
  const missing = Object.keys(needed).filter((program) => !which(program));
  if (missing.length > 0) {
    if (!which('ccache')) missing.push('ccache'); // builds do without it
    await aptInstall(missing.map((program) => needed[program] ?? program));
  }
  const cmake = output('cmake', ['--version']).match(/\d+\.\d+[.\d]*/)?.[0] ?? '0';
  if (!atLeast(cmake, oldestCmake))
    throw new Failure(`cmake >= ${oldestCmake} is needed, found ${cmake}`);
}

async function findEmscripten() {
  const own = join(toolsFolder, 'emscripten-3.1.69');
  const found = [
    onPath(),
    process.env.EMSDK && join(process.env.EMSDK, 'upstream/emscripten'),
    own,
  ].find(usable);
  if (found) return found;
  if (atLeast(aptCandidate('emscripten'), oldestEmscripten)) {
    await aptInstall(['emscripten']);
    return onPath();
  }
  if (!aptCandidate('clang-19')) {
    throw new Failure(`Emscripten >= ${oldestEmscripten} is needed: put an emsdk's emcc on PATH`);
  }
  const compilers = ['clang-19', 'lld-19', 'llvm-19'].filter(
    (name) => !existsSync(`/usr/share/doc/${name}`),
  );
  if (compilers.length > 0) await aptInstall(compilers);
  await run('bash', [atRoot('scripts/setup-debian.sh'), 'emscripten', toolsFolder]);
  return own;

  function onPath() {
    const emcc = which('emcc');
    return emcc && dirname(realpathSync(emcc));
  }
  function usable(folder) {
    const version = folder && join(folder, 'emscripten-version.txt');
    return (
      version && existsSync(version) && atLeast(readFileSync(version, 'utf8'), oldestEmscripten)
    );
  }
}

/** The dependencies' sources, or null where apt knows no Debian mirror: CMake then clones the pinned commits. */
async function findSources() {
  const folder = join(toolsFolder, 'src');
  const complete = () => sources.every((name) => existsSync(join(folder, name, 'CMakeLists.txt')));
  if (complete()) return folder;
  if (!aptMirror()) await aptUpdate();
  if (!aptMirror()) return null;
  await run('bash', [atRoot('scripts/setup-debian.sh'), 'sources', toolsFolder]);
  return folder;
}

async function installNodeModules() {
  const stamp = atRoot('node_modules/.eegate-lock');
  const lock = hashOf(['package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  // npm ci would empty the folder that a link leads to, which may serve another checkout.
  const folder = atRoot('node_modules');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(folder);
  // No package here needs its install script; Playwright's browsers are not wanted, see findChromium.
  await run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  writeFileSync(stamp, lock);
}

/** A Chromium for the browser tests: Playwright's own where it is installed, else the system's. */
async function findChromium(install) {
  const { chromium } = await import('@playwright/test');
  const find = () =>
    [
      chromium.executablePath(),
      ...['chromium', 'chromium-browser', 'google-chrome'].map(which),
    ].find((file) => file && existsSync(file)) ?? null;
  if (!find() && install) await aptInstall(['chromium', 'fonts-liberation']); // without a font a page has no text
  return find();
}

/** libFuzzer of clang-19, which is small; without clang-19 itself fuzzing is left out. */
async function findFuzzer(install) {
  if (!which('clang++-19')) return null;
  const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const folder = output('clang++-19', ['-print-resource-dir']).trim();
  const find = () =>
    [`lib/linux/libclang_rt.fuzzer-${arch}.a`, `lib/${arch}-pc-linux-gnu/libclang_rt.fuzzer.a`]
      .map((file) => join(folder, file))
      .find(existsSync);
  if (!find() && install && aptCandidate('libclang-rt-19-dev'))
    await aptInstall(['libclang-rt-19-dev']).catch(() => undefined);
  return find() ?? null;
}

/** The system's Firefox. */
async function findFirefox(install) {
  const find = () => ['firefox-esr', 'firefox'].map(which).find(Boolean) ?? null;
  if (!find() && install) await aptInstall(['firefox-esr']);
  return find();
}

/** WebKitGTK with its driver, and a display that needs no screen. */
async function findWebKit() {
  if (!which('WebKitWebDriver') || !which('Xvfb')) await aptInstall(['webkit2gtk-driver', 'xvfb']);
}

// --- apt ---

let updated = false;
async function aptUpdate() {
  if (updated || !which('apt-get') || process.getuid() !== 0) return;
  await run('apt-get', ['update', '-qq']);
  updated = true;
}

export async function aptInstall(packages) {
  const names = packages.join(' ');
  if (!which('apt-get'))
    throw new Failure(`these programs are missing, please install them: ${names}`);
  if (process.getuid() !== 0)
    throw new Failure(`run this as root, then again: apt-get install ${names}`);
  await aptUpdate();
  console.log(`installing ${names}`);
  await run(
    'apt-get',
    [
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      '-o',
      'DPkg::Lock::Timeout=600',
      ...packages,
    ],
    { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true },
  );
}

const aptCandidate = (name) =>
  output('apt-cache', ['policy', name]).match(/Candidate: (?:\d+:)?(\d\S*)/)?.[1];
const aptMirror = () =>
  output('apt-get', ['indextargets', 'Created-By: Packages', 'Label: Debian']);

// --- small helpers ---

function atLeast(version, oldest) {
  const numbers = (text) => (text ?? '0').match(/\d+/g).map(Number);
  const [a, b] = [numbers(version), numbers(oldest)];
  for (let i = 0; i < b.length; i++) if ((a[i] ?? 0) !== b[i]) return (a[i] ?? 0) > b[i];
  return true;
}

function writeIfChanged(file, text) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

if (isMain(import.meta.url)) {
  main(async () => {
    const found = await setup({ browser: true, webkit: true });
    for (const [name, place] of Object.entries(found))
      console.log(`${name}: ${place ?? 'not found'}`);
  });
}
