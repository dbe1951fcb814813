// The colours of the style sheet, for canvases.
import type { PlotTheme } from '../plot/surface.js';
import type { Theme } from './state.js';

export function plotTheme(): PlotTheme {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: color('paper'),
    ink: color('ink'),
    muted: color('muted'),
    grid: color('grid'),
    trace: color('trace'),
    gap: color('gap'),
    mark: color('mark'),
    cursor: color('accent'),
    classes: [1, 2, 3, 4, 5, 6].map((k) => color(`class-${k}`)),
    font: '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  };
}

export const darkScheme = matchMedia('(prefers-color-scheme: dark)');

export function resolvedTheme(theme: Theme): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return darkScheme.matches ? 'dark' : 'light';
}

const cycle: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };
export function nextTheme(theme: Theme): Theme {
  return cycle[theme];
}
