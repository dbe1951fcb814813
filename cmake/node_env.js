// Emscripten gives a program an environment of its own; the tests read these variables of the real one.
Module['preRun'] = () => {
  const read = /^EEGATE_(DATA|GOLDEN|TEST_DATA|MUTATIONS|SEMANTIC_\w+)$/;
  for (const [name, value] of Object.entries(process.env)) if (read.test(name)) ENV[name] = value;
};
