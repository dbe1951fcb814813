// The API of the package as it is published, without comments: api/*.d.ts, which a change of the API has to change with it.
//   node scripts/api_report.mjs   writes it from dist/, which a build comes before; a test compares both
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { Failure, atRoot, filesBelow, isMain, main } from './shared.mjs';
import { reportOf } from './web/rollup_types.mjs';

/** File of the report -> its text, of the declarations in dist/. */
export function reports() {
  const files = filesBelow('dist', (file) => /^dist\/eegate[\w-]*\.d\.ts$/.test(file));
  if (files.length === 0) throw new Failure('dist/ is empty: npm run build');
  return new Map(
    files.map((file) => [
      file.replace('dist/', 'api/'),
      reportOf(ts, readFileSync(atRoot(file), 'utf8')),
    ]),
  );
}

if (isMain(import.meta.url)) {
  main(async () => {
    mkdirSync(atRoot('api'), { recursive: true });
    for (const [file, text] of reports()) writeFileSync(atRoot(file), text);
  });
}
