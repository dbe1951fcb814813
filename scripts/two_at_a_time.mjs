// Runs two actions at a time, each as soon as it is prepared.

/**
 * Prepares one name after the other (compilers use all cores) and runs what is prepared while the next is being prepared, in the same
 * order, at most two at a time. `run` gets what `prepare` resolved to.
 */
export async function twoAtATime(names, prepare, run) {
  const waiting = [];
  let nRunning = 0;
  const begin = async () => {
    if (nRunning === 2) await new Promise((resolve) => waiting.push(resolve));
    else nRunning++;
  };
  const end = () => {
    const next = waiting.shift();
    if (next) next();
    else nRunning--;
  };
  const runs = [];
  for (const name of names) {
    const prepared = await prepare(name);
    runs.push(
      begin()
        .then(() => run(name, prepared))
        .finally(end),
    );
  }
  await Promise.all(runs);
}
