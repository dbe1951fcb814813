import { afterEach, describe, expect, it } from 'vitest';
import { EegateError } from './error.js';
import type { Reply, Request } from './protocol.js';
import { buffersOf, RpcClient, serve, type Port } from './rpc.js';

const channels: MessageChannel[] = [];
function connected(dispatch: (method: string, args: unknown[]) => unknown): RpcClient {
  const channel = new MessageChannel();
  channels.push(channel);
  channel.port1.start();
  channel.port2.start();
  serve(channel.port2 as Port, dispatch);
  return new RpcClient(channel.port1 as Port);
}
afterEach(() => channels.splice(0).forEach(({ port1 }) => port1.close()));

describe('rpc', () => {
  it('answers every call with its own value, in whatever order they finish', async () => {
    const rpc = connected(async (_, [ms]) => {
      await new Promise((resolve) => setTimeout(resolve, ms as number));
      return ms;
    });
    expect(await Promise.all([rpc.call('wait', [20]), rpc.call('wait', [1])])).toEqual([20, 1]);
  });

  it('carries an error with all its fields', async () => {
    const rpc = connected(() => {
      throw new EegateError({
        code: 'EDF_BAD_NS',
        message: 'bad',
        hint: 'mend it',
        place: 'byte 252',
        found: '"x"',
      });
    });
    const error = await rpc.call('open', []).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EegateError);
    expect(error).toMatchObject({
      code: 'EDF_BAD_NS',
      message: 'bad',
      hint: 'mend it',
      place: 'byte 252',
      found: '"x"',
    });
  });

  it('answers with an error when the value cannot be sent', async () => {
    const rpc = connected(() => () => 'a function cannot be cloned');
    await expect(rpc.call('odd', [])).rejects.toBeInstanceOf(EegateError);
  });

  it('rejects a call whose arguments cannot be sent, and forgets it', async () => {
    const port = {
      postMessage: () => {
        throw new DOMException('a function could not be cloned', 'DataCloneError');
      },
      addEventListener: () => undefined,
    };
    const rpc = new RpcClient(port);
    const call = rpc.call('odd', [() => undefined]);
    await expect(call).rejects.toBeInstanceOf(EegateError);
    await expect(call).rejects.toMatchObject({ code: 'ENGINE_MESSAGE', place: 'odd' });
    expect(rpc.nWaiting).toBe(0);
  });

  it('tells why a request could not be sent, whatever was thrown', async () => {
    const thrower = (thrown: unknown) => ({
      postMessage: () => {
        throw thrown;
      },
      addEventListener: () => undefined,
    });
    await expect(new RpcClient(thrower(new Error('too large'))).call('a', [])).rejects.toThrow(
      'A request could not be sent to the engine: too large',
    );
    await expect(new RpcClient(thrower('no port')).call('a', [])).rejects.toThrow(
      'A request could not be sent to the engine: no port',
    );
  });

  it('numbers its requests, and takes no notice of answers to others', async () => {
    const sent: Request[] = [];
    let answer!: (event: { data: Reply }) => void;
    const rpc = new RpcClient({
      postMessage: (message) => void sent.push(message as Request),
      addEventListener: (_, listener) => (answer = listener as typeof answer),
    });
    const calls = [rpc.call('a', [1]), rpc.call('b', [])];
    expect(sent).toEqual([
      { id: 1, method: 'a', args: [1] },
      { id: 2, method: 'b', args: [] },
    ]);
    answer({ data: { id: 9, value: 'to nobody' } });
    answer({ data: { id: 9, error: { code: 'X', message: 'to nobody' } } });
    expect(rpc.nWaiting).toBe(2);
    answer({ data: { id: 2, value: 'b' } });
    answer({ data: { id: 1, value: 'a' } });
    expect(await Promise.all(calls)).toEqual(['a', 'b']);
  });

  it('forgets a call that was answered', async () => {
    const rpc = connected(() => 1);
    const call = rpc.call('one', []);
    expect(rpc.nWaiting).toBe(1);
    await call;
    expect(rpc.nWaiting).toBe(0);
  });

  it('rejects pending and later calls once closed', async () => {
    const rpc = connected(() => new Promise(() => undefined));
    const pending = rpc.call('forever', []);
    rpc.close(new EegateError({ code: 'ENGINE_DISPOSED', message: 'gone' }));
    await expect(pending).rejects.toMatchObject({ code: 'ENGINE_DISPOSED' });
    expect(rpc.nWaiting).toBe(0);
    rpc.close(new EegateError({ code: 'ENGINE_LOST', message: 'gone again' })); // the first reason counts
    await expect(rpc.call('later', [])).rejects.toMatchObject({ code: 'ENGINE_DISPOSED' });
  });

  it('moves the buffers of a reply instead of copying them', async () => {
    const sent: Float32Array[] = [];
    const rpc = connected(() => {
      sent.push(new Float32Array([1, 2, 3]));
      return { sfreq: 160, data: sent };
    });
    expect(await rpc.call('read', [])).toEqual({ sfreq: 160, data: [new Float32Array([1, 2, 3])] });
    expect(sent[0]!.length).toBe(0);
  });

  it('finds buffers two levels deep and no deeper', () => {
    const buffer = new ArrayBuffer(8);
    expect(buffersOf(buffer)).toEqual([buffer]);
    expect(buffersOf(new Uint8Array(buffer))).toEqual([buffer]);
    expect(buffersOf({ a: { b: buffer } })).toEqual([buffer]);
    expect(buffersOf({ a: { b: { c: buffer } } })).toEqual([]);
    expect(buffersOf(new Uint8Array(new SharedArrayBuffer(8)))).toEqual([]);
    for (const plain of [null, undefined, 1, 'text', () => undefined])
      expect(buffersOf(plain)).toEqual([]);
    expect(buffersOf({ a: null })).toEqual([]);
  });

  it('finds a shared buffer once', () => {
    const buffer = new ArrayBuffer(16);
    expect(buffersOf([new Float32Array(buffer, 0, 2), new Float32Array(buffer, 8, 2)])).toEqual([
      buffer,
    ]);
  });
});
