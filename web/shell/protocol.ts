// The requests of the frame that holds recordings to the shell around it, and the events of the shell. Nothing else passes between them.
// The shell validates every argument: it does not trust the frame.

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

/** The methods of the shell; calls return promises of these results. */
export interface ShellMethods {
  /** A file of the page, by a name of the build's list. Refused once a recording is open. */
  file(name: string): ArrayBuffer;
  /** The first drawing is done: the shell takes its own first screen away. */
  drawn(): void;
  /** The page can be used: what is of use later may be fetched now. */
  ready(): void;
  /** A recording will be opened: the shell makes no network request from now on. */
  opening(): void;
  /** Sets the fragment of the address, which holds the view; `isNew`: as an entry of its own in the history of the tab. */
  address(fragment: string, isNew: boolean): void;
  /** Copies the address with this fragment to the clipboard. */
  copyAddress(fragment: string): void;
  /** Downloads a file. */
  save(file: Blob, name: string): void;
  /** Whether the page can be saved as one file: fetches its parts, as long as that is allowed. */
  prepareOneFile(): boolean;
  /** Downloads the single-file page with a lesson. */
  saveOneFile(lesson: Partial<Record<LessonPart, Blob>>, name: string): void;
  /** The lesson in this page; null if there is none. */
  lesson(): Partial<Record<LessonPart, ArrayBuffer>> | null;
  listStored(): StoreSize[];
  eraseStored(): void;
  loadRun(): StoredRun | null;
  beginRun(run: StoredRun): void;
  /** False if the run is not stored any more. */
  updateRun(changed: Record<string, Blob>): boolean;
  clearRun(): void;
  /** Takes the lock to store a run, which one tab has at a time; false if another tab has it. */
  takeRun(): boolean;
  giveRun(): void;
  /** Until no tab has it. */
  whenRunIsFree(): void;
}

/** Events of the shell. */
export type ShellNews =
  /** The address was changed by hand, or by a link in the page (`isLink`), which the address does not hold yet. */
  | { news: 'fragment'; fragment: string; isLink?: boolean }
  /** Back or forward: an entry of the history that the page wrote. */
  | { news: 'visited'; fragment: string }
  /** Requests of the shell after the first recording was opened. */
  | { news: 'requests'; urls: string[] }
  | { news: 'blocked'; what: string }
  /** One of the files that are sent without being asked for; null: it did not arrive. */
  | { news: 'file'; name: string; bytes: ArrayBuffer | null };

/** The first message to the frame: the script of the engine workers, which start while the code of the page is on its way. */
export interface FrameWorkers {
  workerScript: ArrayBuffer;
}

/** The message that starts the page in the frame, with its code and style: UTF-8, because long texts are copied slowly. */
export interface FrameStart {
  code: ArrayBuffer;
  style: ArrayBuffer;
  fragment: string;
  /** Names of the files that are sent without being asked for. */
  coming: string[];
}

/** Left by the first script of the frame for the code of the page. */
export interface FrameGlobals {
  eegateShell?: {
    port: MessagePort;
    fragment: string;
    coming: string[];
    /** Engine workers that have started and that nobody uses yet. */
    workers: Worker[];
  };
}
