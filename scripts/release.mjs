// npm run release: everything that is published, in build/release, made from this checkout and nothing else. The same sources and
// compilers give the same bytes: archives hold no date, no owner and no order of a file system.
//   eegate-VERSION.tgz             the npm package
//   eegate-site-VERSION.tar.gz     the page, with the documentation in docs/
//   eegate.html                    the page in one file
//   eegate-linux-amd64, -arm64     the command, linked statically; without a cross compiler, or with --without-arm64, none for Arm
//   Containerfile                  an image of the command alone
//   eegate.cdx.json, THIRD_PARTY.txt (page and package), THIRD_PARTY-linux.txt (commands), LICENSE, SHA256SUMS
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, cmakeBuild } from './build.mjs';
import { buildDocs } from './docs.mjs';
import { pack } from './pack.mjs';
import { aptInstall, setup } from './setup.mjs';
import { Failure, atRoot, isMain, main, run, sha256, status, which } from './shared.mjs';
import { writeNativeNotices } from './web/notices.mjs';

export const releaseFolder = atRoot('build/release');
const binaries = ['amd64', 'arm64'];
const armCompiler = 'aarch64-linux-gnu-g++';

/** Everything that is published, in build/release; its checksums. */
export async function release() {
  await setup();
  await build();
  rmSync(releaseFolder, { recursive: true, force: true });
  mkdirSync(releaseFolder, { recursive: true });
  pack(releaseFolder);
  for (const name of ['eegate.html', 'eegate.cdx.json', 'THIRD_PARTY.txt']) take(`dist/${name}`);
  take('LICENSE');
  take('examples/container/Containerfile');
  for (const machine of binaries) if (await canBuild(machine)) await buildBinary(machine);
  writeNativeNotices(join(releaseFolder, 'THIRD_PARTY-linux.txt'));
  await packSite();
  return writeSums();
}

const take = (file, name = file.split('/').at(-1)) =>
  copyFileSync(atRoot(file), join(releaseFolder, name));

/** Debian's cross compiler is installed where that is possible; without it there is no command for 64-bit Arm, which is said. */
async function canBuild(machine) {
  if (machine !== 'arm64') return true;
  const isWanted = !process.argv.includes('--without-arm64');
  if (isWanted && (which(armCompiler) || (await installed('g++-aarch64-linux-gnu')))) return true;
  const why = isWanted ? `: there is no ${armCompiler} (Debian: g++-aarch64-linux-gnu)` : '';
  console.log(`eegate-linux-arm64 is left out${why}`);
  return false;
}

const installed = (name) =>
  aptInstall([name]).then(
    () => true,
    () => false,
  );

async function buildBinary(machine) {
  await cmakeBuild(`linux-${machine}`);
  take(`build/linux-${machine}/eegate`, `eegate-linux-${machine}`);
}

async function packSite() {
  await cmakeBuild('native-tests', 'eegate'); // its pages of the command are the command's own
  const problems = await buildDocs({ asBuilt: true });
  if (problems.length > 0) throw new Failure(`the documentation: ${problems.join('; ')}`);
  const folder = atRoot('build/release-site');
  rmSync(folder, { recursive: true, force: true });
  cpSync(atRoot('dist'), folder, { recursive: true });
  cpSync(atRoot('build/docs/site'), join(folder, 'docs'), { recursive: true });
  const { version } = JSON.parse(readFileSync(atRoot('package.json'), 'utf8'));
  const archive = join(releaseFolder, `eegate-site-${version}.tar`);
  const plain = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  await run('tar', [
    ...plain,
    '--mode=u=rwX,go=rX',
    '--format=ustar',
    '-cf',
    archive,
    '-C',
    folder,
    '.',
  ]);
  await run('gzip', ['-n', '-9', archive]);
}

/** As sha256sum writes and checks them; returned, too. */
function writeSums() {
  const names = readdirSync(releaseFolder).sort();
  const digest = (name) => sha256(readFileSync(join(releaseFolder, name)));
  const lines = names.map((name) => `${digest(name)}  ${name}\n`);
  const sums = lines.join('');
  writeFileSync(join(releaseFolder, 'SHA256SUMS'), sums);
  for (const name of names) {
    const megabytes = (statSync(join(releaseFolder, name)).size / 1e6).toFixed(2).padStart(8);
    console.log(`${megabytes} MB  ${name}`);
  }
  return sums;
}

const binaryOf = (machine) => join(releaseFolder, `eegate-linux-${machine}`);

/** By name, whether it holds; null where this machine cannot tell. */
export async function checkRelease() {
  const sums = await status('sh', [
    '-c',
    `cd ${releaseFolder} && sha256sum --check --quiet SHA256SUMS`,
  ]);
  const results = { 'the checksums are those of the files': sums === 0 };
  const emulator = which('qemu-aarch64-static');
  results['the command runs in an empty root'] =
    process.getuid() === 0 && process.arch === 'x64' ? await runsAlone('amd64') : null;
  results['the command runs on 64-bit Arm'] =
    process.getuid() === 0 && emulator && existsSync(binaryOf('arm64'))
      ? await runsAlone('arm64', emulator)
      : null;
  return results;
}

/** Makes a recording and classifies it, in a root that holds the command and a model. */
async function runsAlone(machine, emulator) {
  const command = binaryOf(machine);
  if (!existsSync(command)) return false;
  const folder = mkdtempSync(join(tmpdir(), 'eegate-release-'));
  copyFileSync(command, join(folder, 'eegate'));
  copyFileSync(atRoot('dist/models/eyes.safetensors'), join(folder, 'model.safetensors'));
  if (emulator) copyFileSync(emulator, join(folder, 'emulator'));
  const within = [folder, ...(emulator ? ['/emulator'] : []), '/eegate'];
  const made = await status('chroot', [...within, 'sample', '-o', '/sample.edf'], { quiet: true });
  const classify = ['classify', '/model.safetensors', '/sample.edf', '--json'];
  const classified =
    made === 0 && (await status('chroot', [...within, ...classify], { quiet: true }));
  rmSync(folder, { recursive: true });
  return classified === 0;
}

if (isMain(import.meta.url)) main(release);
