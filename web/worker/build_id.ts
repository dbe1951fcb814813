// Set by the build for page, library and worker alike; they must come from one build.
declare const EEGATE_BUILD_ID: string | undefined;
export const buildId: string =
  typeof EEGATE_BUILD_ID === 'undefined' ? 'development' : EEGATE_BUILD_ID;
