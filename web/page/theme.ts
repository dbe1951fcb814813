// The colours of the style sheet, for canvases.
import { plotThemeOf, type PlotTheme } from '../plot/surface.js';
import type { State, Theme } from './state.js';
import { strings } from './strings/index.js';

export const plotTheme = (): PlotTheme => plotThemeOf(document.documentElement, '--');

export const darkScheme = matchMedia('(prefers-color-scheme: dark)');
export const forcedColors = matchMedia('(forced-colors: active)');

/** Where the system forces its colours on the page, what is drawn follows the system, too. */
export function resolvedTheme(theme: Theme): 'light' | 'dark' {
  if (theme !== 'auto' && !forcedColors.matches) return theme;
  return darkScheme.matches ? 'dark' : 'light';
}

/** Colours and language: what is drawn is drawn again when they are others. */
export const appearance = ({ theme }: Pick<State, 'theme'>): string =>
  `${resolvedTheme(theme)} ${strings.language}`;

/** The same, as the document shows it. */
export function shownAppearance(): string {
  const { dataset, lang } = document.documentElement;
  return `${dataset['theme']} ${lang}`;
}

const cycle: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };
export function nextTheme(theme: Theme): Theme {
  return cycle[theme];
}
