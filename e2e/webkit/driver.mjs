// WebKitGTK's MiniBrowser by the WebDriver protocol, on a display that nobody sees. Playwright speaks to Chromium and Firefox;
// this is the little that the core stories need of a third engine.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const environment = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // tests run as root in containers
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
};

export async function startWebKit(port) {
  const display = await startDisplay();
  const env = { ...process.env, ...environment, DISPLAY: `:${display.number}` };
  const args = [`--port=${port}`, '--host=127.0.0.1'];
  const driver = spawn('WebKitWebDriver', args, { env, stdio: 'ignore' });
  const stop = () => {
    driver.kill();
    display.stop();
  };
  try {
    const session = await newSession(`http://127.0.0.1:${port}`);
    return new Browser(session, stop);
  } catch (thrown) {
    stop();
    throw thrown;
  }
}

/** Xvfb tells on a pipe which display it took. */
async function startDisplay() {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const number = await new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('close', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3].on('data', (text) => resolve(String(text).trim()));
  });
  return { number, stop: () => server.kill() };
}

async function newSession(server) {
  const binary = miniBrowser();
  const browserOptions = { binary, args: ['--automation'] };
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions };
  for (let i = 0; ; i++) {
    try {
      const { sessionId, capabilities } = await ask(`${server}/session`, 'POST', {
        capabilities: { alwaysMatch },
      });
      const url = `${server}/session/${sessionId}`;
      await ask(`${url}/timeouts`, 'POST', { script: 60_000, pageLoad: 60_000 });
      return { url, version: capabilities.browserVersion };
    } catch (thrown) {
      if (i === 50 || thrown.isAnswer) throw thrown;
      await sleep(100); // the driver is starting
    }
  }
}

export function miniBrowser() {
  for (const folder of readdirSync('/usr/lib'))
    for (const api of ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0']) {
      const file = join('/usr/lib', folder, api, 'MiniBrowser');
      try {
        readdirSync(join('/usr/lib', folder, api));
        return file;
      } catch {
        // not in this folder
      }
    }
  throw new Error('there is no MiniBrowser below /usr/lib');
}

async function ask(url, method, body) {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await response.json();
  if (response.ok) return value;
  throw Object.assign(new Error(`${value.error}: ${value.message}`), { isAnswer: true });
}

export class Browser {
  #url;
  #stop;
  #isInFrame = false;
  constructor({ url, version }, stop) {
    this.#url = url;
    this.#stop = stop;
    this.version = version;
  }

  open(url) {
    this.#isInFrame = false;
    return ask(`${this.#url}/url`, 'POST', { url });
  }

  /** The page runs in a frame of its shell: from now on functions run there. */
  async enterFrame() {
    const script = `return document.querySelector('body > div:last-of-type')?.shadowRoot?.querySelector('iframe') ?? null`;
    for (const end = Date.now() + 30_000; Date.now() < end; await sleep(200)) {
      const id = await ask(`${this.#url}/execute/sync`, 'POST', { script, args: [] });
      if (id) {
        this.#isInFrame = true;
        return ask(`${this.#url}/frame`, 'POST', { id });
      }
    }
    throw new Error('the shell made no frame');
  }

  /** Runs an async function in the page; what it answers must be JSON. */
  async run(body, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      (${body})(...Array.from(arguments).slice(0, -1)).then(
        (value) => done({ value }),
        (error) => done({ error: String(error?.message ?? error) }));`;
    const { value, error } = await this.#execute(script, args);
    if (error) throw new Error(error);
    return value;
  }

  /** When the shell writes the address, the driver forgets the frame that it was in. */
  async #execute(script, args) {
    for (let i = 0; ; i++) {
      try {
        return await ask(`${this.#url}/execute/async`, 'POST', { script, args });
      } catch (thrown) {
        if (!this.#isInFrame || i === 5 || !/^no such (window|frame)/.test(thrown.message))
          throw thrown;
        await ask(`${this.#url}/frame`, 'POST', { id: null }).catch(() => undefined);
        await this.enterFrame().catch(() => undefined);
      }
    }
  }

  /** Until the function, run in the page again and again, answers something true. */
  async until(body, what, seconds = 30) {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      const value = await this.run(body);
      if (value) return value;
      await sleep(200);
    }
    throw new Error(`in ${seconds} s there was never ${what}`);
  }

  async close() {
    await ask(this.#url, 'DELETE').catch(() => undefined);
    this.#stop();
  }
}
