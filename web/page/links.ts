// Links and keys that the browser would apply to the whole tab: here they are limited to the frame of the page.
import type { Actions } from './actions.js';

export function followLinks(
  target: Document,
  actions: Actions,
  follow: (fragment: string) => void,
): void {
  target.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[href]');
    if (!link || event.defaultPrevented) return;
    event.preventDefault(); // the frame has no other address to go to
    const href = link.getAttribute('href') ?? '';
    if (href === '#main') actions.navigation.show('main');
    else if (href.startsWith('#')) follow(href.slice(1));
  });
  // Else the browser would print the shell with what is visible of the frame.
  target.addEventListener('keydown', (event) => {
    const isPrint = event.key === 'p' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isPrint || event.shiftKey) return;
    event.preventDefault();
    globalThis.print();
  });
}
