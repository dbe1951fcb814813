// Reports what a content security policy refused, as a message from a worker to its page.

export type Violation = Pick<
  SecurityPolicyViolationEvent,
  'blockedURI' | 'effectiveDirective' | 'originalPolicy'
>;

/** In a worker: reports every request that the policy of the worker refuses. */
export function reportViolations(post: (message: { refused: Violation }) => void): void {
  globalThis.addEventListener('securitypolicyviolation', (event) => {
    const { blockedURI, effectiveDirective, originalPolicy } =
      event as SecurityPolicyViolationEvent;
    post({ refused: { blockedURI, effectiveDirective, originalPolicy } });
  });
}
