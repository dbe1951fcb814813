// Styles of the elements: CSS variables of the document, with light and dark defaults.
import { css } from 'lit';

const dark = css`
  --_scheme: dark;
  --_paper: var(--eeg-paper, #181e26);
  --_ink: var(--eeg-ink, #e5eaf0);
  --_muted: var(--eeg-muted, #9eabba);
  --_line: var(--eeg-line, #2d3642);
  --_grid: var(--eeg-grid, #252d38);
  --_accent: var(--eeg-accent, #82b7f2);
  --_accent-ink: var(--eeg-accent-ink, #0c1622);
  --_trace: var(--eeg-trace, #a9c8ec);
  --_gap: var(--eeg-gap, #333d49);
  --_mark: var(--eeg-mark, #3c3820);
  --_bad: var(--eeg-bad, #ff9d95);
  --_class-1: var(--eeg-class-1, #e89a45);
  --_class-2: var(--eeg-class-2, #5ea9e4);
  --_class-3: var(--eeg-class-3, #4cc3a0);
  --_class-4: var(--eeg-class-4, #db88bf);
  --_class-5: var(--eeg-class-5, #a99bea);
  --_class-6: var(--eeg-class-6, #c5b657);
`;

/** Documents set --eeg-ink; the elements use --_ink, because a rule for :host would hide inherited variables. */
export const look = css`
  :host {
    --_paper: var(--eeg-paper, #ffffff);
    --_ink: var(--eeg-ink, #17202b);
    --_muted: var(--eeg-muted, #546172);
    --_line: var(--eeg-line, #d5dce4);
    --_grid: var(--eeg-grid, #e9edf2);
    --_accent: var(--eeg-accent, #1d5fa8);
    --_accent-ink: var(--eeg-accent-ink, #ffffff);
    --_trace: var(--eeg-trace, #24476f);
    --_gap: var(--eeg-gap, #dfe3e8);
    --_mark: var(--eeg-mark, #fdf0c8);
    --_bad: var(--eeg-bad, #a8211b);
    --_class-1: var(--eeg-class-1, #bf6300);
    --_class-2: var(--eeg-class-2, #2176b5);
    --_class-3: var(--eeg-class-3, #1c8468);
    --_class-4: var(--eeg-class-4, #a94a88);
    --_class-5: var(--eeg-class-5, #6a5cb8);
    --_class-6: var(--eeg-class-6, #7b6f1d);
    --_class-7: color-mix(in srgb, var(--_class-1) 65%, black);
    --_class-8: color-mix(in srgb, var(--_class-2) 65%, black);
    --_class-9: color-mix(in srgb, var(--_class-3) 65%, black);
    --_class-10: color-mix(in srgb, var(--_class-4) 65%, black);
    --_class-11: color-mix(in srgb, var(--_class-5) 65%, black);
    --_class-12: color-mix(in srgb, var(--_class-6) 65%, black);
    --_class-13: color-mix(in srgb, var(--_class-1) 25%, var(--_ink));
    --_class-14: color-mix(in srgb, var(--_class-2) 25%, var(--_ink));
    --_class-15: color-mix(in srgb, var(--_class-3) 25%, var(--_ink));
    --_class-16: color-mix(in srgb, var(--_class-4) 25%, var(--_ink));
    --_class-17: color-mix(in srgb, var(--_class-5) 25%, var(--_ink));
    --_class-18: color-mix(in srgb, var(--_class-6) 25%, var(--_ink));
    --_scheme: light;
    --_font: var(
      --eeg-font,
      medium/1.5 -apple-system,
      BlinkMacSystemFont,
      'Segoe UI',
      Roboto,
      'Helvetica Neue',
      'Noto Sans',
      'Liberation Sans',
      Arial,
      system-ui,
      sans-serif
    );
    color-scheme: var(--_scheme);
    display: block;
    container-type: inline-size;
    /* What shrinks to its content (a flex row, a table cell) would have no width: a container does not ask its content. */
    contain-intrinsic-inline-size: min(560px, 90vw);
    min-inline-size: 0;
  }
  :host([hidden]) {
    display: none;
  }
  @media (prefers-color-scheme: dark) {
    :host(:not([theme='light'])) {
      ${dark}
    }
  }
  :host([theme='dark']) {
    ${dark}
  }
  * {
    box-sizing: border-box;
  }
  /* Beside the background, because a rule of the document for * would go before one for :host. */
  .base {
    background: var(--_paper);
    color: var(--_ink);
    color-scheme: var(--_scheme);
    font: var(--_font);
    letter-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-break: normal;
    word-spacing: normal;
    border: 1px solid var(--_line);
    border-radius: var(--eeg-radius, 8px);
    padding: 12px;
  }
  /* It is not seen. Its transition tells that colours have changed, which canvases do not follow by themselves. */
  .base::before {
    box-shadow:
      0 0 var(--_paper),
      0 0 var(--_ink),
      0 0 var(--_muted),
      0 0 var(--_grid),
      0 0 var(--_accent),
      0 0 var(--_trace),
      0 0 var(--_gap),
      0 0 var(--_mark),
      0 0 var(--_class-1),
      0 0 var(--_class-2),
      0 0 var(--_class-3),
      0 0 var(--_class-4),
      0 0 var(--_class-5),
      0 0 var(--_class-6);
    content: '';
    forced-color-adjust: none;
    position: absolute;
    transition: box-shadow 1ms;
  }
  .bar {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    min-height: 40px;
  }
  .bar p {
    flex: 1 1 12em;
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .muted {
    color: var(--_muted);
    font-size: 0.875em;
  }
  button,
  .choose {
    background: transparent;
    border: 1px solid var(--_line);
    border-radius: 6px;
    color: var(--_accent);
    cursor: pointer;
    font: inherit;
    min-height: 40px;
    padding: 6px 14px;
  }
  .choose {
    display: inline-flex;
    position: relative;
  }
  .choose input {
    cursor: pointer;
    inset: 0;
    opacity: 0;
    position: absolute;
  }
  button.first {
    background: var(--_accent);
    border-color: var(--_accent);
    color: var(--_accent-ink);
  }
  button:disabled {
    cursor: default;
    opacity: 0.5;
  }
  button:focus-visible,
  .choose:focus-within,
  input[type='range']:focus-visible,
  canvas:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .alert {
    border-inline-start: 3px solid var(--_bad);
    margin: 12px 0 0;
    padding: 2px 12px;
  }
  .alert p {
    margin: 0;
  }
  canvas {
    display: block;
    margin-top: 12px;
    width: 100%;
  }
`;
