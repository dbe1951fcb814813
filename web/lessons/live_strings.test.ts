import { describe, expect, it } from 'vitest';
import { liveStrings } from './live_strings.js';

const make = (name: string) => ({
  title: name,
  greet: (whom: string) => `${name} ${whom}`,
  list: [name],
  group: { text: `${name}!`, deep: { say: () => name } },
});

describe('texts that follow', () => {
  let now = make('one');
  const texts = liveStrings(now, () => now);
  const { greet, group } = texts;
  const { say } = group.deep;

  it('are those of the moment, also in groups and functions that were taken out before', () => {
    expect([texts.title, greet('you'), texts.list, group.text, say()]).toEqual([
      'one',
      'one you',
      ['one'],
      'one!',
      'one',
    ]);
    now = make('two');
    expect([texts.title, greet('you'), texts.list, group.text, say()]).toEqual([
      'two',
      'two you',
      ['two'],
      'two!',
      'two',
    ]);
  });

  it('can be listed and copied as the object that they follow', () => {
    expect(Object.keys(texts)).toEqual(['title', 'greet', 'list', 'group']);
    expect({ ...texts.group }.text).toBe('two!');
    expect(Object.entries(group)[0]).toEqual(['text', 'two!']);
  });
});
