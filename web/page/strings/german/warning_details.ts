// What an error or a warning of the core says beyond its text: "..., not a hypnogram", "... (field stage, at epoch 7, found "x"), and 136 more".
import { number } from './numbers.js';

const places: Record<string, string> = {
  annotation: 'Annotation',
  block: 'Block',
  byte: 'Byte',
  channel: 'Kanal',
  epoch: 'Epoche',
  line: 'Zeile',
  record: 'Datensatz',
  row: 'Zeile',
  sample: 'Messwert',
  value: 'Wert',
};

/** What was needed in place of a file of another kind. */
const needed: Record<string, string> = {
  'a recording in a known format': 'keine Aufnahme in einem bekannten Format',
  'an EDF or BDF recording': 'keine EDF- oder BDF-Aufnahme',
  'a safetensors file': 'keine safetensors-Datei',
  'a hypnogram': 'kein Hypnogramm',
};

/** What was needed, place and found value as far as they are no English words, and how many others there are; empty if nothing is known. */
export function warningDetails(english: string): string {
  const wanted = needed[/^This is .*?, not (.*)$/.exec(english)?.[1] ?? ''];
  if (wanted) return `, ${wanted}`;
  const [, place = '', at = ''] = /[( ]at ([a-z]+) (\d+)[,)]/.exec(english) ?? [];
  const found = /[( ]found ("[^"]*"|-?\d[^,) ]*(?: [µm]?[VsHz]+)?)[,)]/.exec(english)?.[1];
  const nMore = /, and (\d+) more$/.exec(english)?.[1];
  const parts = [
    places[place] ? `${places[place]} ${number(Number(at))}` : '',
    found ? `gefunden: ${found}` : '',
    nMore ? `und ${number(Number(nMore))} weitere` : '',
  ].filter(Boolean);
  return parts.length ? ` (${parts.join(', ')})` : '';
}
