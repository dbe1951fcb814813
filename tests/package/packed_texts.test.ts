// Texts of the npm package have no link that leads nowhere.
import { describe, expect, it } from 'vitest';
import { packageText } from '../../scripts/docs/package_links.mjs';

const info = { name: 'eegate', version: '1.2.3' };
const files = new Set(['docs/CLI.md', 'docs/MODEL.md', 'docs/examples/blog.html']);

describe('links of texts in the package', () => {
  const readme = (text: string, more = {}) =>
    packageText(text, 'README.md', files, { ...info, ...more });

  it('in README lead to the published files', () => {
    expect(readme('[a `b`](docs/CLI.md) [c](docs/CLI.md#train)')).toBe(
      '[a `b`](https://unpkg.com/eegate@1.2.3/docs/CLI.md) [c](https://unpkg.com/eegate@1.2.3/docs/CLI.md)',
    );
    expect(readme('[a](#b) [c](https://d.e)')).toBe('[a](#b) [c](https://d.e)');
  });

  it('become text, and pictures vanish, if the package lacks their files', () => {
    expect(readme('See [models/](models).\n\n![A page](docs/eegate.webp)\n\nMore')).toBe(
      'See models/.\n\nMore',
    );
  });

  it('in README stay if npm knows the repository', () => {
    const text = '[a](docs/CLI.md) ![b](docs/eegate.webp)';
    expect(readme(text, { repository: 'github:a/b' })).toBe(text);
  });

  it('in documents stay relative', () => {
    const text = '[a](MODEL.md#gates) [b](examples/blog.html) [c](../CONTRIBUTING.md)';
    expect(packageText(text, 'docs/CLI.md', files, info)).toBe(
      '[a](MODEL.md#gates) [b](examples/blog.html) c',
    );
  });

  it('in code are left alone', () => {
    const text = '```\n[a](b.md)\n```';
    expect(readme(text)).toBe(text);
  });
});
