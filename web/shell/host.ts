// The shell's side of the port: the methods of ShellMethods with checked arguments. Everything else from the frame is refused.
import { EegateError } from '../worker/error.js';
import { serve, type Port } from '../worker/rpc.js';
import {
  checkedBlob,
  checkedFragment,
  checkedLesson,
  checkedName,
  checkedRun,
  checkedValues,
} from './checks.js';
import type { Files } from './files.js';
import { OwnDocument } from './own_document.js';
import type { ShellMethods } from './protocol.js';
import { eraseStored, listStored } from './stored.js';
import { beginRun, clearRun, loadRun, RunLock, updateRun } from './stored_run.js';

type Unknown<Arguments extends unknown[]> = { [I in keyof Arguments]: unknown };
type Methods = {
  [M in keyof ShellMethods]: (
    ...args: Unknown<Parameters<ShellMethods[M]>>
  ) => Promise<ReturnType<ShellMethods[M]>>;
};

interface ShellEvents {
  drawn(): void;
  ready(): void;
  opening(): Promise<void>;
}

/** Answers the frame at the other end of the port. */
export function serveFrame(port: MessagePort, files: Files, events: ShellEvents): void {
  const methods = makeMethods(files, events);
  serve(port as Port, async (method, args) => {
    if (!Object.hasOwn(methods, method))
      throw new EegateError({ code: 'SHELL_METHOD', message: `The shell has no method ${method}` });
    try {
      const body = methods[method as keyof Methods] as (...args: unknown[]) => Promise<unknown>;
      return await body(...args);
    } catch (thrown) {
      throw asError(thrown);
    }
  });
  port.start();
}

/** The frame gets the name of an exception, and chooses the message. */
function asError(thrown: unknown): EegateError {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return new EegateError({ code: 'SHELL', message, field: name }, thrown);
}

function makeMethods(files: Files, events: ShellEvents): Methods {
  const lock = new RunLock();
  const own = new OwnDocument(files);
  return {
    file: (name) => files.take(String(name)),
    drawn: async () => events.drawn(),
    ready: async () => events.ready(),
    opening: () => events.opening(),
    address: async (fragment, isNew) => setFragment(checkedFragment(fragment), isNew === true),
    copyAddress: (fragment) =>
      navigator.clipboard.writeText(addressWith(checkedFragment(fragment))),
    save: async (file, name) => saveFile(checkedBlob(file), checkedName(name)),
    prepareOneFile: () => own.prepare(),
    saveOneFile: async (lesson, name) =>
      saveFile(await own.withLesson(checkedLesson(lesson)), checkedName(name)),
    lesson: () => own.lesson(),
    listStored,
    eraseStored,
    loadRun,
    beginRun: (run) => beginRun(checkedRun(run)),
    updateRun: (changed) => updateRun(checkedValues(changed)),
    clearRun,
    takeRun: () => lock.take(),
    giveRun: async () => lock.give(),
    whenRunIsFree: () => lock.whenFree(),
  };
}

const addressWith = (fragment: string) =>
  `${location.href.split('#')[0]}${fragment && `#${fragment}`}`;

const ofPage = 'eegate';

/** Whether the page wrote the current entry of the history; at the beginning there is none to tell. */
export const isEntryOfPage = (): boolean => history.state === ofPage || location.hash === '';

/** Of the address that the frame knows. */
let knownHash = '';

/** The fragment of the address, for the frame. */
export function toldFragment(): string {
  knownHash = location.hash;
  return knownHash.replace(/^#/, '');
}

/** Where the address has changed since the frame was told of it, that change stands: the event that tells of it is on its way. */
export function setFragment(fragment: string, isNew: boolean): void {
  if (location.hash !== knownHash) return;
  const address = fragment ? `#${fragment}` : location.pathname + location.search;
  try {
    if (isNew) history.pushState(ofPage, '', address);
    else history.replaceState(ofPage, '', address);
    knownHash = location.hash;
  } catch {
    // Inside a frame without an address of its own, or too often for the browser: the page works as well without.
  }
}

/** No address but that of the file in memory, and no media type that a browser would show. */
function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([file], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
