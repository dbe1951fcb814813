// Live in the palette: it can be started, paused and stopped wherever the user is.
import type { Draft } from '../commands.js';
import type { Navigation } from '../navigation.js';
import type { State } from '../state.js';
import { strings } from '../strings/index.js';
import type { LivePanel } from './panel.js';
import { isGoing, sourceOf, type LiveState } from './state.js';
import { canChangeSpeed, speedsOf, speedSet } from './speeds.js';

export function liveCommands(
  page: State,
  state: LiveState,
  panel: Pick<LivePanel, 'obstacle' | 'start' | 'stop' | 'pause' | 'resume' | 'change'>,
  navigation: Pick<Navigation, 'goToWorkspace'>,
): Draft[] {
  const { run } = state;
  const texts = strings.live;
  const isOn = isGoing(run);
  const isReplay = isOn && run?.from === 'recording';
  const isPaused = run?.phase === 'paused';
  const hasSpeed = page.workspace === 'live' && (!isOn || canChangeSpeed(state));
  const from = sourceOf(state, page);
  return [
    {
      id: 'live-start',
      name: texts.start,
      if: !isOn && panel.obstacle === '',
      run: () => {
        navigation.goToWorkspace('live');
        void panel.start();
      },
    },
    { id: 'live-stop', name: texts.stop, if: isOn, run: () => panel.stop() },
    {
      id: 'live-pause',
      name: strings.commands.live.pause,
      if: isReplay && !isPaused,
      run: () => panel.pause(),
    },
    {
      id: 'live-resume',
      name: strings.commands.live.resume,
      if: isReplay && isPaused,
      run: () => panel.resume(),
    },
    ...speedsOf(from, state).map(({ value, text }) => ({
      id: `live-speed-${value}`,
      name: `${texts.speed}: ${text}`,
      if: hasSpeed && value !== speedSet(from, state),
      run: () => panel.change({ speed: value }),
    })),
  ];
}
