import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf, inPackage, isNode, originOf, pageAddress } from './address.js';

/** As webpack makes them for Next.js: a URL whose text is relative to the page. */
class RelativeURL {
  readonly origin = '';
  readonly protocol = '';
  readonly href: string;
  constructor(href: string) {
    this.href = href;
  }
  toString() {
    return this.href;
  }
}

const bundled = 'file:///home/somebody/app/node_modules/eegate/dist/eegate.js';
const page = 'https://example.org/app/';

describe('the address of a file', () => {
  it('that a bundler made is not resolved again', () => {
    const media = new RelativeURL('/_next/static/media/eegate-simd.1a2b.wasm') as unknown as URL;
    expect(addressOf(media, bundled, page)).toBe('/_next/static/media/eegate-simd.1a2b.wasm');
    const absolute = new URL('https://cdn.example.org/eegate-simd.wasm');
    expect(addressOf(absolute, bundled, page)).toBe(absolute.href);
  });
  it('that somebody gave is taken as it is, or stands beside the script', () => {
    expect(addressOf('https://a.example/x.wasm', bundled, page)).toBe('https://a.example/x.wasm');
    expect(addressOf('x.wasm', 'https://a.example/lib/eegate.js', page)).toBe(
      'https://a.example/lib/x.wasm',
    );
    expect(addressOf('./x.wasm', bundled, undefined)).toMatch(/^file:.*\/dist\/x\.wasm$/);
  });
  it('that somebody gave with a scheme is not changed at all', () => {
    for (const given of ['https://a.example', 'HTTPS://a.example', 'x-app+1.0:x.wasm'])
      expect(addressOf(given, bundled, page)).toBe(given);
    const script = 'https://a.example/lib/eegate.js';
    expect(addressOf('models/a:b', script, page)).toBe('https://a.example/lib/models/a:b');
  });
  it('stands beside the script also on a page that is a file', () =>
    expect(addressOf('x.wasm', bundled, 'file:///home/somebody/index.html')).toBe(
      'file:///home/somebody/app/node_modules/eegate/dist/x.wasm',
    ));
  it('is relative to the page where the script only seems to be a file', () =>
    expect(addressOf('/x.wasm', bundled, page)).toBe('https://example.org/x.wasm'));
  it('has the origin of the page where it is relative', () => {
    expect(originOf('/_next/x.js', page)).toBe('https://example.org');
    expect(originOf('/_next/x.js', undefined)).toBeNull();
  });
});

describe('Node', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('is told by its version', () => expect(isNode()).toBe(true));
  it('has no page, and a script without a page neither', () => {
    vi.stubGlobal('document', { baseURI: page });
    expect(pageAddress()).toBeUndefined();
    vi.stubGlobal('process', undefined);
    expect(pageAddress()).toBe(page);
    vi.stubGlobal('document', undefined);
    expect(pageAddress()).toBeUndefined();
  });
  it('is not taken for what a bundler puts in the place of process', () => {
    vi.stubGlobal('process', { env: {}, browser: true, versions: {} });
    expect(isNode()).toBe(false);
    vi.stubGlobal('process', { env: {} });
    expect(isNode()).toBe(false);
    vi.stubGlobal('process', undefined);
    expect(isNode()).toBe(false);
  });
});

describe('a file next to a script that a development server has copied', () => {
  const found = (address: string) => inPackage(new URL(address)).href;
  it('is that of the package', () => {
    const host = 'http://localhost:5173';
    const deps = `${host}/node_modules/.vite/deps`;
    const dist = `${host}/node_modules/eegate/dist`;
    expect(found(`${deps}/eegate-simd.wasm`)).toBe(`${dist}/eegate-simd.wasm`);
    expect(found(`${deps}_ssr/models/eyes.safetensors`)).toBe(`${dist}/models/eyes.safetensors`);
    expect(found(`${host}/a/${'node_modules/.vite/deps'}/x.wasm`)).toBe(
      `${host}/a/node_modules/eegate/dist/x.wasm`,
    );
  });
  it('is left where a bundler put it', () => {
    for (const address of [`${page}assets/x.wasm`, 'http://a.example/@fs/b/eegate/dist/x.wasm'])
      expect(found(address)).toBe(address);
    const relative = new RelativeURL('/_next/x.wasm') as unknown as URL;
    expect(inPackage(relative)).toBe(relative);
  });
});
