import { expect, it } from 'vitest';
import { MemoryShortage } from './memory_shortage.js';

it('tells what a memory held and what it was not given, and only that', () => {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 48 });
  const shortage = new MemoryShortage();
  shortage.watch(memory);
  expect(memory.grow(16)).toBe(16);
  expect(shortage.error('stopped')).toBeNull();
  expect(() => memory.grow(64)).toThrow();
  expect(() => memory.grow(32)).toThrow(); // a second attempt with less
  const error = shortage.error('stopped');
  expect(error).toMatchObject({ code: 'ENGINE_LOST', field: 'memory', cause: 'stopped' });
  expect(error!.found).toBe('at least 4 MiB for one engine');
  expect(error!.expected).toBe('what this device gives now, 2 MiB');
  memory.grow(16);
  expect(shortage.error('stopped')).toBeNull(); // it was given in the end
  expect(() => memory.grow(1)).toThrow();
  shortage.forget(); // another call, which ends for another reason
  expect(shortage.error('stopped')).toBeNull();
});
