// npm run pack: the npm package, build/npm/eegate-VERSION.tgz, from the built site. It differs from what `npm pack` alone would
// take in two files: package.json has no scripts and tools of the checkout, and texts have no link to a file that the package lacks.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { packageText } from './docs/package_links.mjs';
import { Failure, atRoot, isMain, main } from './shared.mjs';

const ofCheckoutAlone = ['scripts', 'devDependencies', 'overrides'];

/** Packs into a folder; returns the path of the package. */
export function pack(destination) {
  mkdirSync(destination, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'eegate-pack-'));
  try {
    const first = npmPack(atRoot(), work);
    execFileSync('tar', ['-xzf', join(work, first), '-C', work]);
    adapt(join(work, 'package'));
    const name = npmPack(join(work, 'package'), work);
    const packed = join(destination, name);
    writeFileSync(packed, readFileSync(join(work, name))); // the destination may be another disk
    return packed;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function npmPack(folder, destination) {
  const options = ['--ignore-scripts', '--json', '--pack-destination', destination];
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', ...options], { cwd: folder, encoding: 'utf8' }),
  );
  return filename;
}

function adapt(folder) {
  const change = (file, changed) =>
    writeFileSync(join(folder, file), changed(readFileSync(join(folder, file), 'utf8')));
  const info = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  change('package.json', () => {
    const kept = Object.entries(info).filter(([key]) => !ofCheckoutAlone.includes(key));
    return `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
  });
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name))),
  );
  for (const file of files)
    if (file.endsWith('.md')) change(file, (text) => packageText(text, file, files, info));
}

if (isMain(import.meta.url)) {
  main(async () => {
    const packed = relative(process.cwd(), pack(atRoot('build/npm')));
    if (process.env.npm_command === 'publish')
      // as "prepublishOnly"
      throw new Failure(`the checkout is not what is published: npm publish ${packed}`);
    console.log(packed);
  });
}
