// Tables with buttons in their rows, and lists of buttons: one row is a stop of Tab, because thousands of stops would be a trap; keys go
// from row to row.

const rowSteps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };

const buttonsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button.link')];

/** From the button of one row to the same one of another. */
export function goAlongRows(event: KeyboardEvent): void {
  const from = (event.target as HTMLElement).closest<HTMLElement>('.link');
  const row = from?.closest('tr');
  const step = rowSteps[event.key];
  if (!from || !row || step === undefined) return;
  const rows = [...row.closest('table')!.querySelectorAll('tbody > tr')].filter(
    (one) => buttonsOf(one).length,
  );
  const to = Math.min(rows.length - 1, Math.max(0, rows.indexOf(row) + step));
  event.preventDefault();
  buttonsOf(rows[to]!)[buttonsOf(row).indexOf(from)]?.focus();
}

/** The row that the focus came to is the stop of Tab at once, not when it is drawn next: Tab may be pressed before. */
export function stopAtRow({ currentTarget }: FocusEvent): void {
  for (const one of buttonsOf(currentTarget as Element)) one.tabIndex = 0;
}

const listSteps: Record<string, number> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};

const buttonsOfList = (list: Element) => [...list.querySelectorAll<HTMLElement>('button')];

/** From one button of a list to another. */
export function goAlongList(event: KeyboardEvent): void {
  const step = listSteps[event.key];
  if (step === undefined) return;
  const buttons = buttonsOfList(event.currentTarget as Element);
  const to = buttons.indexOf((event.target as HTMLElement).closest('button')!) + step;
  event.preventDefault();
  buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus();
}

/** The button of a list that the focus came to is its stop of Tab. */
export function stopAtButton({ currentTarget, target }: FocusEvent): void {
  for (const one of buttonsOfList(currentTarget as Element)) one.tabIndex = one === target ? 0 : -1;
}
