// Whether an explanation is reliable, in plain sentences. Pure.
import type { ExplainChecks } from '../../api/index.js';
import { strings } from '../strings/index.js';

const texts = strings.explain.verdict;
const two = (value: number) => strings.numbers.significant(value, 2);

/** Why not, the weightiest reason first; empty where every check that applies was passed. */
export function doubtsOf(checks: ExplainChecks): string[] {
  const { completeness, deletion, randomWeights, strength } = checks;
  const doubts: string[] = [];
  if (strength && !strength.passed) {
    const needed = strength.factor * Math.max(0, ...strength.random);
    doubts.push(texts.strength(two(strength.difference), two(needed), strength.factor));
  }
  if (deletion?.applies && !deletion.passed) doubts.push(texts.deletion);
  if (randomWeights?.applies && !randomWeights.passed) doubts.push(texts.randomWeights);
  if (completeness.promised && !completeness.passed)
    doubts.push(texts.completeness(completeness.residual));
  return doubts;
}
