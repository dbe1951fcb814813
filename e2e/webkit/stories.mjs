// The core stories in WebKit: node e2e/webkit/stories.mjs, after a build. Leaves build/reports/webkit.xml.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { serve } from '../../scripts/serve.mjs';
import { atRoot } from '../../scripts/shared.mjs';
import { judge, openPlaces, places } from '../support/policies.mjs';
import { startWebKit } from './driver.mjs';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const ready = `async () => document.querySelector('[role=status]')?.textContent.trim() === 'Ready'`;
const press = `async (name) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name).click()`;
const rows = `async () => { const all = [...document.querySelectorAll('#results [aria-label^=Windows] tbody tr')];
  return all.length === 59 && all.map((row) => row.textContent); }`;
const goTo = `async (name) => [...document.querySelectorAll('nav a')].find((one) => one.textContent.trim() === name).click()`;
const unfold = `async () => { const all = [...document.querySelectorAll('#train summary')].find((one) => /^\\s*Advanced/.test(one.textContent));
  if (all && !all.parentElement.open) all.click();
  return !!all; }`;
const setEpochs = `async () => { const input = [...document.querySelectorAll('#train label')].find((one) => /^Epochs/.test(one.textContent.trim()))?.control;
  if (!input) return false;
  input.value = '2';
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  return true; }`;
const seen = `async () => [...document.querySelectorAll('[role=status], [role=alert]')].map((one) => one.textContent.trim()).join(' | ')`;
const alerts = `async () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent.trim()).join('')`;

/** The same with a recording and model by the library; the plain build gives the same bits everywhere. */
const byLibrary = `async (library, weights) => {
  const { createEngine } = await import(library);
  const engine = await createEngine({ backend: 'simd', workers: 2 });
  const recording = await engine.openRecording(new Uint8Array(await engine.makeSample({ seed: 3, durationS: 20 })));
  const model = await engine.loadModel(Uint8Array.from(atob(weights), (letter) => letter.charCodeAt(0)));
  const all = [];
  for await (const { probabilities } of model.classify(recording)) all.push(...probabilities);
  const { place } = engine.info;
  await engine.close();
  return { all, place };
}`;

const stories = {
  async 'a newcomer sees a result after one click'(browser, base) {
    await browser.open(base);
    await browser.enterFrame();
    await browser.until(ready, 'a page that is ready');
    await browser.run(press, 'Try the sample recording');
    const text = await browser.until(rows, 'a table of 59 windows');
    const share = (part, label) => part.filter((row) => row.includes(label)).length / part.length;
    assert.ok(share(text.slice(0, 28), 'eyes open') > 0.8);
    assert.ok(share(text.slice(31), 'eyes closed') > 0.8);
    assert.equal(await browser.run(alerts), '');
  },

  async 'the sample becomes a model'(browser) {
    await browser.run(goTo, 'Train');
    await browser.until(unfold, 'the advanced settings of a training');
    await browser.until(setEpochs, 'a number of epochs');
    await browser.run(press, 'Train');
    await browser.until(
      `async () => document.querySelector('#train').textContent.includes('This model is now in use by Classify')`,
      'the end of a training',
      60,
    );
    assert.equal(await browser.run(alerts), '');
  },

  async 'the library gives the numbers of Node, bit for bit'(browser, base) {
    const weights = readFileSync(atRoot('dist/models/eyes8.safetensors')).toString('base64');
    await browser.open(base);
    const here = await browser.run(byLibrary, `${base}eegate.js`, weights);
    const inNode = new Function(`return ${byLibrary.replace('import(library)', 'library')}`)();
    const there = await inNode(await import(pathToFileURL(atRoot('dist/eegate.js')).href), weights);
    assert.equal(here.place, 'worker');
    assert.ok(here.all.length > 20);
    assert.deepEqual(here.all, there.all);
  },

  async 'the one file, opened from a folder, classifies the sample and trains'(browser) {
    await browser.open(pathToFileURL(atRoot('dist/eegate.html')).href);
    await browser.enterFrame();
    await browser.until(ready, 'a page that is ready');
    await browser.run(press, 'Try the sample recording');
    const text = await browser.until(rows, 'a table of 59 windows');
    assert.ok(text.slice(0, 28).filter((row) => row.includes('eyes open')).length > 22);
    await stories['the sample becomes a model'](browser);
  },

  async 'an element shows a recording'(browser, base) {
    await browser.open(`${base}custom-elements.json`);
    const n = await browser.run(
      `async (address) => {
        await import(address);
        const element = document.createElement('eeg-classifier');
        element.setAttribute('sample', '');
        element.setAttribute('autorun', '');
        const done = new Promise((resolve) => element.addEventListener('eegate-done', ({ detail }) => resolve(detail.length)));
        document.body.append(element);
        return done;
      }`,
      `${base}eegate-elements.js`,
    );
    assert.equal(n, 59);
  },
};

for (const place of places)
  stories[`where an engine runs: ${place.title}`] = async (browser) => {
    await browser.open(served.urlOf(place));
    const title = `async () => document.title.startsWith('{') && document.title`;
    const told = JSON.parse(await browser.until(title, 'a word of the engine'));
    assert.deepEqual(judge('WebKit', place, told), []);
  };

const escaped = (text) => text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const server = await serve({ port: 0 });
const base = `http://localhost:${server.address().port}/`;
const served = await openPlaces(base);
const browser = await startWebKit(await freePort());
console.log(`WebKitGTK ${browser.version}`);
const cases = [];
for (const [name, story] of Object.entries(stories)) {
  const begin = Date.now();
  const failure = await story(browser, base).then(
    () => '',
    async (error) => `${error.stack}\n${await browser.run(seen).catch(String)}`,
  );
  console.log(
    `${failure ? '✘' : '✓'} ${name} (${Date.now() - begin} ms)${failure && `\n${failure}`}`,
  );
  cases.push(
    `<testcase name="${escaped(name)}">${failure && `<failure>${escaped(failure)}</failure>`}</testcase>`,
  );
  if (failure) process.exitCode = 1;
}
mkdirSync(atRoot('build/reports'), { recursive: true });
writeFileSync(
  atRoot('build/reports/webkit.xml'),
  `<testsuite name="webkit">${cases.join('')}</testsuite>\n`,
);
await browser.close();
served.close();
server.close();
