// Sources of packets (a recorded file, or a board), and the source from which a live stream reads them.

/** A source for a live stream: `pieces` are bytes as they arrive, in anything that `for await` accepts; `reader` decodes them. */
export function packetSource({ chNames, sfreq, reader, pieces, canWait = false, stop }) {
  let isOn = false;
  return {
    chNames,
    sfreq,
    unit: 'uV',
    canWait,
    async start(onChunk) {
      isOn = true;
      for await (const piece of pieces) {
        if (!isOn) return;
        for (const chunk of reader.read(piece)) {
          const taken = onChunk(chunk);
          if (canWait) await taken;
        }
      }
    },
    async stop() {
      isOn = false;
      await stop?.();
    },
  };
}

/** Recorded packets, a tenth of a second at a time, at `speed` times the recorded speed ('max': without waiting). */
export async function* recorded(bytes, { bytesPerS, packetBytes }, speed) {
  const step = packetBytes * Math.round(bytesPerS / packetBytes / 10);
  const began = performance.now();
  for (let at = 0; at < bytes.length; at += step) {
    const dueMs =
      speed === 'max' ? 0 : ((at / bytesPerS) * 1000) / speed - (performance.now() - began);
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    yield bytes.subarray(at, at + step);
  }
}

/** The dongle of a Cyton by Web Serial: 'b' starts, 's' stops. */
export async function board() {
  const port = await navigator.serial.requestPort();
  await port.open({ baudRate: 115200 });
  const reader = port.readable.getReader();
  const say = async (letter) => {
    const writer = port.writable.getWriter();
    await writer.write(new TextEncoder().encode(letter));
    writer.releaseLock();
  };
  async function* pieces() {
    await say('b');
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  }
  const stop = async () => {
    await say('s');
    await reader.cancel();
    reader.releaseLock();
    await port.close();
  };
  return { pieces: pieces(), stop };
}
