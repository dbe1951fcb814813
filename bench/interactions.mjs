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
  const page = await opened(browser, address, file);
  await page.getByRole('button', { name: 'Classify' }).click();
  const isRunning = async () => (await page.getByRole('button', { name: 'Cancel' }).count()) > 0;
  return used(page, isRunning);
}

export async function whileTraining(browser, address, files) {
  const page = await opened(browser, address, files);
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.locator('canvas#loss-chart').waitFor({ timeout: 60_000 });
  const isRunning = async () => (await page.getByRole('button', { name: 'Pause' }).count()) > 0;
  return used(page, isRunning);
}

/** How long a classification takes that nobody disturbs. */
export async function undisturbedMs(browser, address, file) {
  const page = await opened(browser, address, file);
  await page.getByRole('button', { name: 'Classify' }).click();
  const status = page.getByRole('status').getByText(/^Classified/);
  await status.waitFor({ timeout: 60_000 });
  const ms = Number(/in ([\d,]+) ms/.exec(await status.innerText())[1].replace(',', ''));
  await page.close();
  return ms;
}

async function opened(browser, address, files) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watchEvents);
  await page.goto(address);
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.getByLabel('Open recording').setInputFiles(files);
  await page.locator('canvas#traces').waitFor();
  await page.waitForTimeout(1000);
  return page;
}

/** Looks around in the recording as long as `isRunning`; the times of all interactions in milliseconds. */
async function used(page, isRunning) {
  await page.evaluate(() => (window.events = []));
  const scope = page.getByRole('group', { name: 'Traces' });
  const begin = Date.now();
  let n = 0;
  do {
    await scope.focus();
    for (const key of ['ArrowRight', 'PageDown', '+', '-', 'ArrowDown', 'ArrowUp']) {
      await page.keyboard.press(key);
      n++;
    }
    await page.getByRole('button', { name: 'Head map' }).click();
    n++;
  } while ((await isRunning()) && Date.now() - begin < longestMs);
  const seconds = (Date.now() - begin) / 1e3;
  const status = await page.getByRole('status').innerText();
  await page.waitForTimeout(300); // the last ones are told late
  const events = await page.evaluate(() => window.events);
  await page.close();
  const longest = new Map(); // a key that goes down and up is one interaction
  for (const [id, ms] of events) longest.set(id, Math.max(ms, longest.get(id) ?? 0));
  const frame = 16;
  const slow = [...longest.values()];
  return { n, seconds, status, ms: [...slow, ...Array(Math.max(0, n - slow.length)).fill(frame)] };
}
