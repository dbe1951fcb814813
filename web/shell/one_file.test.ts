import { describe, expect, it } from 'vitest';
import { oneFile, oneFilePolicy, titled, type OneFileParts } from './one_file.js';

const hosted = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="script-src 'self'" />
    <link rel="manifest" href="./manifest.webmanifest" />
    <style>p > a { color: red }</style>
    <script type="module" src="./shell.js" integrity="sha256-abc"></script>
  </head>
  <body>
    <div id="app">Loading</div>
  </body>
</html>
`;
const sources = {
  boot: "'sha256-b'",
  code: "'sha256-c'",
  german: "'sha256-g'",
  style: "'sha256-s'",
  firstStyle: "'sha256-f'",
};
const parts: OneFileParts = {
  html: hosted,
  policy: oneFilePolicy(sources, "'sha256-abc'"),
  script: 'const text = "$& $1";',
  files: [
    ['page.js', 'QUJD'],
    ['models/eyes.safetensors', 'REVG'],
  ],
};

describe('the page in one file', () => {
  it('asks for nothing, and carries everything', () => {
    const html = oneFile(parts);
    expect(html).not.toMatch(/ (src|href)="|'self'/);
    expect(html).toContain(`content="${parts.policy}"`);
    expect(html).toContain('<style>p > a { color: red }</style>');
    expect(html).toContain(
      '<script type="application/gzip-base64" id="file:page.js">QUJD</script>',
    );
    expect(html).toContain('id="file:models/eyes.safetensors">REVG</script>');
    expect(html).toContain('<script type="module">const text = "$& $1";</script></body>');
    expect(parts.policy).toContain("default-src 'none'");
    expect(parts.policy).not.toMatch(/connect-src|unsafe-inline|https?:/);
  });

  it('has the title of its lesson', () => {
    const page = '<head><title>eegate</title></head>';
    const lesson = '% Summary\n# Waves & <rhythms> $&\n\n## Step\n';
    expect(titled(page, lesson)).toBe(
      '<head><title>Waves &#38; &#60;rhythms&#62; $&#38;</title></head>',
    );
    expect(titled(page, 'no heading')).toBe(page);
  });

  it('can be made of itself again, with another lesson in place of the former', () => {
    const first = oneFile({ ...parts, lesson: [['text', 'QQ==']] });
    const second = oneFile({
      ...parts,
      html: first,
      lesson: [
        ['text', 'Qg=='],
        ['about', 'Qw=='],
      ],
    });
    expect(first).toContain('id="lesson:text">QQ==</script>');
    expect(second).toContain('id="lesson:text">Qg==</script>');
    expect(second).not.toContain('QQ==');
    expect(oneFile({ ...parts, html: second })).toBe(oneFile(parts));
  });

  it('takes nothing that could leave its element', () => {
    const made = (lesson: [string, string][]) => () => oneFile({ ...parts, lesson });
    expect(made([['text', '</script><script>']])).toThrow();
    expect(made([['"><script>', 'QQ==']])).toThrow();
    expect(() => oneFile({ ...parts, html: '<p>another document</p>' })).toThrow();
  });
});
