// What arrives late (estimates, explanations, results) moves no control away from a click.
import { expect, test, type Page } from './support/test.js';
import { epochRows, goTo, openPage, openSample, results } from './support/app.js';
import { finished, openPair, setPasses, train, trainPanel } from './support/training.js';

/** Notes every control below `place` that is elsewhere than a frame ago, until the returned function is called. */
async function watchControls(page: Page, place: string): Promise<() => Promise<string[]>> {
  await page.evaluate((place) => {
    const seen = new WeakMap<Element, string>();
    const moved: string[] = [];
    const look = () => {
      for (const control of document.querySelectorAll(
        `:is(${place}) :is(button, select, input, summary)`,
      )) {
        if (!control.checkVisibility()) continue;
        const { x, y } = control.getBoundingClientRect();
        const at = `${Math.round(x)}, ${Math.round(y)}`;
        const before = seen.get(control) ?? at;
        const name = control.getAttribute('aria-label') ?? control.textContent.trim();
        if (before !== at) moved.push(`${control.id || name}: ${before} -> ${at}`);
        seen.set(control, at);
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { movedControls: moved });
  }, place);
  return () =>
    page.evaluate(() => (globalThis as unknown as { movedControls: string[] }).movedControls);
}

test('Classify stays where it is when the fit of the model is known', async ({ page }) => {
  await openPage(page);
  const moved = await watchControls(page, '.top');
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(page.getByRole('status')).toContainText('Classified');
  expect((await moved()).filter((line) => line.startsWith('Classify'))).toEqual([]);
});

test('choosing a window moves no row of the results', { tag: '@more' }, async ({ page }) => {
  await openSample(page);
  const third = epochRows(page).nth(2).getByRole('button');
  await third.scrollIntoViewIfNeeded();
  const before = await third.boundingBox();
  await third.click();
  await expect(results(page).getByLabel('True class of window 3')).toBeEnabled();
  expect(await third.boundingBox()).toEqual(before);
});

test(
  'the class to explain stays where it is when the explanation arrives',
  { tag: '@more' },
  async ({ page }) => {
    await openSample(page);
    const moved = await watchControls(page, '#explain');
    await goTo(page, 'Explain');
    await expect(page.locator('.explain-verdict')).toBeVisible();
    expect((await moved()).filter((line) => line.startsWith('choose-'))).toEqual([]);
  },
);

test('no control of Train moves while networks are measured, and Train and its copy not even while one is trained', async ({
  page,
}) => {
  await openPage(page);
  await openPair(page);
  const moved = await watchControls(page, '.train-columns');
  await goTo(page, 'Train');
  await expect(trainPanel(page).locator('.network .to-come')).toHaveCount(0);
  expect(await moved()).toEqual([]);
  await setPasses(page, 2);
  const movedLater = await watchControls(page, '.train-begin');
  await train(page);
  await expect(finished(page)).toBeVisible({ timeout: 60_000 });
  expect(await movedLater()).toEqual([]);
});

test(
  'the buttons of the playground stay where they are while its network is trained',
  { tag: '@more' },
  async ({ page }) => {
    await openPage(page);
    await goTo(page, 'Learn');
    const moved = await watchControls(page, '.playground-lead');
    await page.getByRole('button', { name: 'Hide and train' }).click();
    await expect(page.getByText('How to read these maps')).toBeVisible({ timeout: 60_000 });
    expect(await moved()).toEqual([]);
  },
);
