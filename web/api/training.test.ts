import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../worker/connection.js';
import { EegateError } from '../worker/error.js';
import { EnginePool } from '../worker/pool.js';
import { FakeEngine } from './fake_engine.test-support.js';
import { startTraining } from './training.js';
import type { TrainingEvent, TrainingOptions, TrainingRun } from './training_types.js';

type Fate = (method: string, nCalls: number, engine: number) => 'lost' | Error | undefined;

/** Engines of which some calls fail: `fate` hears of the method, how often it was called on all, and on which engine. */
function poolOf(nWorkers: number, fate: Fate = () => undefined) {
  const log: string[] = [];
  const counts = new Map<string, number>();
  let nStarted = 0;
  const pool = new EnginePool(async () => {
    const engine = new FakeEngine();
    const number = nStarted++;
    const connection: Connection = {
      info: engine.info(),
      isWatched: true,
      close: () => undefined,
      call: async (method, args) => {
        const n = (counts.get(method) ?? 0) + 1;
        counts.set(method, n);
        log.push(`${number} ${method}`);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
        const end = fate(method, n, number);
        if (end === 'lost') throw new EegateError({ code: 'ENGINE_LOST', message: 'died' });
        if (end) throw end;
        return engine.call(method, args);
      },
    };
    return connection;
  }, nWorkers);
  return { pool, log, started: () => nStarted };
}

const data = { x: new Float32Array(40), y: [0, 1, 0, 1] };

let lastId = 6;

function train(pool: EnginePool, options: TrainingOptions = {}): TrainingRun {
  return startTraining(pool, () => ++lastId, {
    config: { preset: 'gate_gru', n_chans: 2 },
    data,
    options,
  });
}

