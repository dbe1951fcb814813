// The unit tests beside the sources, without those that read the sources, which hold the faults here. Of the library only the tests of the
// files with faults: others call the pool while they are loaded, and then every test would run for each of its faults.
import { mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const include = [
  'web/{worker,page,plot}/**/*.test.ts',
  'web/api/{address,band_occlusion,epochs,shared_plan}.test.ts',
];

export default mergeConfig(
  { ...base, test: {} },
  { test: { include, exclude: ['web/page/strings/**'] } },
);
