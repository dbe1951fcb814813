// One state of the gallery, by the fragment of the address (`#bands`, `#bands,de`, `#bands,dark`); `window.gallery` lists all.
import { render } from 'lit/html.js';
import { RunningStart } from '../page/start/animation.js';
import { darkScheme } from '../page/theme.js';
import { germanElements } from '../page/strings/german/elements.js';
import { german } from '../page/strings/german/index.js';
import { inEnglish, setLanguage, strings } from '../page/strings/index.js';
import { showings } from './states.js';

Object.assign(globalThis, { gallery: showings.map(({ id }) => id) });

function show(): void {
  const [id, ...how] = location.hash.slice(1).split(',');
  setLanguage(how.includes('de') ? { strings: german, elements: germanElements } : inEnglish);
  const { lang, theme } = {
    lang: strings.language,
    theme: how.includes('dark') || darkScheme.matches ? 'dark' : 'light',
  };
  document.documentElement.lang = lang;
  document.documentElement.dataset['theme'] = theme;
  const showing = showings.find((one) => one.id === id) ?? showings[0]!;
  render(showing.view(), document.querySelector<HTMLElement>('#app')!);
  if (showing.opens) document.getElementById(showing.opens)?.showPopover();
  new RunningStart().sync();
}

addEventListener('hashchange', show);
show();
