// Annotations that a caller sets.
import { checkArray, checkNumber, checkText, optionsOf } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { EnginePool, Resource } from '../worker/pool.js';
import type { Annotation, AnnotationsReply } from '../worker/protocol.js';

const maxAnnotations = 10_000;
const maxS = 1e9;

/** Types, and what cannot go to the core as JSON; it checks the ranges. */
export function checkedCopies(given: readonly Annotation[]): Annotation[] {
  checkArray(given, 'annotations', '{ onsetS, durationS, text }');
  if (given.length > maxAnnotations)
    throw annotationError('annotations', given.length, `at most ${maxAnnotations}`);
  for (const [i, one] of given.entries()) {
    const { text, ...times } = optionsOf(one, undefined, `annotations[${i}]`);
    for (const name of ['onsetS', 'durationS'] as const) {
      const field = `annotations[${i}].${name}`;
      checkNumber(times[name], field);
      const lowest = name === 'onsetS' ? -maxS : 0;
      if (!(times[name] >= lowest && times[name] <= maxS))
        throw annotationError(field, times[name], `${lowest} to ${maxS}`);
    }
    checkText(text, `annotations[${i}].text`);
    if (/\p{Surrogate}/u.test(text))
      throw annotationError(`annotations[${i}].text`, 'half of a surrogate pair', 'Unicode');
  }
  return given.map((one) => ({ ...one }));
}

/** Opens the recording with its annotations; `check` throws if the recording was closed meanwhile: nothing stays open then. */
export async function holdWhile(
  check: () => void,
  pool: EnginePool,
  resource: Resource,
): Promise<AnnotationsReply> {
  const reply = await pool.hold(resource);
  try {
    check();
  } catch (thrown) {
    await pool.close(resource);
    throw thrown;
  }
  return reply as AnnotationsReply;
}

function annotationError(field: string, found: unknown, expected: string): EegateError {
  return new EegateError({
    code: 'ANNOTATION_VALUE',
    message: 'The annotations have a value that cannot be used',
    field,
    found: String(found),
    expected,
  });
}
