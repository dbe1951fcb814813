// Codes of the compatibility report and the values of each, read from src/session/open/compatibility_reason.cc, as types:
//   node scripts/web/compatibility_values.mjs   writes web/worker/compatibility_values.ts, which a test compares with the source
import { readFileSync, writeFileSync } from 'node:fs';
import { atRoot, isMain } from '../shared.mjs';

const source = 'src/session/open/compatibility_reason.cc';
export const compatibilityValuesFile = 'web/worker/compatibility_values.ts';

const typeOf = (name, isList) => {
  if (isList) return 'string[]';
  if (/^(is|are)_/.test(name)) return 'boolean';
  return /^n_|_(hz|s|uv)$/.test(name) ? 'number' : 'string';
};
// What a value is, by its name, which means the same under every code.
const meanings = {
  ambiguous: 'Names that several channels of the recording have.',
  areWindowsAdded: "Whether windows of the model's length were added to the recipe.",
  availableS: 'Seconds there are.',
  bad: 'Names of channels that are marked as bad.',
  channels: 'Names of channels.',
  classes: 'Names, in the order of the outputs.',
  converted: 'Names of channels that have another unit of voltage.',
  epochS: 'Seconds of an epoch.',
  highHz: 'Upper edge of the band, in Hz.',
  highestUv: 'Most that EEG varies by, in microvolts.',
  highpassHz: 'As the header states it, in Hz; 0: not stated.',
  likelyUnit: 'Unit in which the numbers would be EEG; empty: none.',
  lowHz: 'Lower edge of the band, in Hz.',
  lowestUv: 'Least that EEG varies by, in microvolts.',
  lowpassHz: 'As the header states it, in Hz; 0: not stated.',
  missing: 'Names of channels that the model needs.',
  modelHz: 'Sampling rate of the model, in Hz.',
  nChannels: 'Channels that the model needs.',
  nClasses: 'Outputs that are classes.',
  nDown: 'Divisor of the resampling.',
  nEvents: 'Annotations that epochs are cut from.',
  nExpected: 'Samples of an epoch for which the model was made.',
  nFound: 'Channels that the model needs and the recording has.',
  nSamples: 'Samples of an epoch by the recipe.',
  nUnused: 'Channels of the recording that the model does not need.',
  nUp: 'Factor of the resampling.',
  nValues: 'Outputs that are numbers.',
  notEeg: 'Names of channels that have another type than EEG.',
  notchHz: 'Frequency that the recipe removes, in Hz.',
  nyquistHz: 'Half of the sampling rate of the recording, in Hz.',
  outputs: 'Names of the numbers.',
  problem: 'What is wrong with the recipe, in English.',
  problemCode: 'Code of the error, one of `ErrorCode`.',
  recipeHz: 'Sampling rate that the recipe gives, in Hz.',
  recordingS: 'Seconds of the recording.',
  renamed: 'Names that were recognised, such as "T3 → T7".',
  sfreqHz: 'Sampling rate of the recording, in Hz.',
  spreadUv: 'Median absolute deviation within a second, in microvolts.',
  texts: 'Texts of annotations that epochs are cut from.',
  unit: 'As the header names it; empty: it names none.',
};
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** By code: its values with their types, those that may be empty, and the English sentence of the core. */
export function compatibilityReasons() {
  const table = readFileSync(atRoot(source), 'utf8').match(/kReasons\[\] = \{(.*?)\n\};/s)[1];
  const entry = /\{CompatibilityCode::k\w+,\s*"(\w+)",\s*((?:"[^"]*"\s*)+)\}/g;
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

export function compatibilityValuesText() {
  const names = new Set(compatibilityReasons().flatMap(({ values }) => Object.keys(values)));
  const known = new Set(Object.keys(meanings));
  const wrong = [...names, ...known].filter((name) => !names.has(name) || !known.has(name));
  if (wrong.length)
    throw new Error(
      `scripts/web/compatibility_values.mjs: no code, or no meaning, of ${wrong.join(', ')}`,
    );

  const members = compatibilityReasons().map(({ code, english, values }) => {
    const types = Object.entries(values).map(
      ([name, type]) => `    /** ${meanings[name]} */\n    ${name}: ${type};\n`,
    );
    const value = types.length ? `{\n${types.join('')}  }` : 'Record<never, never>';
    return `  /** ${english.replaceAll(/\{\w+\}(?=[a-z])/g, '').replaceAll(/[{}]/g, '`')} */\n  ${code}: ${value};\n`;
  });
  return `// Written by scripts/web/compatibility_values.mjs from ${source}.

/**
 * By code, what goes with a finding of \`Compatibility\`; a list, text or number is empty or 0 where there is none. Codes are stable: none
 * changes its meaning.
 */
export interface CompatibilityValues {
${members.join('')}}

/** Why an item of \`Compatibility\` has its verdict. */
export type CompatibilityCode = keyof CompatibilityValues;
`;
}

if (isMain(import.meta.url))
  writeFileSync(atRoot(compatibilityValuesFile), compatibilityValuesText());
