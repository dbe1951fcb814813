// Leave-one-person-out: trains once without each person, and predicts the windows of that person.
import type { Engine, Model, Recipe } from '../../api/index.js';
import { History } from './history.js';
import { trainWithRestarts, type RunListener, type RunInput, type Trainer } from './restarts.js';
import type { PersonResult } from './person_results.js';
import { planWithout, type Plan, type PlanItem } from './plan.js';
import type { Run } from './state.js';
import { strings } from '../strings/index.js';
import { PageError } from '../page_error.js';

export type Examiner = Trainer & Pick<Engine, 'loadModel'>;

export interface PersonsListener extends RunListener {
  /** The run without this person begins. */
  onPerson(person: string): void;
  onJudged(result: PersonResult): void;
}

/** Leaves out one person after the other, if that is the plan of the run, and writes it into the run. */
export async function leaveOnePersonOut(
  run: Run,
  engine: Examiner,
  input: RunInput,
  listener: RunListener,
  signal: AbortSignal,
  { patch, saveResults }: { patch: (change: Partial<Run>) => void; saveResults: () => void },
): Promise<void> {
  if (!input.plan.eachPerson.length) return;
  const begin = (person: string | null) => {
    const phase = run.phase === 'running' ? 'running' : 'preparing';
    patch({ person, phase, last: null, prepared: 0, history: new History() });
  };
  const persons = {
    ...listener,
    onCheckpoint: () => undefined, // of a model that is not saved
    onPerson: begin,
    onJudged: (result: PersonResult) => {
      patch({ judged: [...run.judged, result] });
      saveResults();
    },
  };
  await judgeEachPerson(engine, input, persons, signal, [...run.judged]);
  if (!input.checkpoint) begin(null);
}

/** `done`: those that an earlier part of it has judged. Throws ABORTED when it is stopped: half of the persons are no result. */
export async function judgeEachPerson(
  engine: Examiner,
  input: RunInput,
  listener: PersonsListener,
  signal: AbortSignal,
  done: readonly PersonResult[] = [],
): Promise<void> {
  const { plan } = input;
  for (const person of plan.eachPerson) {
    if (done.some((one) => one.person === person)) continue;
    listener.onPerson(person);
    const without = { ...input, plan: planWithout(plan, person), checkpoint: null };
    const trained = await trainWithRestarts(engine, without, listener, signal);
    if (trained.ended === 'stopped' || signal.aborted) throw stopped();
    const model = await engine.loadModel(await trained.toSafetensors());
    try {
      listener.onJudged(await examined(model, plan, person, input, signal));
    } finally {
      await model.close();
    }
  }
}

const stopped = () =>
  new PageError({ code: 'ABORTED', message: strings.train.status.stoppedBefore });

async function examined(
  model: Model,
  plan: Plan,
  person: string,
  { recordings }: RunInput,
  signal: AbortSignal,
): Promise<PersonResult> {
  const result: PersonResult = { person, truth: [], predicted: [], confidence: [] };
  for (const item of plan.items.filter(({ subject }) => subject === person)) {
    const recipe = recipeFor(item, model, plan);
    const classification = model.classify(recordings.get(item.key)!, { recipe, signal });
    try {
      const { epochs } = await classification.plan();
      for await (const { index, label, probabilities } of classification) {
        const truth = plan.classes.indexOf(epochs[index]!.label);
        if (truth < 0) continue;
        result.truth.push(truth);
        result.predicted.push(plan.classes.indexOf(label));
        result.confidence.push(Math.max(...probabilities));
      }
    } finally {
      await classification.close();
    }
  }
  return result;
}

/** Where an opened model is trained further, the steps before its windows are its own. */
function recipeFor({ recipe }: PlanItem, model: Model, { config }: Plan): Recipe {
  return config ? recipe : { ...model.recipe, ...recipe };
}
