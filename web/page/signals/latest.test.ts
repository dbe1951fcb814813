import { describe, expect, it } from 'vitest';
import { Latest } from './latest.js';

const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('Latest', () => {
  it('asks again only for the newest question, and keeps what it knows meanwhile', async () => {
    const asked: string[] = [];
    const latest = new Latest<string>(
      () => undefined,
      () => undefined,
    );
    const get = (key: string) =>
      latest.get(key, async () => {
        asked.push(key);
        await soon();
        return key;
      });
    expect(get('a')).toBeNull();
    get('b');
    get('c');
    await soon();
    await soon();
    await soon();
    expect(get('c')).toBe('c');
    expect(asked).toEqual(['a', 'c']);
    expect(get('d')).toBe('c');
  });

  it('tells of a failure once', async () => {
    const errors: unknown[] = [];
    const latest = new Latest<string>(
      () => undefined,
      (thrown) => errors.push(thrown),
    );
    const get = () => latest.get('a', () => Promise.reject(new Error('no')));
    get();
    await soon();
    get();
    await soon();
    expect(errors).toHaveLength(1);
  });
});
