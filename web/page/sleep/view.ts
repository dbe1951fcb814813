// View of a night below the traces: figures and scoring on the left, statistics and comparison on the right.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { sleepStages, stageCodes, type Hypnogram, type SleepStage } from '../../api/sleep.js';
import { decibelRange } from '../../plot/spectrogram.js';
import { nightTime } from '../../plot/time_axis.js';
import type { RecordingEntry } from '../state.js';
import { button, choicesOf, progressBar, selectBox } from '../views/parts.js';
import { strings } from '../strings/index.js';
import { timeOf } from './canvases.js';
import { beginView, openButton, stagerView } from './begin.js';
import {
  isScored,
  lightHere,
  nCorrected,
  shownBeside,
  stageColors,
  type Light,
  type Night,
} from './night.js';
import type { SleepPanel } from './panel.js';
import { formats } from './file_export.js';
import { saveReport } from './save_report.js';
import { agreementView, eventsView, statisticsView } from './tables.js';
import { warningView } from '../views/warning.js';

const texts = strings.sleep;

export function sleepView(
  host: HTMLElement,
  panel: SleepPanel,
  entry: RecordingEntry,
  night: Night,
): TemplateResult {
  // Buttons come before the statistics, which appear a moment later and must not move them.
  return html`
    <div class="night" data-folded=${night.scoring !== null && panel.isFolded}>
      <div class="night-pictures">
        ${night.scoring ? nothing : beginView(panel, night, spectrogramView(panel, entry, night))}
        ${night.scoring ? scoringView(panel, night) : nothing} ${ambiguousView(panel, night)}
        ${picturesView(panel, entry, night)}
        ${night.scoring ? waysView(panel, entry, night) : nothing} ${agreementView(night)}
      </div>
      <div class="night-numbers">
        ${night.scoring ? savingView(host, panel, night) : nothing}
        ${night.statistics ? statisticsView(night.statistics) : withoutStages(night)}
        ${eventsView(night, () => void panel.channel.markEvents())}
        <p class="note">${texts.purpose}</p>
      </div>
    </div>
  `;
}

/** No figure of a night that has no stage: zeros would read as measured. */
const withoutStages = ({ scoring }: Night) =>
  scoring && !scoring.hypnogram.stages.some(isScored)
    ? html`<p class="note">${texts.statistics.none}</p>`
    : nothing;

/** What is done now and then: the time in bed, figures of a channel, other scorings. */
function waysView(panel: SleepPanel, entry: RecordingEntry, night: Night): TemplateResult {
  const { scoring, epoch } = night;
  return html`
    ${lightsView(panel, scoring!.hypnogram, epoch)}
    <div class="night-bar">${spectrogramView(panel, entry, night)}</div>
    <div class="night-bar">
      ${openButton(panel, texts.openOther)}
      ${shownBeside(night) ? button(texts.closeOther, () => panel.opened.closeOther()) : nothing}
      ${stagerView(panel, night)} ${button(texts.closeScoring, () => panel.opened.close())}
    </div>
    <p class="note">${texts.keysHint}</p>
  `;
}

/** A file whose numbers may mean different stages, and what was noticed about those that were read. */
function ambiguousView(panel: SleepPanel, night: Night): TemplateResult {
  const { scoring, other, ambiguous } = night;
  return html`
    ${
      ambiguous
        ? html`<div
            class="night-bar warning"
            role="group"
            aria-label=${texts.ambiguous(ambiguous.name)}
          >
            <span>${texts.ambiguous(ambiguous.name)}</span>
            ${stageCodes.map((codes) =>
              button(texts.codes[codes], () => void panel.open(ambiguous, codes)),
            )}
          </div>`
        : nothing
    }
    ${(scoring?.warnings ?? []).map((warning) => warningView(warning, other ? scoring!.name() : ''))}
    ${(other?.warnings ?? []).map((warning) => warningView(warning, other!.name()))}
  `;
}

function picturesView(panel: SleepPanel, entry: RecordingEntry, night: Night): TemplateResult {
  const { scoring, probabilities, spectrogram } = night;
  const go = (event: MouseEvent) => panel.epochs.chooseTime(timeOf(entry, event));
  const picture = (name: string, label: string) =>
    html`<canvas data-picture=${name} role="img" aria-label=${label} @click=${go}></canvas>`;
  const stages = scoring?.hypnogram.stages ?? [];
  const nUnscored = stages.filter((stage) => !isScored(stage)).length;
  const channel = entry.recording.channels[night.channel]?.name ?? '';
  const range = spectrogram && decibelRange(spectrogram.density);
  const name = scoring ? texts.corrected(scoring.name(), nCorrected(scoring)) : '';
  return html`
    ${scoring ? picture('hypnogram', texts.hypnogram(name, stages.length, nUnscored)) : nothing}
    ${probabilities ? picture('ribbon', texts.ribbon(probabilities.name())) : nothing}
    ${spectrogram ? picture('spectrogram', texts.spectrogram.label(channel, spectrogram.nTapers)) : nothing}
    ${range ? html`<p class="note">${texts.spectrogram.scale(...range)}</p>` : nothing}
  `;
}

