// The first screen as plain HTML, from the words that the page itself uses: it is there with the first bytes, and the page
// takes its place, looking the same, when its script has come. What is told while it loads stands in the lead, which is then the
// largest text that is painted at all: a browser's measure of when a page can be read.
import { imported } from './imported.mjs';

export async function firstScreen() {
  const { english } = await imported('web/page/strings/english/index.ts');
  const { start, shell } = english;
  return `<header class="top">
        <h1>
          <a class="brand" href="#main">
            <svg viewBox="0 0 32 20" aria-hidden="true"><path d="M1 11h5l2-6 4 13 4-17 4 14 3-7 2 3h6" /></svg>
            <span>eegate</span>
          </a>
        </h1>
      </header>
      <nav class="rail" aria-hidden="true"></nav>
      <main id="main" class="bench" data-state="empty">
        <div class="stage">
          <section class="start" aria-label="${start.label}">
            <h2 class="welcome">${start.title}</h2>
            <p class="lead">${start.lead}<br /><span class="note">${shell.loading}</span></p>
            <div class="open">
              <noscript><p>${shell.needsScript}</p></noscript>
            </div>
            <div class="running"><span></span><span></span><p class="start-figure"></p><p class="note">${start.running.caption}</p></div>
          </section>
        </div>
      </main>
      <footer class="status"></footer>
      <template id="gone"><main><p role="alert">${shell.gone}</p></main></template>
      <template id="broken"><span class="note" role="alert">${shell.broken}</span></template>`;
}
