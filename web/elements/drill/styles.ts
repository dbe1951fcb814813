import { css } from 'lit';

export const drillStyles = css`
  canvas {
    border: 1px solid var(--_line);
    border-radius: 6px;
    height: var(--eeg-height, 300px);
  }
  h3 {
    font-size: 1.15em;
    margin: 8px 0 4px;
  }
  h3:focus,
  .score:focus {
    outline: none;
  }
  p {
    margin: 0;
  }
  .lead {
    max-width: 62ch;
  }
  .row {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 12px;
  }
  .class {
    align-items: center;
    color: var(--_ink);
    display: inline-flex;
    flex: 1 1 10em;
    gap: 8px;
    justify-content: center;
    max-width: 20em;
    min-height: 48px;
  }
  .class svg {
    height: 12px;
    width: 12px;
  }
  .class[data-chosen='true'] {
    border-color: var(--_ink);
    border-width: 2px;
  }
  kbd {
    color: var(--_muted);
    font: inherit;
    font-size: 0.8em;
  }
  .verdict {
    display: grid;
    gap: 2px;
    margin-top: 12px;
    margin-bottom: 8px;
    min-height: 4.6em;
  }
  .verdict .first-line {
    font-weight: 600;
  }
  .marks {
    display: grid;
    gap: 2px 8px;
    grid-template-columns: auto 1fr;
    margin-top: 12px;
  }
  .marks div {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  .marks i {
    border: 1px solid var(--_line);
    border-radius: 3px;
    font-size: 0.75em;
    font-style: normal;
    height: 1.5em;
    line-height: 1.4em;
    text-align: center;
    width: 1.5em;
  }
  .marks i[data-right='true'] {
    background: var(--_ink);
    border-color: var(--_ink);
    color: var(--_paper);
  }
  .score {
    font-size: 1.6em;
    line-height: 1.25;
  }
`;
