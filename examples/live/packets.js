// Where packets come from (a file of recorded ones, or a board), and what a live stream takes them from.

/** A source of the live stream: `pieces` is bytes as they arrive, anything that `for await` takes; `reader` takes them apart. */
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

/** Recorded packets, a tenth of a second at a time, `speed` times as fast as they were recorded ('max': without waiting). */
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

/** The dongle of a Cyton by Web Serial: 'b' begins, 's' stops. */
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
