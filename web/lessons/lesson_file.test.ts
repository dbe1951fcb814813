import { describe, expect, it } from 'vitest';
import { forExcerpt, nSampleViews, readAbout, withoutSample, writeAbout } from './lesson_file.js';

describe('what a page in one file says of its lesson', () => {
  it('is read as it was written', () => {
    const about = { recording: 'carried', model: 'own.safetensors', language: 'de' } as const;
    expect(readAbout(writeAbout(about))).toEqual(about);
  });

  it('is the sample and the first model where it makes no sense', () => {
    const nothing = { recording: 'sample', model: null, language: '' };
    for (const text of ['', '{', 'null', '5', '{"recording":7,"model":[]}'])
      expect(readAbout(text)).toEqual(nothing);
  });
});

describe('a lesson for an excerpt', () => {
  it('has views whose times count from the beginning of the excerpt', () => {
    const text = [
      '[Here](#p=signals&t=126.5&span=10&e=12) and t=126 in the text',
      '```stage',
      '#t=120&ch=O1,Oz',
      '```',
      '[before](#p=signals&t=30)',
    ].join('\n');
    expect(forExcerpt(text, 120).split('\n')).toEqual([
      '[Here](#p=signals&t=6.5&span=10) and t=126 in the text',
      '```stage',
      '#t=0&ch=O1,Oz',
      '```',
      '[before](#p=signals&t=0)',
    ]);
  });

  it('keeps views of the sample, and links to places', () => {
    const text = '[a](#sample&p=signals&t=26) [b](#train) # Title t=3 ## Step';
    expect(forExcerpt(text, 120)).toBe(text);
  });

  it('has views of the recording in place of the sample if that is wanted', () => {
    const text = '# The #sample\n[a](#sample&p=signals&t=26) [b](#p=train&sample) [c](#p=sample)';
    expect(nSampleViews(text)).toBe(3);
    const own = '# The #p=signals\n[a](#p=signals&t=26) [b](#p=train) [c](#p=sample)';
    expect(withoutSample(text)).toBe(own);
    expect(nSampleViews(own)).toBe(0);
  });
});
