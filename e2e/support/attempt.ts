// What a script that got into the frame of the page may try to send something away. Each runs there by itself, as if it had been part
// of the page. What e2e/planted.spec.ts sees arrive outside fails, except for what docs/PRIVACY.md names.

export interface Targets {
  /** The server of the page. */
  own: string;
  foreign: string;
  socket: string;
  stun: string;
  turn: string;
}

export interface Attempt {
  name: string;
  /** An expression, evaluated in the frame. */
  source: (to: Targets) => string;
  /** It runs inside a click, which gives it the rights of one. */
  needsClick?: boolean;
  /** A connection without a byte may arrive: docs/PRIVACY.md names it. */
  mayConnect?: boolean;
  /** It costs the page its frame. */
  leaves?: boolean;
  /** In Firefox the tab may go back to the page before: docs/PRIVACY.md names it. */
  mayGoBack?: boolean;
}

export type Any = any; // eslint-disable-line @typescript-eslint/no-explicit-any
type More = Pick<Attempt, 'needsClick' | 'mayConnect' | 'leaves' | 'mayGoBack'>;

export const script = (name: string, body: (to: Targets) => unknown, more: More = {}): Attempt => ({
  name,
  source: (to) => `(${String(body)})(${JSON.stringify(to)})`,
  ...more,
});

export const markup = (name: string, html: string, more: More = {}): Attempt => ({
  name,
  source({ foreign, own }) {
    const text = html.replaceAll('FOREIGN', foreign).replaceAll('OWN', own);
    return `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(text)})`;
  },
  ...more,
});

export const withClick = (attempts: Attempt[]): Attempt[] =>
  attempts.map((one) => ({ ...one, name: `${one.name}, in a click`, needsClick: true }));

/** For attempts that name an address which Chromium connects to before the policy refuses it. */
export const connects: More = { mayConnect: true };

/** For attempts that navigate the frame: what the policy refuses, the browser replaces by a page of its own. */
export const leaves: More = { leaves: true };

/** For attempts that go through the history of the tab. */
export const goesBack: More = { leaves: true, mayGoBack: true };
