// Faults in TypeScript: the protocol between page and worker, and the page's logic that no browser is needed for. Which
// tests see a fault is found by coverage.
export default {
  packageManager: 'npm',
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutants/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  mutate: [
    'web/worker/{rpc,pool,work_chunks,memory_shortage,detect}.ts',
    'web/api/{address,band_occlusion,epochs,shared_plan}.ts',
    'web/page/{address,store,tasks,undo,view_steps}.ts',
    'web/page/{recording_list,model_list,workspaces,truncation}.ts',
    'web/page/training/{comparison,history,outcome,plan}.ts',
  ],
  mutator: { excludedMutations: ['StringLiteral'] }, // what the page says is checked where it is read: in a browser
  ignorePatterns: [
    'build',
    'dist',
    'bench',
    '.data',
    'src',
    'bindings',
    'e2e',
    'docs',
    'tests/data',
    'tests/fuzz',
  ],
  concurrency: 2,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: 'build/reports/stryker.json' },
  tempDirName: 'build/mutants/sandbox',
  allowEmpty: false,
};
