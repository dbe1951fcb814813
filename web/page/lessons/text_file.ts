// The text of a lesson from a file that the user chose.
import { PageError } from '../page_error.js';
import { strings } from '../strings/index.js';

/** A text of more is none. */
const maxLessonBytes = 2 ** 22;

/** Throws if it is none: to draw megabytes of samples as a text takes minutes. */
export async function lessonTextOf(file: File): Promise<string> {
  const text = file.size > maxLessonBytes ? '' : await file.text();
  if (!text.trim() || text.includes('\0'))
    throw new PageError({ code: 'LESSON_FILE', ...strings.errors.notALesson });
  return text.replaceAll('\r\n', '\n');
}
