import { describe, expect, it } from 'vitest';
import type { Trained, TrainingEvaluation, TrainingInfo } from '../../api/training_types.js';
import { strings } from '../strings/index.js';
import type { Plan, PlanItem } from './plan.js';
import { recalls } from '../views/confusion.js';
import { endText, headline, originOf, splitText, verdicts, type Origin } from './outcome.js';

const evaluation: TrainingEvaluation = {
  nTrials: 100,
  classes: ['a', 'b'],
  accuracy: 0.8,
  balancedAccuracy: 0.8,
  macroF1: 0.8,
  kappa: 0.6,
  ece: 0.05,
  chance: 0.5,
  accuracyInterval: [0.71, 0.87],
  confusion: [
    [45, 5],
    [15, 35],
  ],
  truth: [],
  predicted: [],
};
const trained = (change: Partial<Trained> = {}) =>
  ({ ended: 'epochs done', epochs: [], evaluation, problem: null, ...change }) as Trained;
const plan = (eachPerson: string[]) => ({ eachPerson, items: [{ recipe: {} }] }) as unknown as Plan;
type By = TrainingInfo['splitBy'];
const info = (splitBy: By) => ({ splitBy, nSetAside: 2, nGroups: 12 }) as TrainingInfo;
const said = (change: Partial<Trained>, split: By, nPersons: number, isByFile = false) =>
  verdicts(trained(change), info(split), { nPersons, isByFile, isSimulated: false }).join('\n');

describe('verdicts', () => {
  it('have nothing to add to a good result on new people with the last weights', () =>
    expect(said({}, 'subject', 12)).toBe(''));
  it('say that nothing was measured', () =>
    expect(said({ evaluation: null }, 'none', 3)).toContain('was not measured'));
  it('say that chance is not excluded', () => {
    const weak = { ...evaluation, accuracyInterval: [0.45, 0.6] as [number, number] };
    expect(said({ evaluation: weak }, 'subject', 3)).toContain('has not been shown to be better');
  });
  it('say what one person tells about others: nothing', () =>
    expect(said({}, 'block', 1)).toContain('the accuracy on other people is unknown'));
  it('say that known people are easier', () =>
    expect(said({}, 'block', 5)).toContain('expect lower accuracy on new people'));
  it('say that recordings may have been told apart instead of states', () => {
    expect(said({}, 'block', 1, true)).toContain('may distinguish the recordings');
    expect(said({}, 'subject', 12, true)).toBe('');
  });
  it('say of persons who were left out in turn that they are few, and that the final model is another', () => {
    const left = verdicts(
      trained(),
      info('none'),
      { nPersons: 3, isByFile: true, isSimulated: false },
      3,
    );
    expect(left).toHaveLength(2);
    expect(left[0]).toContain('3 people are few');
    expect(left[1]).toContain('trained on all people');
  });
  it('say of persons left out in turn what holds for their number', () => {
    const left = (n: number, isByFile = true) =>
      verdicts(
        trained({ epochs: [0, 1].map((epoch) => ({ epoch, trainLoss: 1, isBest: true })) }),
        info('none'),
        { nPersons: n, isByFile, isSimulated: false },
        n,
      );
    const { fewPersons, finalModel } = strings.outcome.verdicts;
    expect(left(5)).toEqual([fewPersons(5), finalModel]);
    expect(left(6)).toEqual([finalModel]);
  });
  it('call the interval wide only if it is', () => {
    const alike = { ...evaluation, accuracyInterval: [0.996, 1] as [number, number] };
    const origin = { nPersons: 4, isByFile: true, isSimulated: false };
    const { fewPersonsAlike, finalModel } = strings.outcome.verdicts;
    const found = verdicts(trained({ evaluation: alike }), info('none'), origin, 4);
    expect(found).toEqual([fewPersonsAlike(4), finalModel]);
    expect(found[0]).not.toContain('wide');
    expect(strings.outcome.verdict.interval([0.9956, 1])).toBe(
      '95\u00a0% interval 99.6\u00a0% to 100\u00a0%',
    );
  });
  it('say all that is wrong, worst first', () => {
    const { chance, few, byFile, simulated, bestKept } = strings.outcome.verdicts;
    const epochs = [0, 1].map((epoch) => ({ epoch, trainLoss: 1, isBest: epoch === 1 }));
    const weak = {
      ...evaluation,
      nTrials: 49,
      accuracyInterval: [0.4, 0.9] as [number, number],
    };
    expect(
      verdicts(trained({ evaluation: weak, epochs }), info('run'), {
        ...{ nPersons: 1, isByFile: true, isSimulated: true },
      }),
    ).toEqual([chance, few(49), byFile, simulated, bestKept]);
  });
  it('say nothing of fifty windows, two people, or one pass', () => {
    const one = [{ epoch: 0, trainLoss: 1, isBest: true }];
    const none = [0, 1].map((epoch) => ({ epoch, trainLoss: 1, isBest: false }));
    const fifty = { ...evaluation, nTrials: 50 };
    expect(said({ evaluation: fifty, epochs: one }, 'subject', 2)).toBe('');
    expect(said({ epochs: none }, 'subject', 2)).toBe('');
    expect(said({ evaluation: null }, 'none', 1)).toBe(strings.outcome.verdicts.notJudged);
  });
  it('say that few windows judge badly', () =>
    expect(said({ evaluation: { ...evaluation, nTrials: 18 } }, 'subject', 5)).toContain('few'));
  it('say that the best pass was chosen on these windows', () => {
    const epochs = [0, 1].map((epoch) => ({ epoch, trainLoss: 1, isBest: epoch === 0 }));
    expect(said({ epochs }, 'subject', 5)).toContain('optimistic');
  });
});

