// npm start: sets up, builds, serves.
import { build } from './build.mjs';
import { serve } from './serve.mjs';
import { main } from './shared.mjs';

main(async () => {
  await build();
  await serve();
});
