// Opening files by choosing or dropping them, and saving files.
import { droppedFiles } from './recording_files.js';
import { shell } from './shell.js';

interface FileHandlers {
  onFiles(files: File[]): void;
  onDropping(isDropping: boolean): void;
}

/** Makes the whole page a drop target. */
export function acceptDrops(target: HTMLElement, handlers: FileHandlers): void {
  let depth = 0; // dragenter and dragleave come from every element passed over
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const enter = (change: number) => handlers.onDropping((depth = Math.max(0, depth + change)) > 0);
  target.addEventListener('dragenter', (event) => carriesFiles(event) && enter(1));
  target.addEventListener('dragleave', (event) => carriesFiles(event) && enter(-1));
  target.addEventListener('dragover', (event) => carriesFiles(event) && event.preventDefault());
  target.addEventListener('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    enter(-depth);
    void droppedFiles(event.dataTransfer).then((files) => handlers.onFiles(files));
  });
}

export const mediaTypes = {
  csv: 'text/csv',
  json: 'application/json',
  tsv: 'text/tab-separated-values',
  edf: 'application/octet-stream',
} as const;

/** The frame of the page may save nothing by itself: the shell writes the file into the folder of downloads. */
export function saveFile(bytes: ArrayBuffer | Uint8Array | Blob, name: string, type: string): void {
  void shell.call('save', new Blob([bytes as BlobPart], { type }), name);
}
