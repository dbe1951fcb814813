// Sleep analysis with an engine; separate, because not every page loads it.
import { trainingOf, type Engine } from './engine.js';
import { Sleep } from './sleep.js';

export function sleepOf(engine: Engine): Sleep {
  const { training, nextId } = trainingOf.get(engine)!;
  return new Sleep(training, nextId);
}
