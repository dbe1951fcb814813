// Codes of the fit report and the values that go with each, as src/session/fit_reason.cc has them, as types:
//   node scripts/web/fit_values.mjs   writes web/worker/fit_values.ts, which a test compares with the source
import { readFileSync, writeFileSync } from 'node:fs';
import { atRoot, isMain } from '../shared.mjs';

const source = 'src/session/fit_reason.cc';
export const fitValuesFile = 'web/worker/fit_values.ts';

const typeOf = (name, isList) => {
  if (isList) return 'string[]';
  if (/^(is|are)_/.test(name)) return 'boolean';
  return /^n_|_(hz|s|uv)$/.test(name) ? 'number' : 'string';
};
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** By code: its values with their types, those that may be empty, and the English sentence of the core. */
export function fitReasons() {
  const table = readFileSync(atRoot(source), 'utf8').match(/kReasons\[\] = \{(.*?)\n\};/s)[1];
  const entry = /\{FitCode::k\w+,\s*"(\w+)",\s*((?:"[^"]*"\s*)+)\}/g;
  return [...table.matchAll(entry)].map(([, code, literals]) => {
    const english = [...literals.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join('');
    const values = [...english.matchAll(/\{(\w+)(\.\.\.)?[^}]*\}/g)].map(([, name, isList]) => [
      camel(name),
      typeOf(name, isList),
    ]);
    const inBrackets = [...english.matchAll(/\[[^\]]*\]/g)].map(String).join('');
    const optional = [...inBrackets.matchAll(/\{(\w+)/g)].map(([, name]) => camel(name));
    return { code, english, values: Object.fromEntries(values), optional };
  });
}

export function fitValuesText() {
  const members = fitReasons().map(({ code, english, values }) => {
    const types = Object.entries(values).map(([name, type]) => `    ${name}: ${type};\n`);
    const value = types.length ? `{\n${types.join('')}  }` : 'Record<never, never>';
    return `  /** ${english.replaceAll(/\{\w+\}(?=[a-z])/g, '').replaceAll(/[{}]/g, '`')} */\n  ${code}: ${value};\n`;
  });
  return `// Written by scripts/web/fit_values.mjs from ${source}.

/**
 * By code, what goes with a finding of \`Fit\`; a list, text or number is empty or 0 where there is none. Codes are stable: none
 * changes its meaning.
 */
export interface FitValues {
${members.join('')}}

/** Why an item of \`Fit\` has its verdict. */
export type FitCode = keyof FitValues;
`;
}

if (isMain(import.meta.url)) writeFileSync(atRoot(fitValuesFile), fitValuesText());
