// Counts what this page asks of the network. It watches; it wraps and replaces nothing.

export interface Ledger {
  /** When the first recording was opened, on the clock of performance.now(). */
  since: number | null;
  /** Addresses requested since then. */
  requests: string[];
  /** Attempts that the content security policy stopped. */
  blocked: string[];
}

export function watchRequests(
  since: () => number | null,
  onChange: (change: Pick<Ledger, 'requests'> | Pick<Ledger, 'blocked'>) => void,
): void {
  const requests: string[] = [];
  const blocked: string[] = [];
  const blockedUrls = new Set<string>(); // some browsers time a request that was never sent
  const observer = new PerformanceObserver((list) => {
    const start = since();
    if (start === null) return;
    const fresh = list
      .getEntries()
      .filter(
        ({ name, startTime }) => startTime >= start && leavesPage(name) && !blockedUrls.has(name),
      );
    if (!fresh.length) return;
    requests.push(...fresh.map(({ name }) => name));
    onChange({ requests: [...requests] });
  });
  observer.observe({ type: 'resource' });
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    blockedUrls.add(blockedURI);
    blocked.push(`${blockedURI || 'inline code'} (${effectiveDirective})`);
    onChange({ blocked: [...blocked] });
  });
}

/** Data and blob addresses name memory of this page. */
export function leavesPage(url: string): boolean {
  return !/^(data|blob):/.test(url);
}

/** This page's own code, asked for without a word about anything: the module that trains comes when training begins. */
export function isOwnCode(url: string, base: string): boolean {
  const { origin, pathname, search } = new URL(url, base);
  const own = new URL(base);
  return (
    origin === own.origin &&
    search === '' &&
    /\/eegate-(train-(simd|relaxed)\.wasm|worker\.js)$/.test(pathname)
  );
}

export function policyInForce(): string {
  return (
    document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')
      ?.content ?? ''
  );
}
