// Keeps the keyboard's place: when the control that has the focus is removed or disabled, a browser gives the focus to nothing, and the
// next Tab begins at the top of the page.

/** Where a control was before it was removed: between two nodes of what is still there. */
interface Place {
  parent: Node;
  before: Node | null;
  after: Node | null;
  /** The control, or the part of the page that was removed with it. */
  removed: Node;
}

const maxEarlier = 8;
const panels = '[popover], dialog, section, aside, nav, header, main';
const controls = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** For the whole page. A control that is enabled again gets the focus back; of one that is gone, what took its place, or what is next to it. */
export function keepFocus(): void {
  /** What has the focus, or had it when it was removed or disabled. */
  let last: HTMLElement | null = null;
  let place: Place | null = null;
  /** From where the focus was moved without the user's doing, and to what. */
  let origin: Place | null = null;
  let moved: HTMLElement | null = null;
  let isByTouch = false; // the keyboard of a phone would open
  let isAwaited = false;
  const earlier: HTMLElement[] = [];

  const check = () => {
    isAwaited = false;
    if (!last || isByTouch || !isNowhere()) return;
    const to = last.isConnected ? last : place && nextTo(place, origin, last, earlier);
    if (!to || to.matches(':disabled')) return; // until it is enabled, or gone
    if (!isVisible(to)) {
      last = null; // what it was in was closed
      return;
    }
    if (!last.isConnected) origin ??= place;
    moved = to;
    to.focus({ preventScroll: true });
  };

  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    if (last && last !== target) earlier.unshift(last);
    earlier.length = Math.min(earlier.length, maxEarlier);
    if (target !== moved) origin = null;
    [last, place, moved] = [target, null, null];
  });
  addEventListener('focusout', ({ target }) => {
    // Not at once: some browsers say so while the control is being removed.
    queueMicrotask(() => {
      if (target === last && last?.isConnected && !last.matches(':disabled') && isNowhere())
        last = null; // the user went away
    });
  });
  addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      isByTouch = pointerType === 'touch';
      if (isNowhere()) last = null;
    },
    { capture: true },
  );
  addEventListener('keydown', () => (isByTouch = false), { capture: true });
  new MutationObserver((records) => {
    if (!last) return;
    if (!last.isConnected) place = placeOf(place?.parent ?? last, records) ?? place;
    if (isAwaited) return;
    isAwaited = true;
    void drawn().then(check);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

const isNowhere = () => {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body;
};

const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });

/** Of a table with buttons in its rows, one row alone is a stop of Tab. */
const takesFocus = (element: HTMLElement) =>
  (element.tabIndex >= 0 || (element.matches('.link') && element.closest('tr') !== null)) &&
  !element.matches(':disabled') &&
  isVisible(element);

function controlsIn(parts: Iterable<Node>): HTMLElement[] {
  return [...parts]
    .filter((node) => node instanceof HTMLElement)
    .flatMap((part) => [part, ...part.querySelectorAll<HTMLElement>(controls)])
    .filter((one) => one.matches(controls) && takesFocus(one));
}

/** Null if it is where it was: then an earlier answer is still right. */
function placeOf(gone: Node, records: readonly MutationRecord[]): Place | null {
  if (gone.isConnected) return null;
  const removalOf = (node: Node) =>
    records.find(({ removedNodes }) => [...removedNodes].some((one) => one.contains(node)));
  /** Neighbours may be removed after it. */
  const there = (node: Node | null, side: 'previousSibling' | 'nextSibling'): Node | null =>
    node && !node.isConnected ? there(removalOf(node)?.[side] ?? null, side) : node;
  const record = removalOf(gone);
  if (!record) return null;
  const { target } = record;
  if (!target.isConnected) return placeOf(target, records);
  const removed = [...record.removedNodes].find((one) => one.contains(gone))!;
  return {
    ...{ parent: target, removed },
    before: there(record.previousSibling, 'previousSibling'),
    after: there(record.nextSibling, 'nextSibling'),
  };
}

/**
 * What is now where the focus began, as after Cancel. Else what replaced the control, the same control of the next row of a list, the
 * next control or the heading of its panel, or where the user was before.
 */
function nextTo(
  place: Place,
  origin: Place | null,
  gone: HTMLElement,
  earlier: readonly HTMLElement[],
) {
  const [again] = origin ? controlsIn(between(origin)) : [];
  const [instead] = controlsIn(between(place));
  return again ?? instead ?? inNextRow(place, gone) ?? inPanel(place) ?? before(earlier);
}

function between({ parent, before, after }: Place): Node[] {
  const found: Node[] = [];
  const first = before?.parentNode === parent ? before.nextSibling : parent.firstChild;
  const isKnown = before === null || before.parentNode === parent;
  for (let node = isKnown ? first : null; node && node !== after; node = node.nextSibling)
    found.push(node);
  return found;
}

function inNextRow({ before, after, removed }: Place, gone: HTMLElement): HTMLElement | undefined {
  const all = (row: Element) => [...row.querySelectorAll<HTMLElement>(controls)];
  if (!(removed instanceof Element) || !/^(TR|LI)$/.test(removed.tagName)) return undefined;
  const index = all(removed).indexOf(gone);
  return [elementFrom(after, 'nextSibling'), elementFrom(before, 'previousSibling')]
    .filter((row) => row?.tagName === removed.tagName)
    .map((row) => all(row!)[index])
    .find((one) => one && takesFocus(one));
}

function elementFrom(node: Node | null, side: 'previousSibling' | 'nextSibling'): Element | null {
  return !node || node instanceof Element ? node : elementFrom(node[side], side);
}

function inPanel({ parent, before }: Place): HTMLElement | undefined {
  const from = before?.parentNode === parent ? before : null;
  const isAfter = (one: Element) =>
    from
      ? Boolean(from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
      : parent.contains(one) ||
        Boolean(parent.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const start = parent instanceof Element ? parent : parent.parentElement;
  for (let panel = start?.closest(panels); panel; panel = panel.parentElement?.closest(panels)) {
    const all = controlsIn([panel]).filter((one) => one !== panel);
    const found = all.find(isAfter) ?? headingOf(panel) ?? all.at(-1);
    if (found) return found;
  }
  return undefined;
}

/** Headings take the focus only here. */
function headingOf(panel: Element): HTMLElement | undefined {
  const heading = [...panel.querySelectorAll<HTMLElement>('h2, h3, h4')].find(isVisible);
  if (heading) heading.tabIndex = -1;
  return heading;
}

const before = (earlier: readonly HTMLElement[]): HTMLElement | null =>
  earlier.find((one) => one.isConnected && takesFocus(one)) ?? document.querySelector('#main');

/** The page is drawn in the next frame, and what was changed meanwhile in the one after it. */
const drawn = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
