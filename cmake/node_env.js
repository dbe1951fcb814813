// Emscripten gives a program an environment of its own; the tests read these variables of the real one.
Module['preRun'] = () => {
  for (const name of ['EEGATE_DATA', 'EEGATE_GOLDEN', 'EEGATE_TEST_DATA']) {
    if (process.env[name]) ENV[name] = process.env[name];
  }
};
