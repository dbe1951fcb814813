import { plural } from './numbers.js';

export const privacy = {
  label: 'Privacy',
  title: 'Privacy',
  /** Stands after the number. */
  requestsLeft: (n: number, isAnyOpen: boolean) =>
    `${plural(n, 'request has', 'requests have')} left this page since the recording was opened${isAnyOpen ? '' : ' (none is open yet)'}.`,
  sealed:
    'Recordings open in a frame that never had a network connection: the browser blocks every request from it, even to its own server. The outer page, which loads the parts of eegate, closes its connections before a recording opens.',
  sealedWithShell:
    'Connections are closed: the browser blocks every request of this page, even to its own server.',
  seen: 'The list shows what the browser reports to this page, its workers and the outer page. The documentation (docs/PRIVACY.md in the source) names what browsers do not report.',
  blocked: (n: number) => `${n === 1 ? 'One attempt was' : `${n} attempts were`} blocked:`,
  inlineCode: 'inline code',
  readInPlace:
    'Recordings are read in place and never copied to a server. Nothing is kept after you close this page, except an unfinished training run if you allow it: its encrypted copy stays in this browser and is erased when the run ends.',
  stored: 'Stored on this device',
  storedItem: (what: string, size: string) => `${what}: ${size}`,
  nothingStored: 'Nothing is stored in this browser.',
  erase: 'Erase all of it',
  /** `hasRun`: a copy of a training is among it. */
  confirmErase: (what: string, hasRun: boolean) =>
    `This permanently erases ${what} in this browser${hasRun ? ', also the copy of a training that another tab may be running' : ''}. Data of other sites and of other pages of this host are not affected.`,
  eraseNow: 'Erase',
  eraseNot: 'Keep it',
  looking: 'Checking.',
  policy: 'Policy in force and engine',
  backend: (backend: string, why: string) => `Backend ${backend}: ${why}.`,
  /** Why this build was chosen, as the library says it; in other languages by that text. */
  whyBackend: (why: string) => why,
  engineStarting: 'The engine is starting.',
  stores: {
    training: () => 'An unfinished training run: its recordings and last checkpoint',
    database: (name: string) => `Database ${name}`,
    cache: (name: string) => `Copy of this page for offline use (${name})`,
  },
};
