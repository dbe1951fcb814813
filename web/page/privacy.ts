// Counts what this page asks of the network. It watches; it wraps and replaces nothing.
import { words } from './words/index.js';

export interface Ledger {
  /** When the first recording was opened, on the clock of performance.now(). */
  since: number | null;
  /** Addresses requested since then. */
  requests: string[];
  /** Attempts that were stopped, by the content security policy and by what guards the doors it cannot see. */
  blocked: string[];
  /** No connection is possible any more (seal.ts). */
  isSealed: boolean;
}

export function watchRequests(
  since: () => number | null,
  onChange: (change: Pick<Ledger, 'requests'> | Pick<Ledger, 'blocked'>) => void,
): (what: string) => void {
  const requests: string[] = [];
  const blocked: string[] = [];
  const attempts = new Attempts();
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
  const addBlocked = (what: string) => {
    blocked.push(what);
    onChange({ blocked: [...blocked] });
  };
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { blockedURI, effectiveDirective } = violation;
    blockedUrls.add(blockedURI);
    if (attempts.isNew(violation))
      addBlocked(`${blockedURI || words.privacy.inlineCode} (${effectiveDirective})`);
  });
  return addBlocked;
}

/** Each policy that an attempt breaks says so; the attempt is counted once. */
class Attempts {
  readonly #counts = new Map<string, number>();

  isNew({ blockedURI, effectiveDirective, originalPolicy }: SecurityPolicyViolationEvent): boolean {
    const what = `${blockedURI} ${effectiveDirective}`;
    const bySelf = `${what} ${originalPolicy}`;
    const nOfPolicy = (this.#counts.get(bySelf) ?? 0) + 1;
    this.#counts.set(bySelf, nOfPolicy);
    if (nOfPolicy <= (this.#counts.get(what) ?? 0)) return false;
    this.#counts.set(what, nOfPolicy);
    return true;
  }
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

/** The last one is the strictest: it came when the connections were closed. */
export function policyInForce(): string {
  const policies = document.querySelectorAll<HTMLMetaElement>(
    'meta[http-equiv="Content-Security-Policy"]',
  );
  return [...policies].at(-1)?.content ?? '';
}
