// The colours of the style sheet, for canvases.
import { plotThemeOf, type PlotTheme } from '../plot/surface.js';
import type { Theme } from './state.js';

export const plotTheme = (): PlotTheme => plotThemeOf(document.documentElement, '--');

export const darkScheme = matchMedia('(prefers-color-scheme: dark)');

export function resolvedTheme(theme: Theme): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return darkScheme.matches ? 'dark' : 'light';
}

const cycle: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };
export function nextTheme(theme: Theme): Theme {
  return cycle[theme];
}
