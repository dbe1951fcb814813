import { afterEach, expect, it, vi } from 'vitest';
import { setFragment, toldFragment } from './host.js';

afterEach(() => vi.unstubAllGlobals());

it('a fragment that somebody wrote meanwhile is not overwritten by one that was sent before', () => {
  const place = { hash: '#p=learn', pathname: '/', search: '' };
  const write = (_: unknown, __: string, address: string) => {
    place.hash = address.startsWith('#') ? address : '';
  };
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', { pushState: write, replaceState: write });
  expect(toldFragment()).toBe('p=learn');
  setFragment('p=live', false);
  expect(place.hash).toBe('#p=live');

  place.hash = '#open=explain'; // and the frame has not been told yet
  setFragment('p=live&span=5', false);
  expect(place.hash).toBe('#open=explain');
  expect(toldFragment()).toBe('open=explain');
  setFragment('p=explain', true);
  expect(place.hash).toBe('#p=explain');
  setFragment('', false);
  setFragment('p=train', false);
  expect(place.hash).toBe('#p=train');
});
