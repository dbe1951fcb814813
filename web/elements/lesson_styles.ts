// Styles of a lesson: text, with views next to it on wide screens.
import { css } from 'lit';

export const lessonLook = css`
  :host {
    --_good: var(--eeg-good, #1b6e3c);
  }
  @media (prefers-color-scheme: dark) {
    :host(:not([theme='light'])) {
      --_good: var(--eeg-good, #7fd09c);
    }
  }
  :host([theme='dark']) {
    --_good: var(--eeg-good, #7fd09c);
  }
  [hidden] {
    display: none !important;
  }
  .base {
    padding: 16px;
  }
  p,
  h3,
  h4 {
    margin: 0;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    justify-content: space-between;
    margin-bottom: 8px;
  }
  ul.alert {
    list-style: none;
  }
  .both {
    align-items: start;
    display: grid;
    gap: 16px 24px;
    grid-template-columns: minmax(0, 1fr);
    margin-top: 8px;
  }
  @container (min-width: 54rem) {
    .both[data-beside] {
      grid-template-columns: minmax(20rem, 2fr) minmax(0, 3fr);
    }
    .views {
      position: sticky;
      top: 12px;
    }
  }
  .text,
  .answer,
  .question {
    display: grid;
    gap: 12px;
    grid-template-columns: minmax(0, 1fr);
  }
  .text {
    line-height: 1.6;
    max-width: 68ch;
  }
  .text :is(ul, ol) {
    display: grid;
    gap: 4px;
    margin: 0;
    padding-inline-start: 1.3em;
  }
  h3 {
    font-size: 1.15em;
  }
  h3:focus {
    outline: none;
  }
  blockquote {
    border-inline-start: 3px solid var(--_line);
    margin: 0;
    padding-inline-start: 12px;
  }
  hr {
    border: 0;
    border-top: 1px solid var(--_line);
    width: 100%;
  }
  pre,
  .table {
    overflow: auto;
  }
  pre {
    margin: 0;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    border-bottom: 1px solid var(--_line);
    padding: 4px 12px 4px 0;
    text-align: start;
  }
  a {
    color: var(--_accent);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .show-view {
    border-color: var(--_accent);
    max-width: 100%;
    min-height: 32px;
    padding: 2px 10px;
    text-align: start;
  }
  .show-view::before {
    content: '▸ ' / '';
  }
  .question {
    border: 1px solid var(--_line);
    border-radius: 6px;
    justify-items: start;
    margin: 0;
    min-width: 0;
    padding: 14px 16px;
  }
  .check {
    display: flex;
    gap: 8px;
  }
  .check input {
    accent-color: var(--_accent);
    flex: none;
    height: 1.2em;
    margin: 0.2em 0 0;
    width: 1.2em;
  }
  input[type='radio']:focus-visible,
  a:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .note {
    color: var(--_muted);
    font-size: 0.875em;
  }
  [data-mark='right'] {
    color: var(--_good);
    font-weight: 600;
  }
  [data-mark='right'] span::before {
    content: '✓ ' / 'right: ';
  }
  [data-mark='wrong'] span::before {
    content: '✕ ' / 'chosen: ';
  }
  .answer:not(:has(*)) {
    position: absolute; /* still there, for the focus */
  }
  .elsewhere {
    border: 1px dashed var(--_line);
    border-radius: var(--eeg-radius, 8px);
    padding: 12px;
  }
`;
