// Before a recording opens, the shell forbids its own connections, too. The shell holds no recording; the frame could never connect.

/** Policies combine to the strictest, and no script can remove one; only leaving the page does. */
const closed =
  "default-src 'none'; script-src 'none'; worker-src 'none'; style-src 'none'; img-src 'none'; connect-src 'none'; manifest-src 'none'; base-uri 'none'; form-action 'none'";

export function closeConnections(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = closed;
  document.head.append(policy);
}

/**
 * Requests of this document that a browser reports, and attempts that its policies refuse. `openedMs`: when the first recording was opened,
 * on the clock of performance.now(); requests that began before it are not meant, however late they are reported.
 */
export function watchShell(
  openedMs: () => number | null,
  onRequests: (urls: string[]) => void,
  onBlocked: (what: string) => void,
): void {
  new PerformanceObserver((list) => {
    const opened = openedMs();
    const urls = list
      .getEntries()
      .filter(({ startTime }) => opened !== null && startTime >= opened)
      .map(({ name }) => name)
      .filter((url) => !/^(data|blob):/.test(url));
    if (urls.length) onRequests(urls);
  }).observe({ type: 'resource' });
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
    onBlocked(`${blockedURI} (${effectiveDirective})`),
  );
}