async function eventsOf(run: TrainingRun): Promise<TrainingEvent[]> {
  const events: TrainingEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

async function weightsOf(run: TrainingRun): Promise<number> {
  return new Float64Array((await (await run.result).toSafetensors()).buffer)[0]!;
}

/** The weights after two epochs, however they were come by. */
const expected = await weightsOf(train(poolOf(1).pool));

describe('a training run', () => {
  it('tells every step once, and of an epoch after its validation', async () => {
    const run = train(poolOf(2).pool);
    expect(run.state).toBe('preparing');
    const events = await eventsOf(run);
    expect(events.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(events.map(({ epoch }) => epoch)).toEqual([0, 0, 0, 1, 1, 1]);
    expect(events.map(({ validation }) => validation?.epoch)).toEqual([
      ...[undefined, undefined, 0],
      ...[undefined, undefined, 1],
    ]);
    expect(events[0]!.remainingS).toBeNull();
    expect(events[5]!.remainingS).toBe(0);
    expect(run.state).toBe('ended');
    expect((await run.info).nSteps).toBe(6);
    expect(await run.result).toMatchObject({ ended: 'epochs done', problem: null });
    expect((await run.result).epochs.length).toBe(2);
  });

  it('gives the same for any number of engines', async () => {
    for (const nWorkers of [2, 3, 4, 6])
      expect(await weightsOf(train(poolOf(nWorkers).pool))).toBe(expected);
  });

  it('has one engine look at the labels, unless it is resumed', async () => {
    const { pool, log } = poolOf(2);
    const run = train(pool);
    expect((await run.info).warnings.map(({ code }) => code)).toEqual(['AUDIT_SHIFTED']);
    await run.result;
    expect(log.filter((line) => line.endsWith('trainAudit')).length).toBe(1);
    const resumed = train(pool, { resumeFrom: await run.checkpoint() });
    expect((await resumed.info).warnings).toEqual([]);
    await resumed.result;
  });

  it('uses no more engines than there are shards, and lets go of them', async () => {
    const { pool, log } = poolOf(6);
    await train(pool).result;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(new Set(log.filter((line) => line.endsWith('trainBegin'))).size).toBe(4);
    expect(log.filter((line) => line.endsWith('closeTraining')).length).toBe(4);
  });

  it('goes on without anybody listening, and tells a late listener of the beginning', async () => {
    const run = train(poolOf(1).pool);
    await run.result;
    expect((await eventsOf(run)).length).toBe(6);
  });
});

describe('an engine that is lost', () => {
  for (const method of ['trainAdvance', 'trainCheckpoint', 'trainResult', 'trainAddEpochs']) {
    for (const nth of [1, 2, 3, 5, 8, 13]) {
      it(`in call ${nth} of ${method} changes nothing`, async () => {
        const { pool } = poolOf(2, (called, n) =>
          called === method && n === nth ? 'lost' : undefined,
        );
        const run = train(pool, { checkpointEveryS: 0 });
        const events = await eventsOf(run);
        expect(events.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5]);
        expect(events.filter(({ validation }) => validation).length).toBe(2);
        expect(await weightsOf(run)).toBe(expected);
      });
    }
  }

  it('is replaced when it was the only one, from the last checkpoint', async () => {
    for (const nth of [1, 2, 4, 6, 9]) {
      const { pool, started } = poolOf(1, (called, n) =>
        called === 'trainAdvance' && n === nth ? 'lost' : undefined,
      );
      const run = train(pool, { checkpointEveryS: 0 });
      expect((await eventsOf(run)).map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(await weightsOf(run)).toBe(expected);
      expect(started()).toBe(2);
    }
  });

  it('is replaced when it was the only one, also while it hands out what it has', async () => {
    for (const method of ['trainCheckpoint', 'trainResult', 'trainRestore']) {
      for (const nth of [1, 2, 3, 4]) {
        let nAdvances = 0;
        const { pool } = poolOf(1, (called, n) => {
          if (called === 'trainAdvance' && ++nAdvances === 7) return 'lost';
          return called === method && n === nth ? 'lost' : undefined;
        });
        const run = train(pool, { checkpointEveryS: 0 });
        expect((await eventsOf(run)).map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5]);
        expect(await weightsOf(run)).toBe(expected);
      }
    }
  });

  it('is replaced together with all others', async () => {
    const { pool } = poolOf(3, (called, n) =>
      called === 'trainAdvance' && n >= 10 && n < 13 ? 'lost' : undefined,
    );
    expect(await weightsOf(train(pool))).toBe(expected);
  });

  it('ends the run when every new one is lost, too', async () => {
    const { pool } = poolOf(2, (called, n) =>
      called === 'trainAdvance' && n > 4 ? 'lost' : undefined,
    );
    const run = train(pool);
    await expect(run.result).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    expect(run.state).toBe('failed');
    await expect(eventsOf(run)).rejects.toMatchObject({ code: 'ENGINE_LOST' });
  });

  it('tells how much memory every new one, too, asked for in vain', async () => {
    const said = { field: 'memory', found: 'at least 70 MiB', expected: '60 MiB' };
    const short = new EegateError({ code: 'ENGINE_LOST', message: 'stopped', ...said });
    const { pool } = poolOf(2, (called, n) =>
      called === 'trainAdvance' && n > 4 ? short : undefined,
    );
    const run = train(pool);
    await expect(run.result).rejects.toMatchObject(said);
    const hint = expect.stringContaining('smaller batch') as string;
    await expect(run.result).rejects.toMatchObject({ hint });
  });
});

describe('control', () => {
  it('pauses between two steps, saves there, and goes on', async () => {
    const checkpoints: ArrayBuffer[] = [];
    const { pool, log } = poolOf(2);
    const run = train(pool, { epochs: 5, onCheckpoint: (taken) => checkpoints.push(taken) });
    const seen: number[] = [];
    for await (const { step } of run) {
      seen.push(step);
      if (step !== 4) continue;
      await run.pause();
      expect(run.state).toBe('paused');
      expect(checkpoints.length).toBe(1);
      const calls = log.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(log.length).toBe(calls);
      expect((await run.checkpoint()).byteLength).toBe(checkpoints[0]!.byteLength);
      await run.resume();
    }
    expect(seen.length).toBe(15);
    expect(await weightsOf(run)).toBe(await weightsOf(train(poolOf(1).pool, { epochs: 5 })));
  });

  it('waits for its reader when told to, and comes to the same weights', async () => {
    const { pool, log } = poolOf(2);
    const run = train(pool, { epochs: 5, waitForReader: true });
    const events = run[Symbol.asyncIterator]();
    const quiet = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return log.length;
    };
    const before = await quiet();
    expect((await events.next()).value).toMatchObject({ step: 0 });
    const after = await quiet();
    expect(after).toBeGreaterThan(before);
    expect(await quiet()).toBe(after);
    await run.checkpoint(); // answered while it waits
    await run.pause();
    expect(run.state).toBe('paused');
    await run.resume();
    let n = 1;
    while (!(await events.next()).done) n++;
    expect(n).toBe(15);
    expect(await weightsOf(run)).toBe(await weightsOf(train(poolOf(1).pool, { epochs: 5 })));
  });

  it('does not wait for a reader who has left', async () => {
    const run = train(poolOf(2).pool, { epochs: 5, waitForReader: true });
    for await (const { step } of run) if (step === 1) break;
    expect((await run.result).ended).toBe('epochs done');
  });

  it('does not wait for a reader once it is stopped', async () => {
    const run = train(poolOf(1).pool, { epochs: 1000, waitForReader: true });
    await run.info;
    await run.stop();
    expect((await run.result).ended).toBe('stopped');
  });

  it('stops after the step that is under way, also from a pause', async () => {
    for (const pausing of [false, true]) {
      const run = train(poolOf(2).pool, { epochs: 1000 });
      for await (const { step } of run) {
        if (step !== 5) continue;
        if (pausing) await run.pause();
        void run.stop();
      }
      const trained = await run.result;
      expect(trained.ended).toBe('stopped');
      expect(trained.epochs.length).toBeLessThan(10);
      expect((await trained.toSafetensors()).byteLength).toBe(8);
    }
  });

  it('goes on from a checkpoint, even from one of a run that was stopped', async () => {
    const first = train(poolOf(2).pool, { epochs: 4 });
    for await (const { step } of first) if (step === 4) void first.stop();
    expect((await first.result).ended).toBe('stopped');
    const resumeFrom = await first.checkpoint();
    const second = train(poolOf(3).pool, { epochs: 4, resumeFrom });
    const steps = (await eventsOf(second)).map(({ step }) => step);
    expect(steps[0]).toBeGreaterThan(4);
    expect(steps.at(-1)).toBe(11);
    expect(await weightsOf(second)).toBe(await weightsOf(train(poolOf(1).pool, { epochs: 4 })));
    expect(resumeFrom.byteLength).toBeGreaterThan(0); // the caller's buffer is still his
  });

  it('is cancelled by its signal: while it prepares, trains or rests', async () => {
    for (const moment of ['preparing', 'running', 'paused'] as const) {
      const controller = new AbortController();
      const { pool, log } = poolOf(2);
      const run = train(pool, { epochs: 1000, signal: controller.signal });
      if (moment !== 'preparing') await run.info;
      if (moment === 'paused') await run.pause();
      expect(run.state).toBe(moment);
      controller.abort();
      await expect(run.result).rejects.toMatchObject({ name: 'AbortError' });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const calls = log.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(log.length).toBe(calls);
      await run.pause(); // nothing left to wait for
      await run.stop();
    }
  });

  it('is given up when it is closed, and holds nothing afterwards', async () => {
    for (const moment of ['preparing', 'running', 'paused'] as const) {
      const { pool, log } = poolOf(2);
      const run = train(pool, { epochs: 1000 });
      if (moment !== 'preparing') await run.info;
      if (moment === 'paused') await run.pause();
      await run.close();
      expect(run.state).toBe('failed');
      await expect(run.result).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
      await expect(eventsOf(run)).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
      const calls = log.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(log.length).toBe(calls);
      if (moment === 'running') expect(log.join()).toContain('closeTraining');
      await run.close();
    }
  });

  it('keeps its result when it is closed after its end, as at the end of a block', async () => {
    const run = train(poolOf(2).pool);
    const trained = await run.result;
    await run[Symbol.asyncDispose]();
    expect(run.state).toBe('ended');
    expect(await run.result).toBe(trained);
    expect((await run.checkpoint()).byteLength).toBeGreaterThan(0);
  });

  it('goes on when who gets its checkpoints fails', async () => {
    const onCheckpoint = vi.fn(async () => Promise.reject(new Error('disk full')));
    const run = train(poolOf(1).pool, { onCheckpoint, checkpointEveryS: 0 });
    await expect(run.result).resolves.toMatchObject({ ended: 'epochs done' });
    expect(onCheckpoint).toHaveBeenCalled();
  });

  it('fails with what a listener of its preparation throws', async () => {
    const own = new Error('own');
    const onPreparing = () => {
      throw own;
    };
    const run = train(poolOf(2).pool, { onPreparing });
    await expect(run.result).rejects.toBe(own);
    await expect(run.info).rejects.toBe(own);
  });

  it('begins no step once it was given up', async () => {
    const { pool, log } = poolOf(1);
    const run = train(pool);
    await run.info;
    const n = log.length;
    await run.close();
    expect(log.slice(n)).toEqual(['0 closeTraining']);
  });

  it('lets go of a signal that outlives it', async () => {
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, 'removeEventListener');
    const add = vi.spyOn(signal, 'addEventListener');
    await train(poolOf(1).pool, { signal }).close();
    expect(add).toHaveBeenCalledOnce();
    expect(remove).toHaveBeenCalledWith(...add.mock.calls[0]!.slice(0, 2));
  });

  it('fails when the engine is disposed of, or refuses the data', async () => {
    const { pool } = poolOf(2);
    const run = train(pool, { epochs: 1000 });
    await run.info;
    pool.dispose();
    await expect(run.result).rejects.toMatchObject({ code: 'ENGINE_DISPOSED' });
    const refusal = new EegateError({ code: 'TRAIN_EMPTY', message: 'nothing' });
    const refused = train(
      poolOf(2, (method) => (method === 'trainPlan' ? refusal : undefined)).pool,
    );
    await expect(refused.info).rejects.toMatchObject({ code: 'TRAIN_EMPTY' });
    await expect(refused.checkpoint()).rejects.toMatchObject({ code: 'TRAIN_CHECKPOINT' });
  });
});

describe('arrays', () => {
  it('must be a whole number of epochs with whole labels', async () => {
    const { pool } = poolOf(1);
    const run = (y: number[], subjects?: number[]) =>
      startTraining(pool, () => ++lastId, { config: {}, data: { x: data.x, y, subjects } }).info;
    await expect(run([0, 1, 0])).rejects.toMatchObject({ code: 'TRAIN_LABELS' });
    await expect(run([])).rejects.toMatchObject({ code: 'TRAIN_LABELS' });
    await expect(run([0, 1, 0, 0.5])).rejects.toMatchObject({
      code: 'TRAIN_LABELS',
      place: 'epoch 3',
    });
    await expect(run([0, 1, 0, 1], [1, 1, 2, NaN])).rejects.toMatchObject({
      code: 'TRAIN_SUBJECTS',
    });
  });
});
