// Inside: one window's way through the model as one drawing, with parts changed on it.
import { expect, test, type Locator, type Page, shellOf } from './support/test.js';
import { epochRows, everythingIsHere, offences, openPage, requestLog } from './support/app.js';

const inside = (page: Page): Locator => page.getByRole('region', { name: 'Inside the model' });

async function openInside(page: Page): Promise<Locator> {
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  const panel = inside(page);
  await panel.getByRole('button', { name: 'Inside the model' }).click();
  await expect(panel.getByText(/Window \d+ of 59/)).toBeVisible();
  return panel;
}

const outcome = (panel: Locator): Locator => panel.locator('.outcome');
const drawing = (panel: Locator): Locator =>
  panel.getByRole('group', { name: /^Path of the window/ });
const station = (panel: Locator, name: string): Locator =>
  drawing(panel).getByRole('button', { name, exact: true });
const gate = (panel: Locator): Locator =>
  panel.getByRole('slider', { name: 'Gate after attention, block 1' });

test('heads and gates are changed on the drawing, and the probability moves and comes back', async ({
  page,
}) => {
  const log = requestLog(page);
  const panel = await openInside(page);
  await everythingIsHere(page);
  const n = log.length;
  const titles = await drawing(panel).getByRole('button').allTextContents();
  expect(titles.map((title) => title.trim())).toEqual([
    'Window',
    'Standardised',
    'Tokens',
    'Attention',
    'Gate',
    'Feed-forward',
    'Gate',
    'Block 1',
    'Pooled',
    'Result',
  ]);
  await expect(outcome(panel)).toContainText('nothing changed');
  const before = await outcome(panel).textContent();
  await panel.getByRole('switch', { name: 'Head 1, block 1' }).click();
  await expect(outcome(panel)).toContainText('head 1 of block 1 off');
  await expect(outcome(panel)).toContainText('→');
  const silent = await outcome(panel).textContent();
  await panel.getByRole('slider', { name: 'Gate after feed-forward, block 1' }).press('Home');
  await expect(outcome(panel)).toContainText('the gate after feed-forward of block 1 at 0.0 %');
  await expect(outcome(panel)).not.toHaveText(silent!);
  await panel.getByRole('button', { name: 'Undo 2 changes' }).click();
  await expect(outcome(panel)).toHaveText(before!);
  await dragValve(panel);
  // A drag is one step; undone, it can be made again.
  await gate(panel).press('Control+z');
  await expect(outcome(panel)).toHaveText(before!);
  await gate(panel).press('Control+Shift+z');
  await expect(outcome(panel)).toContainText('the gate after attention of block 1 at 10 %');
  await gate(panel).press('Escape');
  await expect(outcome(panel)).toHaveText(before!);
  expect(log.slice(n)).toEqual([]);
});

/** Two keys before the next frame, as fast hands and a busy machine make them. */
async function pressTwiceAtOnce(on: Locator, key: string): Promise<void> {
  await on.evaluate((element, pressed) => {
    for (let i = 0; i < 2; i++)
      element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
  }, key);
}

/** Down to where the gate is nearly closed, while the bars of the classes follow. */
async function dragValve(panel: Locator): Promise<void> {
  const page = panel.page();
  const told = await gate(panel).getAttribute('aria-valuetext');
  expect(told).toContain('set by the model');
  const rail = (await gate(panel).locator('.hit').boundingBox())!;
  const handle = (await gate(panel).locator('circle').boundingBox())!;
  const x = rail.x + rail.width / 2;
  await page.mouse.move(x, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, rail.y + rail.height * 0.7, { steps: 4 });
  await page.mouse.move(x, rail.y + rail.height * 0.9, { steps: 4 });
  await expect(outcome(panel)).toBeInViewport(); // also while the pointer holds the valve
  await expect(panel.locator('.inside-words')).toHaveAttribute('data-shows', 'outcome');
  await page.mouse.up();
  await expect(gate(panel)).toHaveAttribute('aria-valuenow', '10');
  await expect(gate(panel)).toHaveAttribute('aria-valuetext', /set by hand/);
  await expect(outcome(panel)).toContainText('the gate after attention of block 1 at 10 %');
}

test('stations, sums and a second model: by keyboard, and axe finds nothing', async ({ page }) => {
  const panel = await openInside(page);
  expect(await offences(page, '#inside')).toEqual([]);
  await station(panel, 'Attention, block 1').press('Enter');
  const trace = panel.getByRole('application');
  await trace.focus();
  await pressTwiceAtOnce(trace, 'ArrowRight');
  await expect(panel.locator('.reads')).toContainText('Token 3');
  const tokens = panel.getByRole('slider', { name: 'Token', exact: true });
  await tokens.focus();
  await pressTwiceAtOnce(tokens, 'ArrowDown');
  await expect(tokens).toHaveAttribute('aria-valuenow', '3');
  await panel.getByRole('radio', { name: 'Head 2' }).check();
  await expect(panel.locator('.reads')).toContainText('head 2, reads most from');
  await panel.getByText('Attention of token 3 as a table').click();
  const cells = panel
    .getByRole('group', { name: 'Attention of one token' })
    .locator('td:nth-child(4)');
  const shares = (await cells.allTextContents()).map((text) => Number.parseFloat(text));
  expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThan(3);
  const matches = panel.getByText('Matches the model');
  await panel.getByText('The arithmetic').click();
  await expect(matches).toBeVisible();
  expect(await offences(page, '#inside')).toEqual([]);
  await station(panel, 'Valves of the gate after attention, block 1').press('Enter');
  await panel.getByText('Gates as a table').click();
  await panel.getByText('The arithmetic').click();
  await expect(matches).toBeVisible();
  await station(panel, 'Result').press('Enter');
  await expect(panel.getByRole('group', { name: 'Result, class by class' })).toBeVisible();
  await panel.getByText('The arithmetic').click();
  await expect(matches).toBeVisible();
  expect(await offences(page, '#inside')).toEqual([]);

  const [, window] = /Window (\d+) of 59/.exec(await panel.innerText())!;
  await panel.getByRole('button', { name: 'Previous window' }).press('Enter');
  await expect(panel.getByText(`Window ${Number(window) - 1} of 59`)).toBeVisible();
  await panel.getByLabel('Compare with').selectOption({ label: 'Same model, gates removed' });
  const which = panel.getByRole('group', { name: 'Model that is drawn' });
  await expect(which.getByRole('button')).toHaveText(['gated (gru)', 'standard (pre_ln)']);
  await expect(drawing(panel).getByText(/^compared: /)).toHaveCount(2);
  await which.getByRole('button', { name: 'standard (pre_ln)' }).press('Enter');
  await expect(station(panel, 'Sum after attention, block 1')).toBeVisible();
  await expect(gate(panel)).toHaveCount(0);
  expect(await offences(page, '#inside')).toEqual([]);
});

