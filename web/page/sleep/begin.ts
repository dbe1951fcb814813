// The ways to begin with a night that has no stages yet, as cards, each with what it needs; and the models of sleep.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { button, fileInput, progressBar } from '../views/parts.js';
import { strings } from '../strings/index.js';
import { epochLengths, type Night } from './night.js';
import type { SleepPanel } from './panel.js';

const texts = strings.sleep;
/** Of files that are chosen. */
export const endings = {
  hypnogram: '.edf,.bdf,.csv,.tsv,.txt,.xml,.hyp',
  model: '.safetensors',
};

export const openButton = (panel: SleepPanel, label: string): TemplateResult =>
  fileInput(label, endings.hypnogram, false, ([file]) => file && void panel.open(file));

/** `spectrogram`: its channel and its button. */
export function beginView(
  panel: SleepPanel,
  night: Night,
  spectrogram: TemplateResult,
): TemplateResult {
  const { open, byHand, model, picture } = texts.begin;
  const hands = epochLengths.map((epochS) =>
    button(texts.epochs(epochS), () => panel.scoreByHand(epochS)),
  );
  return html`
    <div class="night-begin">
      ${card(open, openButton(panel, texts.open))} ${card(byHand, html`${hands}`)}
      ${card(model, stagerButton(panel, night))} ${card(picture, spectrogram)}
    </div>
  `;
}

function card({ title, note }: { title: string; note: string }, ways: TemplateResult) {
  return html`
    <section class="night-card">
      <h3>${title}</h3>
      <p class="note">${note}</p>
      <div class="night-bar">${ways}</div>
    </section>
  `;
}

/** Models of sleep: what they read, how far they are, whether the scoring is theirs. */
export function stagerView(panel: SleepPanel, night: Night): TemplateResult {
  const { probabilities, scoring } = night;
  const { of, beside, otherEpochs, moved } = texts.stager;
  const isOfModel = scoring?.madeOf === probabilities;
  const isAlike = scoring?.hypnogram.epochS === probabilities?.epochS;
  return html`
    ${stagerButton(panel, night)}
    ${
      probabilities
        ? html`<span class="note">
            ${(isOfModel ? of : isAlike ? beside : otherEpochs)(probabilities.name())}
            ${probabilities.isMoved ? moved : nothing}
          </span>`
        : nothing
    }
  `;
}

function stagerButton(panel: SleepPanel, { staged }: Night): TemplateResult {
  if (staged === null)
    return fileInput(texts.stager.open, endings.model, true, (files) => void panel.stage(files));
  return html`
    ${progressBar(texts.stager.progress(staged), staged)}
    ${button(texts.stager.cancel, () => panel.cancelStaging())}
  `;
}
