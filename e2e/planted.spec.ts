// A script that got into the frame of the page tries to send something away, in every way of e2e/support/attempts.ts. What arrives is
// watched from outside the browser (docs/PRIVACY.md).
import { expect, shellOf, test } from './support/test.js';
import { attempts } from './support/attempts.js';
import { rare } from './support/rare.js';
import { Outside } from './support/outside.js';
import { expectNothingArrives } from './support/planting.js';

// Half of the time would go into traces of pages that are broken on purpose.
test.use({ trace: 'off' });

test('what leaves a page without a policy is seen', async ({ page }) => {
  const outside = await Outside.open();
  try {
    const listener = await outside.listen();
    const tab = shellOf(page);
    await tab.goto(`${outside.address}icon.svg`);
    await tab.evaluate(({ foreign, stun }) => {
      void fetch(foreign, { mode: 'no-cors' }).catch(() => undefined);
      const peer = new RTCPeerConnection({ iceServers: [{ urls: stun }] });
      peer.createDataChannel('x');
      void peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    }, listener.targets);
    await expect.poll(() => listener.arrived).toEqual(expect.arrayContaining(['UDP']));
    await expect.poll(() => listener.arrived.join()).toContain('foreign: GET /');
    expect(listener.connections).toBeGreaterThan(0);
    expect(outside.arrived).toContain('own server: /icon.svg');
  } finally {
    outside.close();
  }
});

test('what the shell downloads, which is in no sandbox, is seen', async ({ page, browserName }) => {
  test.skip(browserName === 'firefox', 'the protocol with Firefox tells of no download');
  const tab = shellOf(page);
  await tab.goto('/');
  const download = tab.waitForEvent('download');
  const attempt = rare.find(({ name }) => name === 'download, from memory')!;
  await tab.evaluate(attempt.source({ own: '', foreign: '', socket: '', stun: '', turn: '' }));
  expect((await download).suggestedFilename()).toMatch(/^stolen/);
});

test.describe('a planted script', () => {
  test.describe.configure({ timeout: 400_000 });
  for (const [group, planted] of Object.entries(attempts))
    test(
      `sends nothing away: ${group}`,
      { tag: group.startsWith('in a click') ? '@more' : [] },
      async ({ context }) => {
        const outside = await Outside.open();
        try {
          await expectNothingArrives(context, planted, outside);
        } finally {
          outside.close();
        }
      },
    );
});
