// The endings by which the page finds recordings are those of the formats of the core.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endingsFile, endingsText } from '../scripts/web/recording_endings.mjs';

it('are written from the readers as they are (node scripts/web/recording_endings.mjs)', () => {
  expect(readFileSync(endingsFile, 'utf8')).toBe(endingsText());
  expect(endingsText()).toContain("'.xdf'");
});
