// Details of the recording file. Identity is hidden until it is requested.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Channel, DeidentifiedCopy, Recording, Warning } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { gapsOf } from '../gaps.js';
import type { RecordingEntry, State } from '../state.js';
import { bySeverity } from '../warning_severity.js';
import { formatHz, formatNumber, messageOf, originalOf } from '../text.js';
import { strings } from '../strings/index.js';
import { annotationTable, readOnButton } from './annotation_parts.js';
import { closeButton } from './overlays.js';
import { button, factList, valueTable } from './parts.js';
import { originalView, warningView } from './warning.js';

const texts = strings.recording;

export function recordingSheet(
  state: State,
  entry: RecordingEntry,
  actions: Actions,
): TemplateResult {
  const { recording } = entry;
  return html`
    <section popover class="sheet recording" id="recording" aria-label=${texts.label}>
      <h2>${texts.label} ${closeButton('recording')}</h2>
      <p><strong>${recording.name}</strong></p>
      <div class="halves">${headerFacts(recording)} ${identity(entry, state.isBusy, actions)}</div>
      ${warningsView(recording)} ${annotationsView(recording, state, actions)}
      <details open>
        <summary>${texts.channels(recording.channels.length)}</summary>
        ${channelTable(recording.channels)}
      </details>
    </section>
  `;
}

function headerFacts({ info }: Recording): TemplateResult {
  const gaps = gapsOf(info.segments, info.durationS);
  return factList([
    [texts.facts.format, info.format],
    [texts.facts.length, texts.length(formatTime(info.durationS, 1), info.durationS)],
    [texts.facts.started, info.startedAt ? info.startedAt.replace('T', ' ') : texts.notKnown],
    [texts.facts.rates, [...new Set(info.channels.map(({ sfreq }) => formatHz(sfreq)))].join(', ')],
    [
      texts.facts.gaps,
      gaps.length
        ? gaps
            .slice(0, 8)
            .map(({ onsetS, durationS }) => texts.gap(durationS, formatTime(onsetS, 1)))
            .join(', ')
        : texts.noGaps,
    ],
    [texts.facts.size, texts.size(info.sizeBytes, info.bytesRead)],
  ]);
}

function identity(
  { recording: { info }, isIdentityShown, copy }: RecordingEntry,
  isBusy: boolean,
  actions: Actions,
): TemplateResult {
  const veiled = (text: string) => (isIdentityShown ? text || texts.emptyField : '••••••••');
  return html`
    <div class="identity">
      ${factList([
        [texts.facts.patient, veiled(info.patient)],
        [texts.facts.recording, veiled(info.recordingField)],
      ])}
      ${button(
        isIdentityShown ? texts.hideIdentity : texts.showIdentity,
        () => actions.view.toggleIdentity(),
        { isPressed: isIdentityShown },
      )}
      ${
        /^(EDF|BDF)/.test(info.format)
          ? button(texts.saveCopy, () => void actions.exports.withoutIdentity(), {
              isDisabled: isBusy,
            })
          : html`<p class="note">${texts.noCopy}</p>`
      }
      ${copy ? copyNote(copy) : nothing}
    </div>
  `;
}

function copyNote({ changed, warnings }: Pick<DeidentifiedCopy, 'changed' | 'warnings'>) {
  const fields = changed.map(({ field }) => field);
  return html`
    <p class="note">
      ${changed.length ? texts.copyChanged(fields) : texts.copySame} ${texts.copyName}
    </p>
    ${warnings.map((warning) => warningView(warning, '', warning.code === 'DEID_NAME' ? 'warning' : 'note'))}
  `;
}

function warningsView({ warnings }: Recording): TemplateResult {
  const { serious, formal } = bySeverity(warnings);
  if (!warnings.length) {
    return html`<p class="fine">✓ ${texts.nothingRepaired}</p>`;
  }
  return html`
    ${warningList(serious, texts.warnings.aboutData, true)}
    ${warningList(formal, texts.warnings.aboutForm, false)}
  `;
}

function warningList(
  warnings: readonly Warning[],
  title: (n: number) => string,
  isSerious: boolean,
): TemplateResult | typeof nothing {
  if (!warnings.length) return nothing;
  return html`
    <details ?open=${isSerious}>
      <summary>${isSerious ? '⚠ ' : ''}${title(warnings.length)}</summary>
      <ul class="warnings">
        ${warnings.map(
          ({ code, message, byteOffset }) => html`
            <li>
              <code class=${isSerious ? 'serious' : ''}>${code}</code>
              ${messageOf({ code, message })}
              ${
                byteOffset === undefined || byteOffset < 0
                  ? nothing
                  : html`<span class="note">${texts.warnings.atByte(byteOffset)}</span>`
              }
              ${originalView(originalOf({ code, message }))}
            </li>
          `,
        )}
      </ul>
    </details>
  `;
}

function annotationsView(
  { annotations, info }: Recording,
  { isBusy, annotationForm: form }: State,
  actions: Actions,
): TemplateResult {
  const shown = annotations.slice(0, 1000);
  if (!annotations.length && info.annotationsComplete) {
    return html`<p class="note">${strings.annotations.none}</p>`;
  }
  return html`
    <details>
      <summary>
        ${strings.annotations.counted(annotations.length, info.annotationsComplete)}
      </summary>
      ${readOnButton(info.annotationsComplete, isBusy, actions)}
      ${shown.length < annotations.length ? html`<p class="note">${strings.annotations.firstListed(shown.length)}</p>` : nothing}
      ${annotations.length ? annotationTable(strings.annotations.label, shown, form, actions) : nothing}
    </details>
  `;
}

function channelTable(channels: readonly Channel[]): TemplateResult {
  const { label, head, prefiltering } = texts.channelTable;
  const isFiltered = channels.some((channel) => channel.prefiltering);
  return valueTable(
    label,
    isFiltered ? [...head, prefiltering] : head,
    channels.map((channel) => [
      channel.name,
      html`<code>${channel.label.trim()}</code>`,
      channel.reference,
      channel.unit,
      formatHz(channel.sfreq),
      formatNumber(channel.nSamples),
      kindOf(channel),
      ...(isFiltered ? [channel.prefiltering ?? ''] : []),
    ]),
    { words: [1, 2, 3, 6, 7] },
  );
}

function kindOf({ isVoltage, isTrigger, calibrated }: Channel): string {
  const { kinds, notCalibrated } = texts.channelTable;
  const kind = isTrigger ? kinds.trigger : isVoltage ? kinds.voltage : kinds.other;
  return calibrated ? kind : notCalibrated(kind);
}
