export { EegDrill } from './element.js';
