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
const sources = ['highway', 'catch2', 'yyjson', 'cli11', 'zlib'];
const toolsFolder =
  process.env.EEGATE_TOOLS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'eegate');

/**
 * Sets up what a build needs and, with `browser`, `firefox`, `webkit` and `clang`, what those tests need. Returns what
 * .eegate-tools.json says.
 */
export async function setup({ browser, firefox, webkit, clang } = {}) {
  await Promise.all([setupCompilers(), installNodeModules()]);
  const found = {
    chromium: await findChromium(browser),
    headless: await findHeadless(browser),
    firefox: await findFirefox(firefox),
    clang: await findClang(clang),
  };
  if (webkit) await findWebKit();
  return remember(found);
}

/** What compiles the core. Most of it is waiting for downloads, so they run at the same time. */
let compilers;
export const setupCompilers = () => (compilers ??= findCompilers());

async function findCompilers() {
  await findPrograms();
  const [emscripten, sources] = await Promise.all([findEmscripten(), findSources()]);
  return remember({ emscripten, sources });
}

/** Adds to .eegate-tools.json, which CMake and the scripts read. */
function remember(found) {
  const file = atRoot('.eegate-tools.json');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const all = { ...JSON.parse(before), ...found };
  const text = `${JSON.stringify(all, null, 2)}\n`;
  if (text !== before) writeFileSync(file, text);
  return all;
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
  if (missing.length > 0) await aptInstall(missing.map((program) => needed[program]));
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
  if (!aptMirror()) await aptUpdate(); // without lists apt knows no package
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
  await aptUpdate();
  await Promise.all([
    compilers.length > 0 && aptInstall(compilers),
    run('bash', [atRoot('scripts/setup-debian.sh'), 'emscripten', toolsFolder]),
  ]);
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

let nodeModules;
export const installNodeModules = () => (nodeModules ??= npmInstall());

async function npmInstall() {
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

/**
 * The same Chromium without windows and with one process for a page and its frames, which starts in less than half of the time.
 * Debian has it; elsewhere, and where it cannot be installed, tests use Chromium.
 */
async function findHeadless(install) {
  const name = 'chromium-headless-shell';
  if (!which(name) && install && process.getuid() === 0)
    await Promise.resolve(aptUpdate())
      .then(() => aptCandidate(name) && aptInstall([name]))
      .catch(() => undefined);
  return which(name) ?? null;
}

/** clang-19 with its sanitizers and libFuzzer, which are small; where it is not here itself, it is not installed. */
async function findClang(install) {
  const clang = which('clang-19');
  if (!clang) return null;
  const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const folder = output(clang, ['-print-resource-dir']).trim();
  const find = () =>
    [`lib/linux/libclang_rt.fuzzer-${arch}.a`, `lib/${arch}-pc-linux-gnu/libclang_rt.fuzzer.a`]
      .map((file) => join(folder, file))
      .find(existsSync);
  if (!find() && install && aptCandidate('libclang-rt-19-dev'))
    await aptInstall(['libclang-rt-19-dev']).catch(() => undefined);
  return find() ? clang : null;
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

let updated;
function aptUpdate() {
  if (!which('apt-get') || process.getuid() !== 0) return undefined;
  return (updated ??= run('apt-get', ['update', '-qq']));
}

/** dpkg lets in one at a time. */
let installing = Promise.resolve();
export function aptInstall(packages) {
  installing = installing.catch(() => undefined).then(() => aptInstallNow(packages));
  return installing;
}

async function aptInstallNow(packages) {
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

if (isMain(import.meta.url)) {
  main(async () => {
    const found = await setup({ browser: true, firefox: true, webkit: true, clang: true });
    for (const [name, place] of Object.entries(found))
      console.log(`${name}: ${place ?? 'not found'}`);
  });
}
