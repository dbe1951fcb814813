// Names of everything that eegate stores in a browser. An origin is shared: data with other names are neither read nor erased.

/** All names begin with it. */
export const prefix = 'eegate-';

/** The database that holds an unfinished training run. */
export const trainingDatabase = `${prefix}training`;

/** Caches with the page's own files: one for each build. */
export const pageCachePrefix = `${prefix}page-`;

/** Script of the service worker, beside the page. */
export const serviceWorkerScript = 'service-worker.js';

export const databases: readonly string[] = [trainingDatabase];
export const isOwnCache = (name: string): boolean => name.startsWith(pageCachePrefix);
