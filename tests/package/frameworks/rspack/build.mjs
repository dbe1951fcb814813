import { rspack } from '@rspack/core';

rspack({ context: import.meta.dirname, mode: 'production' }, (error, stats) => {
  const isAboutSize = ({ message }) => /size limit|lazy-load|code splitting/i.test(message);
  const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
  const problems = error ? [error] : [...errors, ...warnings.filter((one) => !isAboutSize(one))];
  for (const { message } of problems) console.error(message);
  process.exitCode = problems.length > 0 ? 1 : 0;
});
