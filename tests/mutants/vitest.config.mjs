// The unit tests beside the sources, without those that read the sources, which hold the faults here.
import { mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

export default mergeConfig(
  { ...base, test: {} },
  { test: { include: ['web/{worker,page,plot}/**/*.test.ts'], exclude: ['web/page/strings/**'] } },
);
