// What index.html runs: the page's own files are asked for when the first screen, which is plain HTML, has been painted. On a
// slow network they would otherwise come in its way.

/** What page.js imports; the build knows. */
declare const EEGATE_PAGE_PARTS: string[];

const page: string = './page.js'; // not of this bundle

function load(): void {
  for (const part of EEGATE_PAGE_PARTS) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `./${part}`;
    document.head.append(link);
  }
  void import(page);
}

// A tab in the background paints nothing.
if (document.visibilityState === 'hidden') load();
else requestAnimationFrame(() => setTimeout(load));

export {};
