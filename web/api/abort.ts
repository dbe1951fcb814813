// For elements, which import nothing of the workers.
export { abortable } from '../worker/work_chunks.js';
