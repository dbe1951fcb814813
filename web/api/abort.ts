// For elements, which import nothing of the workers.
export { isAbort } from '../worker/error.js';
