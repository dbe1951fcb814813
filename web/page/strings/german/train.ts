import { html } from 'lit/html.js';
import type { Strings } from '../index.js';
import { channels, epochs, people, recordings, windows } from './counts.js';
import { hertz, number } from './numbers.js';
import { run, runs } from './train_run.js';
import { facts, settings, setup } from './train_settings.js';

/** How long something may take. */
const about = (s: number) =>
  s < 1.5
    ? 'etwa eine Sekunde'
    : s < 90
      ? `etwa ${Math.round(s)} s`
      : `etwa ${Math.round(s / 60)} min`;

const pairs = (copies: { name: string; of: string }[]) =>
  copies.map(({ name, of }) => (name === of ? `„${name}“` : `„${name}“ (von „${of}“)`)).join(', ');

export const train: Strings['train'] = {
  title: 'Modell trainieren',
  columns: { data: 'Daten', model: 'Modell', result: 'Ergebnis' },
  landmarks: {
    data: 'Trainingsdaten',
    model: 'Was trainiert wird',
    result: 'Ergebnis des Trainings',
  },
  train: 'Trainieren',
  save: 'Modell speichern',
  use: 'Verwenden',
  inUse: 'In Gebrauch',
  tryLive: 'Live ausprobieren',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  stop: 'Beenden',
  elsewhere:
    'Ein anderer Tab dieses Browsers trainiert; beide sind daher langsamer. Nur das Training im anderen Tab übersteht ein Neuladen.',
  empty: {
    data: 'Ein Modell lernt aus Ihren eigenen Aufnahmen, auf diesem Computer: aus einer mit Annotationen zweier Arten, oder aus mehreren verschiedener Zustände, etwa Augen offen und Augen geschlossen.',
    sample: 'Simuliertes Beispiel nehmen',
    open: 'Aufnahmen wählen…',
    orDrop: 'Oder legen Sie Dateien auf der Seite ab.',
    model:
      'Für Minuten von EEG empfiehlt sich ein kleines Netz mit Gates. Sie können auch lineare Modelle, Netze aus der Literatur oder ein offenes Modell wählen, das weiter trainiert wird.',
    result:
      'Die Genauigkeit bei Daten, mit denen nicht trainiert wurde, mit Intervall und Zufallsniveau. Sie können das Modell sofort verwenden, auch live, und es als eine Datei speichern.',
  },
  readingAnnotations: (name, n) =>
    `Die Annotationen von „${name}“ werden gelesen, bisher ${number(n)}. Klassen und Anzahl der Fenster stehen noch nicht fest.`,
  amount: ({ n, nLeftOut }, data) =>
    `Etwa ${windows(n)} aus ${recordings(data.nRecordings)} von ${people(data.nPersons)}, ${channels(data.nChannels)} mit ${hertz(data.sfreq)}.${nLeftOut ? ` ${nLeftOut === 1 ? '1 weiteres Fenster würde' : `${number(nLeftOut)} weitere Fenster würden`} über eine Lücke, die Grenze einer Epoche oder ein Ende der Aufnahme reichen und ${nLeftOut === 1 ? 'wird' : 'werden'} ausgelassen.` : ''}`,
  shared: (n, [one, other]) =>
    `${windows(n)} haben Abtastwerte mit Fenstern einer anderen Klasse gemeinsam (die meisten von „${one}“ und „${other}“): Dasselbe EEG würde als beides gelehrt. Lassen Sie eine dieser Klassen weg.`,
  fewChannels: ({ name, nShared, nWithout }) =>
    `Das Modell lernt aus ${nShared === 1 ? 'dem einen Kanal, den' : `den ${number(nShared)} Kanälen, die`} alle Aufnahmen haben. Ohne „${name}“ wären es ${number(nWithout)}.`,
  copiesUnused: (copies) =>
    `Ausgelassen, weil ${copies.length === 1 ? 'sie die Kopie einer anderen Aufnahme ist' : 'sie Kopien anderer Aufnahmen sind'}: ${pairs(copies)}.`,
  copiesUsed: (copies) =>
    `Dieselbe Aufnahme unter zwei Namen: ${pairs(copies)}. Das Modell würde an Gelerntem gemessen, und die Genauigkeit wäre kein Beleg. Lassen Sie die ${copies.length === 1 ? 'Kopie' : 'Kopien'} weg.`,
  byFile:
    'Jede Klasse stammt aus eigenen Aufnahmen. Das Modell lernt vielleicht, die Aufnahmen oder ihre Personen zu erkennen statt der Klassen; die Genauigkeit wird daher kein Beleg sein. Nehmen Sie für jede Klasse Aufnahmen weiterer Personen hinzu, oder Aufnahmen, die alle Klassen enthalten.',
  promise: (network, classes) => {
    const joint = (k: number) => (k === 0 ? '' : k === classes.length - 1 ? ' und ' : ', ');
    return html`${network ?? 'Das geöffnete Modell, weiter trainiert,'} lernt zu unterscheiden:
    ${classes.map(({ className, count }, k) => html`${joint(k)}<strong><bdi>${className}</bdi></strong> (${count})`)}.`;
  },
  judged: {
    persons: (n, nNetworks, estimateS) =>
      `Jede von ${people(n)} wird reihum ausgelassen: ${n} Modelle werden ohne je eine Person trainiert und an ihr getestet, dann wird das endgültige Modell mit allen trainiert${nNetworks > 1 ? '; ebenso das Netz, mit dem verglichen wird' : ''}. ${(n + 1) * nNetworks} Läufe${estimateS === null ? '' : `, ${about(estimateS)}`}.`,
    setAside: ({ by, n, nGroups, nWindows, nAll }) => {
      const about = `(etwa ${number(nWindows)} von ${number(nAll)} Fenstern)`;
      if (by === 'block')
        return `Das letzte Sechstel jeder Aufnahme wird für die Validierung zurückgehalten ${about}.`;
      const all = `${nGroups} ${by === 'subject' ? 'Personen' : 'Aufnahmen'}`;
      return `Von ${all} ${n === 1 ? 'wird' : 'werden'} ${n} für die Validierung zurückgehalten ${about}.`;
    },
    nothing: 'Keine Daten werden zurückgehalten; die Genauigkeit wird daher nicht gemessen.',
    tooLong: (n, estimateS) =>
      `Jede von ${people(n)} reihum auszulassen würde ${about(estimateS)} dauern; wählen Sie es unter „Validieren an“.`,
    inTurn: 'Unter „Validieren an“ kann jede Person reihum gewählt werden.',
    few: 'Ab drei Personen kann jede reihum ausgelassen werden.',
  },
  tie: {
    recording: (n, nAll) =>
      `Das geöffnete Modell wurde mit ${n === nAll ? (n === 1 ? 'dieser Aufnahme' : `allen ${n} dieser Aufnahmen`) : `${n} dieser ${nAll} Aufnahmen`} trainiert; seine Genauigkeit dort ist kein Test.`,
    person: (n, nAll) =>
      `Das geöffnete Modell wurde mit anderen Aufnahmen der Personen von ${n} dieser ${recordings(nAll)} trainiert; seine Genauigkeit dort ist kein Test mit neuen Personen.`,
  },

  implausible: (name, why) =>
    `${name}: ${why} Ein damit trainiertes Modell könnte sie nicht klassifizieren: Klassifiziert werden nur Werte, wie EEG sie hat.`,
  keep: 'Während des Trainings eine Kopie in diesem Browser behalten: die ganzen Aufnahmen, einschließlich der Namen darin',
  keepNote:
    'Ohne sie geht der Lauf beim Neuladen oder bei einem Absturz verloren. Die Kopie ist verschlüsselt. Wenn der Lauf endet oder verworfen wird oder Sie dieses Feld leeren, werden zuerst ihr Schlüssel und dann die Kopie gelöscht.',

  setup,
  settings,
  facts,

  interrupted: {
    label: 'Unterbrochenes Training',
    title: 'Ein Training wurde unterbrochen',
    story: (title, nRecordings, begun, reached) =>
      html`<strong>${title}</strong>, mit ${recordings(nRecordings)}, begonnen ${begun}: ${reached}.
        Die Aufnahmen und der letzte Stand liegen verschlüsselt in diesem Browser.`,
    epochsDone: (n, all) => `${n} von ${epochs(all)} waren fertig`,
    personsDone: (n, all) => `${n} von ${people(all)} waren getestet`,
    firstUnderWay: 'die erste Epoche lief',
    justBegun: 'es hatte gerade begonnen',
    finished: (network) =>
      `${network}, mit dem es verglichen wird, war fertig. Auch dieses Modell ist gespeichert und wird zuerst wiederhergestellt.`,
    continue: 'Training fortsetzen',
    discard: 'Verwerfen',
  },

  run,
  runs,

  status: {
    subject: 'Training',
    interruptedSubject: 'Das unterbrochene Training',
    of: (text, title) => `${text} · ${title}`,
    preparing: 'Vorbereitung',
    trainingOn: (nWindows, without) =>
      `Training mit ${number(nWindows)} Fenstern${without === null ? '' : ` ohne Person ${without}`}`,
    atEpoch: (epoch, nEpochs, left) => `Training: Epoche ${epoch} von ${nEpochs}, ${left}`,
    paused: 'Das Training ist angehalten',
    goesOn: 'Das Training läuft wieder',
    pausedElsewhere: 'Das Training ist angehalten; „Fortsetzen“ ist unter „Training“',
    goesOnElsewhere: 'Das Training läuft weiter; Fortschritt und „Beenden“ sind unter „Training“',
    stoppedBefore: 'Beendet, bevor es ein Modell gab',
    discarded: 'Das unterbrochene Training wurde verworfen und seine Kopie gelöscht',
    newEngine: (message) => `${message}. Ein neues Rechenmodul setzt beim letzten Stand fort.`,
  },

  copy: {
    elsewhere:
      'Ein anderer Tab behält eine Kopie seines Trainings; dieses würde ein Neuladen nicht überstehen.',
    withdrawn:
      'Die Kopie in diesem Browser wurde gelöscht. Beim Neuladen geht dieser Lauf verloren.',
    erased:
      'Die Kopie in diesem Browser wurde gelöscht, vielleicht von einem anderen Tab. Beim Neuladen geht dieser Lauf verloren.',
    notErased: (why) =>
      `Die Kopie in diesem Browser ließ sich nicht löschen (${why}). Nehmen Sie „Alles löschen“ unter Datenschutz.`,
    insecure: 'eine Seite ohne https kann sie nicht verschlüsseln',
    here: 'Eine verschlüsselte Kopie liegt in diesem Browser: Beim Neuladen gehen höchstens einige Sekunden verloren.',
    not: (why) =>
      `Der Browser behält keine Kopie (${why}). Das Training geht weiter, aber beim Neuladen ginge es verloren.`,
    full: 'sein Speicher ist voll',
    denied: 'diese Seite darf seinen Speicher nicht benutzen',
    fails: (why) => `sein Speicher versagt: ${why}`,
    blocked: 'ein anderer Tab blockiert ihn',
  },
};