test(
  'the drawing follows a token, plays, and goes to another window without being rebuilt',
  { tag: '@more' },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const panel = await openInside(page);
    const sentence = panel.locator('#inside-sentence');
    const token = panel.getByRole('slider', { name: 'Token' });
    await token.focus();
    await page.keyboard.press('ArrowDown');
    await expect(sentence).toContainText(
      /^Token 2 \(\d+\.\d\d to \d+\.\d\d\ss\) reads most from token \d/,
    );
    await expect(drawing(panel).locator('.ribbons path[data-lit=true]').first()).toBeAttached();
    await expect(drawing(panel).locator('.lit')).toHaveCount(2); // of the window, and standardised
    await page.keyboard.press('Tab');
    await expect(drawing(panel).locator('.lit')).toHaveCount(0);

    const rebuilt = await drawing(panel).evaluateHandle((element) => {
      const told = { n: 0, changed: 0 };
      new MutationObserver((all) => {
        for (const { type, addedNodes } of all) {
          if (type === 'attributes') told.changed++;
          told.n += [...addedNodes].filter((node) => node instanceof Element).length;
        }
      }).observe(element, { subtree: true, childList: true, attributes: true });
      return told;
    });
    await panel.getByRole('button', { name: 'Previous window' }).click();
    await expect(panel.locator('.inside-bar p')).toHaveAttribute('aria-busy', 'false');
    await expect.poll(() => rebuilt.evaluate(({ changed }) => changed)).toBeGreaterThan(300);
    expect(await rebuilt.evaluate(({ n }) => n)).toBe(0);

    await panel.getByRole('button', { name: 'Play' }).click();
    await expect(sentence).toContainText('The window: 2.0 s of 64 channels');
    await expect(sentence).toContainText('The model cuts 2.0 s into 9 tokens');
    await expect(drawing(panel).locator('.pulses circle').first()).toBeAttached();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await expect(drawing(panel).locator('[data-phase=ahead]')).toHaveCount(0);
    await expect(drawing(panel).locator('.pulses circle')).toHaveCount(0);
  },
);

test('what is inspected and ablated through the library is what classifies', async ({ page }) => {
  await openPage(page);
  const told = await shellOf(page).evaluate(async () => {
    const { createEngine } = (await import(
      `${location.origin}/eegate.js`
    )) as typeof import('../web/api/index.js');
    const engine = await createEngine({ workers: 1 });
    const bytes = await (await fetch('./models/eyes8.safetensors')).arrayBuffer();
    const model = await engine.loadModel(bytes);
    const recording = await engine.openRecording(
      await engine.makeSample({ seed: 1, durationS: 20 }),
    );
    const run = model.classify(recording);
    const x = await run.epochs(3, 2);
    const logits = await model.predict(x, { batch: 2 });
    const one = x.slice(0, x.length / 2);
    const inspection = await model.inspect(one, { query: 2, weights: ['head.weight'] });
    const ablate = [
      { block: 0, head: 1 },
      { block: 0, gate: 'attention', to: 'open' },
    ] as const;
    const ablated = await model.predict(x, { batch: 2, ablate });
    const inspected = await model.inspect(one, { ablate });
    const toOne = await model.predict(x, {
      batch: 2,
      ablate: [ablate[0], { block: 0, gate: 'attention', to: 1 }],
    });
    const refused = await model
      .predict(one, { ablate: [{ block: 0, head: 99 }] })
      .catch((error: { code: string }) => error.code);
    const dims = inspection.tensors.map(({ name, dims }) => `${name} ${dims.join('x')}`);
    await engine.close();
    const list = (values: Float32Array) => [...values];
    return {
      logits: list(logits).slice(0, 2),
      inspected: list(inspection.logits),
      ablated: list(ablated).slice(0, 2),
      ablatedInside: list(inspected.logits),
      nAblated: ablated.length,
      isOneOpen: ablated.every((value, i) => value === toOne[i]),
      dims,
      refused,
    };
  });
  for (const i of [0, 1]) {
    expect(told.inspected[i]).toBeCloseTo(told.logits[i]!, 5);
    expect(told.ablatedInside[i]).toBeCloseTo(told.ablated[i]!, 5);
  }
  expect(told.ablated).not.toEqual(told.logits);
  expect(told.nAblated).toBe(4);
  expect(told.isOneOpen).toBe(true); // a number is a weight: 1 is open
  expect(told.refused).toBe('ABLATE_PART');
  expect(told.dims).toContain('blocks.0.attention_row 4x9');
  expect(told.dims.at(-1)).toMatch(/^weights\.head\.weight 2x/);
});
