// Keys and clicks while the engines work: from the event to the next paint, as the web vital "interaction to next paint" counts.
const longestMs = 15_000;

/** Fills `window.events` with [interaction, milliseconds] of what took longer than a frame. */
function watchEvents() {
  window.events = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.events.push([interactionId, duration]);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

export async function whileClassifying(browser, address, file) {
  const app = await opened(browser, address, file);
  await app.getByRole('button', { name: 'Classify', exact: true }).click();
  const isRunning = async () => (await app.getByRole('button', { name: 'Cancel' }).count()) > 0;
  return used(app, isRunning);
}

export async function whileTraining(browser, address, files) {
  const app = await opened(browser, address, files);
  await app.getByRole('link', { name: 'Train', exact: true }).click();
  await app.getByRole('button', { name: 'Train', exact: true }).click();
  await app.locator('canvas#loss-chart').waitFor({ timeout: 60_000 });
  await app.getByRole('link', { name: 'Signals', exact: true }).click();
  const pause = app.getByRole('button', { name: 'Pause', includeHidden: true });
  const isRunning = async () => (await pause.count()) > 0;
  return used(app, isRunning);
}

/** How long a classification takes that nobody disturbs. */
export async function undisturbedMs(browser, address, file) {
  const app = await opened(browser, address, file);
  const begin = Date.now();
  await app.getByRole('button', { name: 'Classify', exact: true }).click();
  await app
    .getByRole('status')
    .getByText(/^Classified/)
    .waitFor({ timeout: 60_000 });
  const ms = Date.now() - begin;
  await app.page().close();
  return ms;
}

/** The frame that the page runs in, below the shell. */
export async function appOf(page) {
  const element = await page.waitForSelector('iframe[title="eegate"]', { state: 'attached' });
  return element.contentFrame();
}

/** For addInitScript: notes when the page says that it is ready. Waiting for the text from outside looks only every half second. */
export function watchReady() {
  new MutationObserver(() => {
    const text = document.querySelector('[role=status]')?.textContent.trim();
    if (text === 'Ready') window.readyMs ??= performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

async function opened(browser, address, files) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchEvents);
  await page.goto(address);
  const app = await appOf(page);
  await app.getByText('Ready', { exact: true }).waitFor();
  await app.getByLabel('Open recording').setInputFiles(files);
  await app.locator('canvas#traces').waitFor();
  await app.waitForTimeout(1000);
  return app;
}

/** Looks around in the recording as long as `isRunning`; the times of all interactions in milliseconds. */
async function used(app, isRunning) {
  await app.evaluate(() => (window.events = []));
  const scope = app.getByRole('group', { name: 'Traces' });
  const begin = Date.now();
  let n = 0;
  do {
    await scope.focus();
    for (const key of ['ArrowRight', 'PageDown', '+', '-', 'ArrowDown', 'ArrowUp']) {
      await app.page().keyboard.press(key);
      n++;
    }
    await app.getByRole('tab', { name: 'Head map' }).click();
    n++;
  } while ((await isRunning()) && Date.now() - begin < longestMs);
  const seconds = (Date.now() - begin) / 1e3;
  const status = await app.getByRole('status').innerText();
  await app.waitForTimeout(300); // the last ones are told late
  const events = await app.evaluate(() => window.events);
  await app.page().close();
  const longest = new Map(); // a key that goes down and up is one interaction
  for (const [id, ms] of events) longest.set(id, Math.max(ms, longest.get(id) ?? 0));
  const frame = 16;
  const slow = [...longest.values()];
  return { n, seconds, status, ms: [...slow, ...Array(Math.max(0, n - slow.length)).fill(frame)] };
}