describe('where data come from', () => {
  const item = (subject: string, epochs: object | undefined, isSimulated = false) =>
    ({ subject, isSimulated, recipe: { version: 1, epochs } }) as unknown as PlanItem;
  const states = { by: 'window', label: 'eyes open' };
  const others = { by: 'window', label: 'eyes closed' };
  it.each<[string, PlanItem[], Origin]>([
    [
      'recordings of one state each',
      [item('1', states), item('2', states), item('1', others)],
      { nPersons: 2, isByFile: true, isSimulated: false },
    ],
    [
      'recordings of one state alone',
      [item('1', states), item('2', states)],
      { nPersons: 2, isByFile: false, isSimulated: false },
    ],
    [
      'one of them with annotations',
      [item('1', states), item('1', { by: 'window', labels: {} })],
      { nPersons: 1, isByFile: false, isSimulated: false },
    ],
    [
      'events',
      [item('1', { by: 'annotation', label: 'x' })],
      { nPersons: 1, isByFile: false, isSimulated: false },
    ],
    [
      'one of them simulated, one without epochs',
      [item('1', undefined), item('2', states, true)],
      { nPersons: 2, isByFile: false, isSimulated: true },
    ],
  ])('%s', (_, items, origin) => expect(originOf(items)).toEqual(origin));
});

describe('words', () => {
  it('tell what it was judged on', () => {
    const text = (by: By) => splitText(info(by), { eachPerson: [] });
    expect(splitText(info('none'), { eachPerson: ['1', '2', '3'] })).toContain('each of 3 people');
    expect(text('subject')).toContain('2 of 12 people');
    expect(text('run')).toBe('2 of 12 recordings');
    expect(text('block')).toBe('the last part of every recording and class');
    expect(text('none')).toBe('');
  });
  it('tell accuracy with interval and chance', () =>
    expect(headline(evaluation, { plan: plan([]), info: info('run') })).toBe(
      '80\u00a0% right of 100 windows that it was not trained on (95\u00a0% interval 71\u00a0% to 87\u00a0%; always predicting the most common class: 50\u00a0%)',
    ));
  it('tell the mean over persons', () =>
    expect(headline(evaluation, { plan: plan(['1', '2', '3']), info: info('none') })).toContain(
      '80\u00a0% right on people it was not trained on, mean of 3 people',
    ));
  it('tell that a figure is no evidence', () => {
    const run = (more: Partial<Plan>, by: By) => ({
      plan: { ...plan([]), ...more },
      info: info(by),
    });
    expect(headline(evaluation, run({ seen: 'copies' }, 'run'))).toContain('no evidence');
    const items = ['a', 'b'].map((label) => ({ recipe: { epochs: { by: 'window', label } } }));
    expect(headline(evaluation, run({ items: items as PlanItem[] }, 'block'))).toContain(
      'No evidence',
    );
  });
  it('tell how it ended', () => {
    expect(endText(trained())).toContain('done');
    expect(endText(trained({ ended: 'diverged' }))).toContain('last valid weights');
  });
  it('tell what share of each class was recognised', () => {
    expect(recalls(evaluation.confusion)).toEqual([0.9, 0.7]);
    expect(
      recalls([
        [0, 0],
        [1, 3],
      ]),
    ).toEqual([null, 0.75]);
  });
});
