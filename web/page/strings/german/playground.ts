import type { Strings } from '../index.js';
import { atMost, fixed, percent } from './numbers.js';

const s = (value: number) => atMost(value, 2);

export const playground: Strings['playground'] = {
  engineStarting: 'Die Rechenmodule starten.',
  intro:
    'Künstliche Daten mit bekannter Wahrheit: Die Hälfte der Fenster enthält einen Rhythmus an den Elektroden, die Sie wählen, die andere nur Rauschen. Findet ein Netz den Rhythmus, und welche Elektroden nutzt es?',
  where: 'Wo der Rhythmus ist',
  whereKeys: 'Die Pfeiltasten gehen von Elektrode zu Elektrode.',
  rhythm: 'Rhythmus',
  strength: 'Stärke',
  from: 'Von',
  to: 'Bis',
  noise: 'Rauschen',
  trials: 'Fenster',
  passes: 'Epochen',
  units: { hertz: 'Hz', timesNoise: '× Rauschen', seconds: 's', microvolts: 'µV' },
  network: 'Netz des Spielplatzes',
  run: 'Verstecken und trainieren',
  stop: 'Spielplatz anhalten',
  look: 'Fenster als Signale zeigen',
  otherNoise: 'Anderes Rauschen',
  otherNoiseHint:
    'Neue Fenster mit anderem Rauschen und andere Anfangsgewichte: Wie stark schwankt das Ergebnis durch Zufall?',
  earlier: 'Mit den früheren Einstellungen:',
  trialsHeading: 'Zwei Fenster',
  kinds: { rhythm: 'mit dem Rhythmus', none: 'nur Rauschen' },
  trialsLabel: (hz, places, beginS, endS) =>
    `Zwei Fenster von zwei Sekunden: eines mit ${s(hz)} Hz an ${places.join(', ')} von ${s(beginS)} bis ${s(endS)} Sekunden, eines nur mit Rauschen`,
  outcomeHeading: 'Was das Netz findet',
  notYet:
    'Trainieren Sie einmal; von da an trainiert jede Änderung einer Einstellung neu, und Sie sehen, was sie am Ergebnis ändert.',
  curve: (accuracy) =>
    accuracy.length === 0
      ? 'Genauigkeit nach jeder Epoche: noch keine'
      : `Genauigkeit auf zurückgehaltenen Fenstern nach ${accuracy.length} ${accuracy.length === 1 ? 'Epoche' : 'Epochen'}: ${percent(accuracy.at(-1)!)}`,
  chance: 'Zufall',
  passesAxis: 'Genauigkeit auf Validierungsfenstern über Epochen',
  obstacles: {
    noElectrode: 'Wählen Sie mindestens eine Elektrode.',
    tooShort: `Der Rhythmus muss mindestens ${fixed(0.2, 1)} s dauern.`,
  },
  progress: {
    making: 'Der Rhythmus wird versteckt',
    training: (pass, nPasses) => `Training: Epoche ${pass} von ${nPasses}`,
    testing: (nTrials) => `Test mit ${nTrials} neuen Fenstern`,
    explaining: 'Die Relevanz wird berechnet',
  },
  failed: (message) => `Das Training ist fehlgeschlagen: ${message}`,
  accuracy: (nTest, lowest, highest, verdict) =>
    `von ${nTest} neuen Fenstern richtig (95-%-Intervall ${percent(lowest)} bis ${percent(highest)}). ${verdict}`,
  found: 'Besser als Zufall: Raten wäre in der Hälfte der Fälle richtig.',
  notFound: 'Nicht besser als Zufall: Es hat den Rhythmus nicht gefunden.',
  nothingHidden: 'Nicht besser als Zufall, wie es sein soll: Es ist nichts versteckt.',
  planted: (hz, places, beginS, endS, strength) =>
    `Versteckt: ${s(hz)} Hz an ${places.join(', ')}, ${s(beginS)} bis ${s(endS)} s, ${s(strength)}-mal so stark wie das Rauschen.`,
  line: 'Die Linie steht beim Zufall.',
  maps: {
    trained: 'Trainiert',
    untrained: 'Vor dem Training, zufällige Gewichte',
    heading: (title) => `${title}:`,
    most: (title, names) => `${title}: am relevantesten sind ${names.join(', ')}`,
    howToReadAlone: 'Wie man diese Karten liest',
    everywhere:
      'Der Rhythmus ist an allen Elektroden; keine Karte kann auf ihn zeigen, und es gibt keine Zahlen.',
    untrainedFinds:
      'Auch zufällige Gewichte zeigen auf den Rhythmus: Er ragt aus der Eingabe heraus, und integrierte Gradienten multiplizieren mit der Eingabe. Dass das Training ihn gefunden hat, zeigt nicht diese Karte, sondern die Genauigkeit. Vergleichen Sie andere Stärken und, mit „Anderes Rauschen“, andere Anfangsgewichte.',
    howToRead: '1 zeigt genau auf den Rhythmus, 0,5 ist Zufall: wie man diese Karten liest',
    note: 'Je stärker die Farbe, desto mehr bewegt diese Elektrode die Ausgabe des Modells (integrierte Gradienten, über die Zeit summiert, Mittel über neue Fenster). Ein Ring zeigt, wo der Rhythmus versteckt wurde. Die Zahl misst, wie gut die Karte dorthin zeigt: 1 ist vollkommen, 0,5 ist Zufall. Eine Karte, die mit zufälligen Gewichten gleich aussieht, sagt nichts über das Gelernte.',
  },
  status: {
    subject: 'Der Spielplatz',
    planting: 'Spielplatz: Ein Rhythmus wird versteckt',
    training: 'Spielplatz: Training',
    stopped: 'Spielplatz: angehalten',
    right: (nRight, nTest) => `Spielplatz: ${nRight} von ${nTest} neuen Fenstern richtig`,
  },
};
