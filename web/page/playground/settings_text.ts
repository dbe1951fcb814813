// Settings of the playground as the address of the page has them: those that were changed, such as `C3,O2,hz:12,seed:2`.
import { electrodes } from './head.js';
import { firstSettings, maxSeed, networks, type Settings } from './state.js';

/** The key of the address. */
export const settingsKey = 'pg';

type NumberName = Exclude<keyof Settings, 'places' | 'network'>;

/** In the address: the setting, its lowest and its highest value. */
const numbers: Record<string, [NumberName, number, number]> = {
  hz: ['hz', 4, 30],
  strength: ['strength', 0, 3],
  from: ['beginS', 0, 1.8],
  to: ['endS', 0.2, 2],
  noise: ['noiseUv', 5, 100],
  trials: ['trials', 40, 400],
  epochs: ['passes', 5, 60],
  seed: ['seed', 1, maxSeed],
};
const wholes: readonly NumberName[] = ['trials', 'passes', 'seed'];

export function writeSettings(settings: Settings): string {
  const places = settings.places.join(',') || 'none';
  const network = settings.network !== firstSettings.network && `net:${settings.network}`;
  const changed = Object.entries(numbers)
    .filter(([, [name]]) => settings[name] !== firstSettings[name])
    .map(([key, [name]]) => `${key}:${settings[name]}`);
  const all = [places === firstSettings.places.join(',') ? '' : places, ...changed, network];
  return all.filter(Boolean).join(',');
}

/** What makes no sense is left out. */
export function readSettings(text: string): Settings {
  const settings = { ...firstSettings };
  const parts = text.split(',');
  const places = electrodes.map(({ name }) => name).filter((name) => parts.includes(name));
  if (places.length || parts.includes('none')) settings.places = places;
  for (const part of parts) {
    const [key = '', value = ''] = part.split(':');
    const [name, low, high] = (Object.hasOwn(numbers, key) && numbers[key]) || [];
    const given = Number(value);
    if (name && value && given >= low! && given <= high!)
      settings[name] = wholes.includes(name) ? Math.round(given) : given;
    if (key === 'net' && networks.some(({ id }) => id === value)) settings.network = value;
  }
  return settings;
}
