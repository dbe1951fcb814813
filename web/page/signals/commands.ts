// What the traces of Signals and its annotations offer to the palette.
import type { Actions } from '../actions.js';
import { menuId } from '../channel_menu.js';
import type { Draft } from '../commands.js';
import { currentRecording, type RecordingEntry, type State } from '../state.js';
import { spanChoices } from '../view_steps.js';
import { strings } from '../strings/index.js';
import { beginAnnotation } from '../views/annotation_form.js';
import { besideView } from '../views/annotations.js';
import { askForTime } from '../views/go_to.js';
import { hasTraces } from '../workspaces.js';
import { referenceChoices } from './montage.js';
import { montageOf } from './own_montage.js';

const texts = strings.commands;

/** What keys do on the traces. */
const viewKeys = [
  ['back', 'ArrowLeft'],
  ['forward', 'ArrowRight'],
  ['backScreen', 'PageUp'],
  ['forwardScreen', 'PageDown'],
  ['beginning', 'Home'],
  ['end', 'End'],
  ['channelsUp', 'ArrowUp'],
  ['channelsDown', 'ArrowDown'],
  ['larger', '+'],
  ['smaller', '-'],
] as const;

/** What can be done with the traces that are shown. */
export function signalCommands(state: State, actions: Actions): Draft[] {
  const { view } = actions;
  const entry = currentRecording(state);
  const isSeen = entry !== null && hasTraces(state.workspace);
  return [
    {
      id: 'go-to-time',
      name: texts.goToTime,
      keys: 'G',
      if: isSeen,
      run: askForTime,
    },
    {
      id: 'channel-menu',
      name: texts.channelMenu,
      keys: 'C',
      if: isSeen,
      run: () => document.getElementById(menuId)?.showPopover(),
    },
    ...viewKeys.map(([id, key]) => ({
      id,
      name: texts.view[id],
      keys: texts.keys[id],
      if: isSeen,
      run: () => void view.pressKey(key),
    })),
    {
      id: 'all',
      name: texts.allChannels,
      if: isSeen && entry.view.picked !== null,
      run: () => view.pick([]),
    },
    {
      id: 'polarity',
      name: entry?.view.isNegativeUp ? texts.positiveUp : texts.negativeUp,
      if: isSeen,
      run: () => view.change({ isNegativeUp: !entry!.view.isNegativeUp }),
    },
    ...(isSeen ? [...shownAs(entry, view), ...pointing(state, entry, actions)] : []),
    ...(['filter', 'ruler'] as const).map((tool) => ({
      id: tool,
      name: (state.tools.includes(tool) ? texts.hide : texts.show)(strings.tools[tool]),
      if: isSeen,
      run: () => view.toggleTool(tool),
    })),
  ];
}

/** The cursor, the caliper and annotations. */
function pointing(state: State, entry: RecordingEntry, actions: Actions): Draft[] {
  const { view, annotations } = actions;
  const { previous, next } = besideView(entry, entry.recording.annotations);
  return [
    {
      id: 'cursor-back',
      name: texts.view.cursorBack,
      keys: texts.keys.cursorBack,
      run: () => view.moveCursor(-1),
    },
    {
      id: 'cursor-forward',
      name: texts.view.cursorForward,
      keys: texts.keys.cursorForward,
      run: () => view.moveCursor(1),
    },
    {
      id: 'measure',
      name: texts.view.measure,
      keys: 'M',
      if: state.cursorS !== null,
      run: () => view.measureFromCursor(),
    },
    {
      id: 'annotate',
      name: strings.annotations.own.title,
      keys: 'A',
      run: () => beginAnnotation(actions),
    },
    ...(
      [
        ['previous', previous],
        ['next', next],
      ] as const
    ).map(([id, to]) => ({
      id: `${id}-annotation`,
      name: texts.annotations[id],
      if: to !== undefined,
      run: () => to && view.change({ startS: to.onsetS - entry.view.spanS / 3 }),
    })),
    {
      id: 'save-annotations',
      name: texts.annotations.save,
      if: entry.recording.annotations.length > 0,
      run: () => void annotations.save(),
    },
  ];
}

/** Montages, and whether the own filter is on; a reference to a single electrode is chosen in the channel menu. */
function shownAs({ recording, view: shown }: RecordingEntry, view: Actions['view']): Draft[] {
  const { reference, filter, filters } = strings.signals;
  return [
    ...referenceChoices(recording)
      .filter(({ value }) => !value.startsWith('at:') && value !== montageOf(shown.reference))
      .map(({ value, text }) => ({
        id: `montage-${value}`,
        name: `${reference}: ${text}`,
        run: () => view.change({ reference: value, firstRow: 0 }),
      })),
    ...spanChoices
      .filter((spanS) => spanS !== shown.spanS && spanS <= recording.durationS)
      .map((spanS) => ({
        id: `span-${spanS}`,
        name: texts.span(spanS),
        run: () => view.change({ spanS }),
      })),
    ...(['none', 'own'] as const)
      .filter((filtering) => filtering !== shown.filtering)
      .map((filtering) => ({
        id: `filtering-${filtering}`,
        name: `${filter}: ${filters[filtering]}`,
        run: () => view.change({ filtering }),
      })),
  ];
}
