// The lesson inside a page that was saved as one file, with its recording and model.
import { readAbout } from '../../lessons/lesson_file.js';
import { shell } from '../shell.js';

export interface CarriedLesson {
  text: string;
  /** Null: the sample. */
  recording: File | null;
  /** File name of the model; null: the page's own choice. */
  model: string | null;
  /** Of the page when it was written; may be empty. */
  language: string;
  /** Null where it comes with the page. */
  modelFile: File | null;
}

export const recordingName = 'lesson.edf';

export async function carriedLesson(): Promise<CarriedLesson | null> {
  const parts = await shell.call('lesson').catch(() => null);
  if (!parts?.text) return null;
  const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
  const about = readAbout(parts.about ? textOf(parts.about) : '');
  const isCarried = about.recording === 'carried' && parts.recording;
  return {
    text: textOf(parts.text),
    recording: isCarried ? new File([parts.recording!], recordingName) : null,
    model: about.model,
    language: about.language,
    modelFile: parts.model ? new File([parts.model], about.model ?? 'lesson.safetensors') : null,
  };
}
