// Inside: one epoch's way through the model, taken apart, with parts switched off.
import { expect, test, type Locator, type Page, shellOf } from './support/test.js';
import { epochRows, everythingIsHere, offences, openPage, requestLog } from './support/app.js';

const inside = (page: Page): Locator => page.getByRole('region', { name: 'Inside the model' });

async function openInside(page: Page): Promise<Locator> {
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  const panel = inside(page);
  await panel.getByRole('button', { name: 'Inside the model' }).click();
  await expect(panel.getByText(/Epoch \d+ of 59/)).toBeVisible();
  return panel;
}

const outcome = (panel: Locator): Locator => panel.locator('.outcome [aria-live]');

test('heads and gates are switched off, and the probability moves and comes back', async ({
  page,
}) => {
  const log = requestLog(page);
  const panel = await openInside(page);
  await everythingIsHere(page);
  const n = log.length;
  const stations = panel.getByRole('list', { name: /^The way of the epoch/ }).locator('h3');
  await expect(stations.first()).toHaveText('Epoch');
  await expect(stations).toContainText([
    'Epoch',
    'Standardised',
    'Embedding',
    'Position',
    'Block 1',
    'Pooled',
    'Logits',
    'Probability',
  ]);
  await expect(outcome(panel)).toContainText('with everything on');
  const before = await outcome(panel).textContent();
  await panel.getByLabel('Head 1').uncheck();
  await expect(outcome(panel)).toContainText('head 1 in block 1 silent');
  await expect(outcome(panel)).toContainText('→');
  const silent = await outcome(panel).textContent();
  await panel.getByLabel('Gate after feed-forward, block 1').selectOption('closed');
  await expect(outcome(panel)).toContainText('feed-forward net in block 1 left out');
  await expect(outcome(panel)).not.toHaveText(silent!);
  await panel.getByRole('button', { name: 'All on again' }).click();
  await expect(outcome(panel)).toHaveText(before!);
  expect(log.slice(n)).toEqual([]);
});

test('one layer, one multiplication, a second model: by keyboard, and axe finds nothing', async ({
  page,
}) => {
  const panel = await openInside(page);
  expect(await offences(page, '#inside')).toEqual([]);
  await panel.getByRole('button', { name: 'One layer' }).press('Enter');
  const trace = panel.getByRole('application');
  await trace.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(panel.locator('.listens')).toContainText('Token 3');
  await panel.getByRole('radio', { name: 'Head 2' }).check();
  await expect(panel.locator('.listens')).toContainText('head 2, listens most to');
  await panel.getByText("Token 3's attention as a table").click();
  const cells = panel
    .getByRole('group', { name: 'Attention of one token' })
    .locator('td:nth-child(4)');
  const shares = (await cells.allTextContents()).map((text) => Number.parseFloat(text));
  expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThan(3);
  await panel.getByText('Gates as a table').click();
  expect(await offences(page, '#inside')).toEqual([]);

  await panel.getByRole('button', { name: 'One multiplication' }).press('Enter');
  for (const kind of ['score', 'gate', 'logit']) {
    await panel.getByLabel('Written out').selectOption(kind);
    await expect(panel.getByText('The engine has the same number')).toBeVisible();
  }
  expect(await offences(page, '#inside')).toEqual([]);

  const [, epoch] = /Epoch (\d+) of 59/.exec(await panel.innerText())!;
  await panel.getByRole('button', { name: 'Previous epoch' }).press('Enter');
  await expect(panel.getByText(`Epoch ${Number(epoch) - 1} of 59`)).toBeVisible();
  await panel.getByRole('button', { name: 'The whole' }).press('Enter');
  await panel.getByRole('button', { name: 'The same without gates' }).press('Enter');
  await expect(panel.getByRole('list', { name: /^The way of the epoch/ })).toHaveCount(2);
  await expect(panel.locator('h3.which')).toContainText([
    'gated (gru)',
    'without gates · standard',
  ]);
});

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
    const refused = await model
      .predict(one, { ablate: [{ block: 0, head: 99 }] })
      .catch((error: { code: string }) => error.code);
    const shapes = inspection.tensors.map(({ name, shape }) => `${name} ${shape.join('x')}`);
    engine.dispose();
    const list = (values: Float32Array) => [...values];
    return {
      logits: list(logits).slice(0, 2),
      inspected: list(inspection.logits),
      ablated: list(ablated).slice(0, 2),
      ablatedInside: list(inspected.logits),
      nAblated: ablated.length,
      shapes,
      refused,
    };
  });
  for (const i of [0, 1]) {
    expect(told.inspected[i]).toBeCloseTo(told.logits[i]!, 5);
    expect(told.ablatedInside[i]).toBeCloseTo(told.ablated[i]!, 5);
  }
  expect(told.ablated).not.toEqual(told.logits);
  expect(told.nAblated).toBe(4);
  expect(told.refused).toBe('ABLATE_PART');
  expect(told.shapes).toContain('blocks.0.attention_row 4x9');
  expect(told.shapes.at(-1)).toMatch(/^weights\.head\.weight 2x/);
});
