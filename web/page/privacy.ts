// Requests of this page as reported by the browser: of the frame with its workers, and of the outer page. It only observes and
// replaces no function.
import type { Violation } from '../worker/violation.js';
import { shell } from './shell.js';
import { strings } from './strings/index.js';

export interface Ledger {
  /** When the first recording was opened, on the clock of performance.now(). */
  since: number | null;
  /** Addresses requested since then, as far as the browser reports them. */
  requests: string[];
  /** Attempts that the browser refused and reported. */
  blocked: string[];
}

/** Answers what takes the attempts that were refused in workers. */
export function watchRequests(
  since: () => number | null,
  onChange: (change: Pick<Ledger, 'requests'> | Pick<Ledger, 'blocked'>) => void,
): (refused: Violation) => void {
  const requests: string[] = [];
  const blocked: string[] = [];
  const attempts = new Attempts();
  const blockedUrls = new Set<string>(); // some browsers time a request that was never sent
  const addRequests = (urls: string[]) => {
    if (!urls.length) return;
    requests.push(...urls);
    onChange({ requests: [...requests] });
  };
  const observer = new PerformanceObserver((list) => {
    const start = since();
    const fresh = list.getEntries().filter(({ startTime }) => start !== null && startTime >= start);
    const urls = fresh.map(({ name }) => name);
    addRequests(urls.filter((url) => leavesPage(url) && !blockedUrls.has(url)));
  });
  observer.observe({ type: 'resource' });
  const addBlocked = (what: string) => {
    blocked.push(what);
    onChange({ blocked: [...blocked] });
  };
  const addRefused = (refused: Violation) => {
    const { blockedURI, effectiveDirective } = refused;
    blockedUrls.add(blockedURI);
    if (attempts.isNew(refused))
      addBlocked(`${blockedURI || strings.privacy.inlineCode} (${effectiveDirective})`);
  };
  document.addEventListener('securitypolicyviolation', addRefused);
  shell.on('requests', ({ urls }) => addRequests(urls));
  shell.on('blocked', ({ what }) => addBlocked(what));
  return addRefused;
}

/** Each policy that an attempt breaks says so; the attempt is counted once. */
class Attempts {
  readonly #counts = new Map<string, number>();

  isNew({ blockedURI, effectiveDirective, originalPolicy }: Violation): boolean {
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

/** Of the frame. */
export function policyInForce(): string {
  const policy = document.querySelector<HTMLMetaElement>(
    'meta[http-equiv="Content-Security-Policy"]',
  );
  return policy?.content ?? '';
}
