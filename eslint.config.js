// Faults only; the looks are prettier's.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['build/', 'dist/', 'node_modules/', '.data/', 'web/worker/core/'] },
  {
    files: ['web/**/*.ts', 'e2e/**/*.ts', 'tests/**/*.ts'],
    extends: [tseslint.configs.recommended],
  },
  {
    files: ['web/**/*.ts', 'e2e/**/*.ts', 'tests/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': 'off', // tsc reports them
      eqeqeq: 'error',
    },
  },
);
