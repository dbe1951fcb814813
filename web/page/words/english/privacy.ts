import { plural } from './numbers.js';

export const privacy = {
  label: 'Privacy',
  title: 'Privacy',
  /** Stands after the number. */
  requestsLeft: (n: number, isAnyOpen: boolean) =>
    `${plural(n, 'request has', 'requests have')} left this page since the recording was opened${isAnyOpen ? '' : ' (none is open yet)'}.`,
  sealed:
    'Recordings open in a frame that has had no connections from its first byte on: the browser itself refuses every request, to its own server, too. The shell around it, which fetches the parts of this page, will close its connections, too, before a recording opens.',
  sealedWithShell:
    'Connections are closed: the browser itself refuses every request of this page, to its own server, too.',
  seen: 'Counted and listed is what the browser reports to this page, its workers and the shell. What it does not report is named in docs/PRIVACY.md.',
  blocked: (n: number) => `${n === 1 ? 'One attempt was' : `${n} attempts were`} blocked:`,
  inlineCode: 'inline code',
  readInPlace:
    'Recordings are read in place and never copied to a server. Nothing is stored when this page is closed, but for a training run that is going on, if you let it: its encrypted copy stays in this browser and is erased when the run ends.',
  stored: 'Stored on this machine',
  storedItem: (what: string, size: string) => `${what}: ${size}`,
  nothingStored: 'Nothing is stored in this browser.',
  erase: 'Erase all of it',
  confirmErase: (what: string) =>
    `This erases ${what} in this browser for good. Other sites and other pages of this host keep what they have stored.`,
  eraseNow: 'Erase',
  eraseNot: 'Keep it',
  looking: 'Looking.',
  policy: 'Policy in force and engine',
  backend: (backend: string, why: string) => `Backend ${backend}: ${why}.`,
  engineStarting: 'The engine is starting.',
  stores: {
    training: () => 'An unfinished training run: its recordings and last checkpoint',
    database: (name: string) => `Database ${name}`,
    cache: (name: string) => `Copy of this page for use without network (${name})`,
  },
};
