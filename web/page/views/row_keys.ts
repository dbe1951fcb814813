// Tables with buttons in their rows: one row is a stop of Tab, because thousands of stops would be a trap; keys go from row to row.

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
