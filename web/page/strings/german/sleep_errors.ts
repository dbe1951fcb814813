// What goes wrong with hypnograms and sleep staging.
import type { ErrorCode } from '../../../worker/error_codes.js';
import type { CodeText } from '../english/errors.js';

export const sleepErrors: Partial<Record<ErrorCode, CodeText>> = {
  HYP_CODES: [
    'Was die Zahlen des Hypnogramms bedeuten, ist nicht sicher oder nicht bekannt',
    'Nennen Sie das Programm, das die Datei geschrieben hat',
  ],
  HYP_EMPTY: [
    'Die Datei enthält keine Schlafstadien, die eine Epoche lang sind',
    'Wählen Sie die Datei, die die Auswertung enthält',
  ],
  HYP_EPOCH: [
    'Länge oder Beginn der Epochen des Hypnogramms passen nicht',
    'Geben Sie an, wie lang die Epochen sind, oder exportieren Sie das Hypnogramm neu',
  ],
  HYP_GAP: ['Stadien des Hypnogramms überschneiden sich oder lassen eine Lücke'],
  HYP_LENGTH: [
    'Die Zeiten des Hypnogramms sind ungültig oder passen nicht zur Aufnahme oder zum anderen Hypnogramm',
    'Wählen Sie das Hypnogramm dieser Aufnahme, oder geben Sie an, wie lang seine Epochen sind',
  ],
  HYP_REQUEST: ['Aus diesen Angaben entsteht kein Hypnogramm'],
  HYP_WFDB: ['Die Datei mit WFDB-Annotationen ist abgeschnitten'],
  HYP_TIMES: ['Die Zeiten werden nicht gelesen: Die Epochen folgen von Anfang an aufeinander'],
  HYP_WORD: ['Eine Epoche bleibt ohne Stadium: Ihr Wort oder ihre Zahl ist nicht bekannt'],
  HYP_XML: [
    'Die XML-Datei enthält keine lesbare Auswertung',
    'Kopieren Sie die Datei noch einmal, oder wählen Sie eine andere',
  ],
  NIGHT_LABELS: ['Es gibt keine Epoche mit den nötigen Stadien'],
  NIGHT_SHORT: [
    'Keine Aufnahme enthält so viele Epochen mit Stadien hintereinander, wie das Modell braucht',
  ],
  SLEEP_CHANNEL: [
    'In diesem Kanal können keine Spindeln und langsamen Wellen gesucht werden',
    'Wählen Sie einen EEG-Kanal, etwa C3 oder C4',
  ],
  SLEEP_LIGHTS: [
    'Die Zeiten von Licht aus und Licht an können nicht genutzt werden',
    'Geben Sie Sekunden seit dem ersten Messwert an, oder Zeiten innerhalb der Auswertung',
  ],
  SLEEP_STAGES: [
    'Spindeln und langsame Wellen werden in N2 und N3 gesucht, und die Aufnahme hat keines von beiden',
    'Bestimmen Sie zuerst die Stadien der Nacht, oder wählen Sie ihr Hypnogramm',
  ],
  STAGE_CHANNELS: [
    'Das Modell braucht eine andere Zahl von Kanälen',
    'Wählen Sie die Kanäle in der verlangten Reihenfolge',
  ],
  STAGE_MODELS: [
    'Die Modelle eignen sich nicht für Schlafstadien, oder sie passen nicht zusammen',
    'Nutzen Sie jedes Modell allein, oder ein anderes',
  ],
  STAGE_NO_CHANNEL: [
    'Die Aufnahme hat keinen Kanal, aus dem Schlafstadien bestimmt werden können',
    'Wählen Sie die Kanäle, wenn sie andere Namen haben',
  ],
  STAGE_NO_MODEL: ['Für Schlafstadien wird ein Modell gebraucht'],
  STAGE_RATE: ['Die Abtastrate eines Kanals passt nicht zu den Schlafstadien oder zum Modell'],
  STAGE_REQUEST: ['Eine Einstellung für die Schlafstadien ist ungültig'],
  STAGE_STRIDE: ['So weit voneinander entfernte Fenster lassen Epochen aus'],
  STAGE_TOO_SHORT: ['Die Aufnahme ist kürzer als eine Epoche'],
};
