// What an engine can do with nights; its code is no part of what every page loads.
import { trainingOf, type Engine } from './engine.js';
import { Sleep } from './sleep.js';

export function sleepOf(engine: Engine): Sleep {
  const { training, nextId } = trainingOf.get(engine)!;
  return new Sleep(training, nextId);
}
