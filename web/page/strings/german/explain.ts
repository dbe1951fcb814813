import { html } from 'lit/html.js';
import type { Strings } from '../index.js';
import { ofWindows } from './counts.js';
import { atMost, counted, fixed, percent, significant } from './numbers.js';

const seconds = (s: number) => `${fixed(s, 2)} s`;
/** Near 0 and 1 with a digit more. */
const chance = (share: number) =>
  `${fixed(100 * share, share > 0.0995 && share < 0.9005 ? 0 : 1)} %`;
const hz = (value: number) => atMost(value, 1);
const two = (value: number) => significant(value, 2);

export const explain: Strings['explain'] = {
  empty: 'Klassifizieren Sie zuerst die Aufnahme; dann lässt sich jedes Fenster erklären.',
  window: (n, from, to, model) =>
    `Fenster ${n}, ${from} bis ${to}, wie „${model}“ es klassifiziert hat.`,
  modelSays: (label, share) =>
    html`<strong><bdi>${label}</bdi>${share === null ? '' : `, ${chance(share)}`}.</strong>`,
  chooseAnother: 'Wählen Sie ein anderes in den Ergebnissen oder in den Kurven.',
  lead: {
    band: (target, name, { lowHz, highHz, logitDrop }, logit) =>
      `Am stärksten spricht das ${name}-Band (${hz(lowHz)} bis ${hz(highHz)} Hz) für ${target}: Ohne es fällt der Wert von ${two(logit)} auf ${two(logit - (logitDrop ?? 0))}.`,
    noBand: (target) =>
      `Kein Frequenzband spricht deutlich für ${target}: Ohne jedes von ihnen fällt der Wert kaum, oder er steigt.`,
    most: (most) =>
      `Stärkste Elektroden: ${most.map(({ name, value }) => `${name} ${value}`).join(', ')}.`,
    noElectrode: 'Keine Elektrode hebt sich von den anderen ab.',
    noMoment: (target) => `Kein einzelner Moment spricht für ${target}.`,
    notReliable: 'Nicht zuverlässig:',
    strongest: (from, to) => `Am stärksten von ${from} bis ${to}.`,
    routing: (from, to) => `Die Attention liest am meisten von ${from} bis ${to}.`,
  },
  evidenceFor: 'Spricht für',
  advanced: 'Mehr: Verfahren, Vergleichswerte, Prüfungen und Tabellen',
  explainedBy: 'Erklärt durch',
  methods: {
    integrated_gradients: {
      name: 'Integrierte Gradienten',
      says: 'Wie viel jeder Abtastwert beiträgt; die Beiträge ergeben zusammen die ganze Änderung des Werts.',
    },
    gradient_input: {
      name: 'Gradient × Eingabe',
      says: 'Schnell und grob: die Beiträge, wenn das Modell um dieses Fenster herum linear wäre.',
    },
    occlusion_channel: {
      name: 'Elektroden entfernen',
      says: 'Wie weit der Wert fällt, wenn eine Elektrode ersetzt wird; unmittelbar gemessen.',
    },
    occlusion_time: {
      name: 'Zeitpunkte entfernen',
      says: `Wie weit der Wert fällt, wenn alle Elektroden für ${fixed(0.2, 1)} s ersetzt werden; unmittelbar gemessen.`,
    },
    attention_rollout: {
      name: 'Attention Rollout (Wege)',
      says: 'Aus welchen Tokens die Attention liest, über Residuen und Gates hinweg. Das zeigt Wege, keine Wichtigkeit.',
    },
  },
  fill: 'Ersetzen durch',
  fills: {
    surrogate: {
      name: 'Ersatz-EEG',
      says: 'Ersetzt durch künstliches EEG: das mittlere Spektrum der Elektrode in dieser Aufnahme, mit zufälliger Phase.',
    },
    zero: {
      name: 'Nullen',
      says: 'Ersetzt durch eine flache Linie aus Nullen. Elektroden zeichnen nie flache Linien auf; das Modell kann darauf unerwartet reagieren.',
    },
    likeness: (own, other, correlation) => {
      const like =
        correlation > 0.7 ? 'fast gleich' : correlation > 0.3 ? 'teilweise gleich' : 'nicht gleich';
      const doubt =
        correlation > 0.7
          ? ''
          : ' Was nur eines von beiden zeigt, kann an der Wahl des Ersatzes liegen.';
      return `Mit ${own} und mit ${other} ist das Ergebnis ${like}: Rangkorrelation ${fixed(correlation, 2)}.${doubt}`;
    },
  },
  moved: (isAgainstSurrogates, by) =>
    `Verglichen mit ${isAgainstSurrogates ? 'Ersatz-EEG' : 'einem leeren Fenster'} ändert dieses Fenster den Wert um ${by}.`,
  explaining: 'Erklärt wird',
  windowName: (n) => `Fenster ${n}`,
  working: (what) => `Erklärt wird ${what}, und die Erklärung wird geprüft`,
  bands: {
    title: (target) => `Frequenzbänder: Wie weit der Wert von ${target} ohne jedes von ihnen fällt`,
    label: 'Frequenzbänder',
    names: { delta: 'Delta', theta: 'Theta', alpha: 'Alpha', beta: 'Beta', gamma: 'Gamma' },
    range: (lowHz, highHz) => `${hz(lowHz)}–${hz(highHz)} Hz`,
    none: 'nicht aufgezeichnet',
  },
  map: {
    routing: 'Woher die Attention liest (Wege)',
    evidence: (target) => `Was für und gegen ${target} spricht, über Elektroden und Zeit`,
    evidenceByElectrode: (target) => `Was für und gegen ${target} spricht, je Elektrode`,
    label: (isByElectrode) =>
      `Karte von ${isByElectrode ? 'Elektroden' : 'Zeitpunkten'} und Zeit; Pfeiltasten bewegen eine Marke`,
    against: (value) => `≤ ${value} dagegen`,
    speaksFor: (value) => `dafür ≥ ${value}`,
    all: 'alle',
    perSample: 'je Abtastwert',
    perMoment: 'je Zeitpunkt',
    none: '0: liest nichts',
    fetches: (value) => `liest ≥ ${value}`,
    cursor: (name, s, value) =>
      `${[name, s === null ? null : seconds(s)].filter((part) => part !== null).join(' bei ')}: ${value}`,
  },
  verdict: {
    routing: 'Wege, keine Wichtigkeit.',
    routingNote: 'Attention zeigt, woher Werte kommen, nicht, welche davon entscheiden.',
    passed: '✓ Alle Prüfungen der Zuverlässigkeit bestanden',
    warning: 'Warnung',
    failed: '✕ Diese Erklärung ist nicht zuverlässig.',
    weakSignal:
      'Manche Klassen werden daran erkannt, dass ein Rhythmus fehlt, offene Augen etwa am fehlenden Alpha-Rhythmus. Fenster der anderen Klasse zeigen vielleicht mehr.',
    strength: (difference, needed, factor) =>
      `Dieses Fenster ändert die Ausgabe um ${difference}; nötig ist mehr als ${needed}, das ${factor}-Fache dessen, was untrainierte Netze zeigen.`,
    deletion:
      'Werden die markierten Teile entfernt, ändert sich die Ausgabe nicht schneller als bei zufälligen Teilen.',
    randomWeights: 'Untrainierte Netze geben fast dieselbe Erklärung.',
    completeness: (missing) =>
      `Die Beiträge ergeben nicht die ganze Änderung: ${percent(missing)} fehlen.`,
  },
  scalp: {
    window: 'Elektroden, ganzes Fenster',
    label: (target) =>
      `Kopf von oben: was jede Elektrode zu ${target} beiträgt; Pfeiltasten gehen von Elektrode zu Elektrode`,
    mean: (nWindows, target) => `Mittel aus ${ofWindows(nWindows)} von ${target}`,
    meanLabel: (target) =>
      `Kopf von oben: Mittel über die Klasse ${target}; Pfeiltasten gehen von Elektrode zu Elektrode`,
    atCursor: (name, value, rank, n, average) =>
      `${name}: ${value}, Rang ${rank} von ${n}${average === null ? '' : `; Mittel der Klasse ${average}`}`,
    table: 'Der Kopf als Tabelle',
    tableLabel: 'Relevanz jeder Elektrode',
    electrode: 'Elektrode',
    thisWindow: 'Dieses Fenster',
    average: 'Mittel der Klasse',
    dotsOnly: 'Nicht interpolieren',
    scale: (scale, target) => `Farbskala ±${scale}: grün für ${target}, violett dagegen.`,
    meaning:
      'Der Kopf zeigt, was dieses Modell nutzt. Ein Modell wägt Elektroden auch gegeneinander ab, um Störungen zu entfernen; die stärksten müssen daher nicht die sein, an denen ein Rhythmus groß ist: „Kopfkarte“ unter Signale zeigt, wo er ist.',
  },
  average: {
    progress: 'Mittel der Klasse',
    cancel: 'Abbrechen',
    compute: (nWindows, name) =>
      `Mit dem Mittel aus ${ofWindows(nWindows)} von ${name} vergleichen`,
    likeness: (correlation, nWindows, name) => {
      const like =
        correlation > 0.5 ? 'sehr ähnlich' : correlation > 0.2 ? 'etwas ähnlich' : 'nicht ähnlich';
      return `Dieses Fenster ist dem Mittel aus ${ofWindows(nWindows)} von ${name} ${like}: Rangkorrelation ${fixed(correlation, 2)}.`;
    },
  },
  checks: {
    summary: 'Die Prüfungen',
    label: 'Prüfungen dieser Erklärung',
    head: ['Prüfung', 'Ergebnis', 'Gefunden'],
    passed: '✓ bestanden',
    failed: '✕ nicht bestanden',
    saysNothing: '– trifft nicht zu',
    completeness: 'Die Beiträge ergeben die ganze Änderung',
    completenessOf: (missing, limit, nSteps) =>
      `${percent(missing)} fehlen, höchstens ${percent(limit)}; ${counted(nSteps, 'Schritt', 'Schritte')}`,
    notPromised: 'von diesem Verfahren nicht garantiert',
    deletion: 'Markierte Teile entfernen',
    deletionOf: (mean, random) => `mittlere Ausgabe ${mean}; zufällige Reihenfolgen ab ${random}`,
    tooFew: 'zu wenige Teile',
    randomWeights: 'Untrainierte Netze erklären anders',
    randomWeightsOf: (mean, limit) =>
      `Rangkorrelation ${fixed(mean, 2)}, höchstens ${atMost(limit, 2)}`,
    strength: 'Das Fenster ändert die Ausgabe',
    strengthOf: (difference, limit, factor) =>
      `um ${difference}; nötig ist mehr als ${limit}, das ${factor}-Fache dessen, was untrainierte Netze zeigen`,
    curve:
      'Die Ausgabe des Modells, während das Signal Teil für Teil entfernt wird: das Relevanteste zuerst (dick) und in zufälliger Reihenfolge (dünn). Sie fällt früher, wenn die Erklärung stimmt.',
    curveLabel: 'Löschkurve; Pfeiltasten bewegen eine Marke',
    atCursor: (share, output, least, most) =>
      `Wenn ${percent(share)} des Signals entfernt sind: ${output}; in zufälliger Reihenfolge ${least} bis ${most}`,
    curveTable: 'Die Kurve als Tabelle',
    curveTableLabel: 'Löschkurve',
    curveHead: ['Entfernt', 'Relevantestes zuerst', 'Zufällig, kleinste', 'Zufällig, größte'],
    takenAway: '% des Signals entfernt',
  },
  table: {
    summary: 'Die Karte als Tabelle',
    electrodes: 'Relevanz jeder Elektrode über die Zeit',
    electrode: 'Elektrode',
    fromTime: (time) => `ab ${time}`,
    window: 'Dieses Fenster',
    moments: 'Relevanz jedes Zeitpunkts',
    from: 'Ab',
    moment: seconds,
  },
};
