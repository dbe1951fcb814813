import type { Strings } from '../index.js';
import { recordings } from './counts.js';
import { counted, number } from './numbers.js';

export const dataSet: Strings['dataSet'] = {
  title: 'Datensatz',
  counted: (n) => `Ein Datensatz mit ${recordings(n)}: Wählen Sie, was geöffnet wird`,
  holds: (nRecordings, nParticipants, nSessions, nTasks) =>
    [
      recordings(nRecordings),
      counted(nParticipants, 'Teilnehmer', 'Teilnehmer'),
      ...(nSessions ? [counted(nSessions, 'Sitzung', 'Sitzungen')] : []),
      ...(nTasks ? [counted(nTasks, 'Aufgabe', 'Aufgaben')] : []),
    ].join(' · '),
  search: 'Teilnehmer, Aufgaben und Ereignisse suchen',
  all: 'alle',
  session: 'Sitzung',
  task: 'Aufgabe',
  label: 'Ereignis',
  noneFound: 'Keine passende Aufnahme gefunden.',
  more: (nShown, n) =>
    `Die ersten ${number(nShown)} von ${number(n)} sind aufgeführt; eine Suche grenzt sie ein.`,
  labelCount: (text, n, nRecordings) => `${text} (${number(n)} in ${recordings(nRecordings)})`,
  tickFound: (n) => `Alle ${number(n)} gefundenen`,
  head: ['', 'Teilnehmer', 'Sitzung', 'Aufgabe', 'Lauf', 'Ereignisse', ''],
  tick: (name) => `${name} auswählen`,
  missing: 'nicht heruntergeladen',
  open: 'Öffnen',
  openOne: (name) => `${name} öffnen`,
  tickToOpen: 'Zum Öffnen Aufnahmen wählen',
  tickToTrain: 'Zum Trainieren Aufnahmen wählen',
  openTicked: (n) => `${recordings(n)} öffnen`,
  train: (n, nPeople) =>
    `Mit ${recordings(n)} von ${counted(nPeople, 'Teilnehmer', 'Teilnehmern')} trainieren`,
  trainNote:
    'Die Ereignisse des Datensatzes sind die Labels. Jeder Teilnehmer ist eine Person; ein Modell wird daher an Personen getestet, mit denen es nicht trainiert wurde.',
  show: (name) => `Datensatz: ${name}`,
};