/** Right below the traces, where it stays. */
function scoringView(panel: SleepPanel, { scoring, epoch }: Night): TemplateResult {
  const { stages, startS, epochS } = scoring!.hypnogram;
  const startedAt = panel.entry?.recording.info.startedAt ?? '';
  const stage = stages[epoch];
  const at = nightTime(startS + epoch * epochS, startedAt);
  const stageButton = (one: SleepStage, text: string, color: number | typeof nothing = nothing) =>
    html`<button
      type="button"
      data-class=${color}
      aria-pressed=${one === (stage ?? '?')}
      @click=${() => panel.correcting.score(one)}
    >
      ${text}
    </button>`;
  return html`
    <div class="night-bar scoring" role="group" aria-label=${texts.scoringLabel}>
      ${button('‹', () => panel.epochs.step(-1), { label: texts.previous })}
      <span class="segmented">
        ${sleepStages.map((one, i) => stageButton(one, one, stageColors[i]! + 1))}
        ${stageButton('?', texts.noStage)}
      </span>
      ${button('›', () => panel.epochs.step(1), { label: texts.next })}
      <span class="note" aria-live="polite">
        ${stage === undefined ? texts.beyond(at) : texts.epoch(epoch, stages.length, at, stage)}
      </span>
      ${button(texts.tools, () => panel.fold(!panel.isFolded), {
        kind: ['quiet', 'night-fold'],
        isExpanded: !panel.isFolded,
      })}
    </div>
  `;
}

/** At the field, as browsers tell it; nothing: it is as it should be. */
function complain(input: HTMLInputElement, why: string): void {
  input.setCustomValidity(why);
  if (why) input.reportValidity();
}

/** When the lights went off and on: typed, or taken from the chosen epoch. */
function lightsView(panel: SleepPanel, hypnogram: Hypnogram, epoch: number): TemplateResult {
  const { lights = {}, startS, epochS, stages } = hypnogram;
  const startedAt = panel.entry?.recording.info.startedAt ?? '';
  const field = (light: Light, otherwiseS: number, hereS: number) => {
    const text = lights[light] === undefined ? '' : nightTime(lights[light], startedAt);
    const type = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      const why = panel.correcting.typeLight(light, input.value);
      complain(input, why); // what was refused stays
      if (!why) input.value = text; // what was taken is shown with the next draw
    };
    const here = ({ currentTarget }: Event) => {
      const input = (currentTarget as HTMLElement).previousElementSibling as HTMLInputElement;
      complain(input, panel.correcting.setLight(light, hereS));
    };
    return html`
      <span class="field">
        <label for=${`night-${light}`}>${texts.lights[light]}</label>
        <input
          id=${`night-${light}`}
          type="text"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          maxlength="12"
          placeholder=${nightTime(otherwiseS, startedAt)}
          .value=${text}
          @change=${type}
          @input=${({ target }: Event) => complain(target as HTMLInputElement, '')}
        />
        ${button(texts.lights.here[light], here)}
      </span>
    `;
  };
  const here = lightHere(hypnogram, epoch);
  return html`
    <div class="night-bar night-lights" role="group" aria-label=${texts.lights.label}>
      ${field('offS', startS, here.offS)} ${field('onS', startS + stages.length * epochS, here.onS)}
    </div>
  `;
}

function spectrogramView(
  panel: SleepPanel,
  { recording }: RecordingEntry,
  { channel, progress, scoring }: Night,
): TemplateResult {
  const { info, channels } = recording;
  const choices = choicesOf(info.mainChannels, (index) => channels[index]!.name);
  const choose = (index: number) => panel.channel.choose(index);
  const { compute, computing, cancel } = texts.spectrogram;
  const isBusy = progress !== null;
  // The same element, so that it keeps the focus.
  return html`
    ${selectBox(texts.spectrogram.channel, choices, channel, choose, { within: 'night-' })}
    ${button(isBusy ? cancel : compute, () =>
      isBusy ? panel.channel.cancel() : void panel.channel.spectrogram(),
    )}
    ${
      scoring
        ? button(texts.events.find, () => void panel.channel.events(), { isDisabled: isBusy })
        : nothing
    }
    ${isBusy ? progressBar(computing(progress), progress) : nothing}
  `;
}

function savingView(host: HTMLElement, panel: SleepPanel, night: Night): TemplateResult {
  return html`
    <div class="night-bar" role="group" aria-label=${texts.save}>
      <span class="note" aria-hidden="true">${texts.save}:</span>
      ${formats.map((format) =>
        button(texts.formats[format], () => void panel.opened.save(format)),
      )}
      ${button(texts.report, () => void saveReport(host, panel), { isDisabled: !night.statistics })}
    </div>
  `;
}
