// What the frame that holds recordings may ask of the shell around it, and what the shell reports to it. Nothing else passes between
// them. The shell validates every argument: it does not trust the frame.

/** A training run as the browser's storage holds it: values that the frame encrypted (web/page/training/checkpoint_store.ts), and the key. */
export interface StoredRun {
  key: CryptoKey;
  values: Record<string, Blob>;
}

/** A store of eegate in this browser. */
export interface StoreSize {
  kind: 'training' | 'database' | 'cache';
  name: string;
  bytes: number;
}

/**
 * What the page in one file carries of a teacher: what it is (web/lessons/lesson_file.ts), the lesson, and the recording and the
 * model that it speaks of, where they do not come with the page.
 */
export const lessonParts = ['about', 'text', 'recording', 'model'] as const;
export type LessonPart = (typeof lessonParts)[number];

/** Each method answers with a promise of what stands here. */
export interface ShellMethods {
  /** A file of the page, by a name of the build's list. Refused once a recording is open. */
  file(name: string): ArrayBuffer;
  /** The first drawing is done: the shell takes its own first screen away. */
  drawn(): void;
  /** The page can be used: what is of use later may be fetched now. */
  ready(): void;
  /** A recording will be opened: the shell asks the network for nothing from now on. */
  opening(): void;
  /** The fragment of the address, which holds the view. */
  address(fragment: string): void;
  /** The address with this fragment, into the clipboard. */
  copyAddress(fragment: string): void;
  /** A file for the folder of downloads. */
  save(file: Blob, name: string): void;
  /** Whether the page can be saved as one file: fetches its parts, as long as that is allowed. */
  prepareOneFile(): boolean;
  /** The page in one file with a lesson, for the folder of downloads. */
  saveOneFile(lesson: Partial<Record<LessonPart, Blob>>, name: string): void;
  /** The lesson that this page carries; null if it carries none. */
  lesson(): Partial<Record<LessonPart, ArrayBuffer>> | null;
  listStored(): StoreSize[];
  eraseStored(): void;
  loadRun(): StoredRun | null;
  beginRun(run: StoredRun): void;
  updateRun(changed: Record<string, Blob>): void;
  clearRun(): void;
  /** The right to store a run, which one tab has at a time; false if another one has it. */
  takeRun(): boolean;
  giveRun(): void;
  /** Until no tab has it. */
  whenRunIsFree(): void;
}

/** What the shell reports without being asked. */
export type ShellNews =
  | { news: 'fragment'; fragment: string }
  /** Requests of the shell after the first recording was opened. */
  | { news: 'requests'; urls: string[] }
  | { news: 'blocked'; what: string };

/** With the code and the style of the page, in the one message that starts the frame. */
export interface FrameStart {
  code: string;
  style: string;
  fragment: string;
}

/** Where the first script of the frame leaves what the page's code begins with. */
export interface FrameGlobals {
  eegateShell?: { port: MessagePort; fragment: string };
}
