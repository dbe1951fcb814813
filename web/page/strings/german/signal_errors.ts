// What goes wrong with channels, recipes, filters, windows, results and live signals.
import type { ErrorCode } from '../../../worker/error_codes.js';
import type { CodeText } from '../english/errors.js';

const fixRecipe = 'Berichtigen Sie die Aufbereitung, oder nutzen Sie eine neuere Version';
const otherElectrodes =
  'Wählen Sie eine Aufnahme mit diesen Elektroden, oder nennen Sie in der Aufbereitung andere';

export const signalErrors: Partial<Record<ErrorCode, CodeText>> = {
  ANNOTATION_VALUE: ['Annotationen sind ungültig'],
  CHANNEL_RATE: ['Kanäle, die zusammen gelesen werden, müssen dieselbe Abtastrate haben'],
  CHANNEL_UNKNOWN: ['Diesen Kanal gibt es nicht', 'Wählen Sie einen Kanal der Aufnahme'],
  PICK_MISSING: ['Der Aufnahme fehlen Kanäle, die gebraucht werden', otherElectrodes],
  PICK_RATE: [
    'Kanäle mit verschiedenen Abtastraten können nicht zusammen genutzt werden',
    'Wählen Sie Kanäle mit derselben Rate',
  ],
  REFERENCE_MISSING: ['Der Aufnahme fehlen Kanäle der Referenz', otherElectrodes],
  READ_RANGE: ['Dieser Bereich liegt nicht in der Aufnahme'],
  SAMPLE_LENGTH: ['Eine Beispielaufnahme kann nicht so lang sein'],
  PLANTED_VALUE: ['Mit dieser Angabe können keine künstlichen Daten erzeugt werden'],
  DSP_BAND: [
    'Das Filter passt nicht zur Abtastrate',
    'Frequenzen müssen zwischen 0 und der halben Abtastrate liegen; wählen Sie ein anderes Band oder eine Aufnahme mit höherer Rate',
  ],
  DSP_DESIGN: [
    'Dieses Filter kann nicht genau genug berechnet werden',
    'Wählen Sie Frequenzen, die weiter von 0 und von der halben Abtastrate entfernt sind, oder eine niedrigere Ordnung',
  ],
  DSP_MEMORY: [
    'Die Impulsantworten der Filter passen nicht in den Speicher',
    'Wählen Sie ein breiteres Band, eines weiter weg von 0 Hz, oder eine kürzere Aufnahme',
  ],
  DSP_SPECTRUM: ['Mit diesen Angaben gibt es kein Spektrum'],
  // Recipes and windows
  RECIPE_TYPE: ['Die Aufbereitung oder ein Feld darin hat nicht die richtige Art', fixRecipe],
  RECIPE_UNKNOWN_KEY: ['Die Aufbereitung enthält ein unbekanntes Feld', fixRecipe],
  RECIPE_VALUE: ['Eine Angabe der Aufbereitung ist ungültig oder fehlt', fixRecipe],
  RECIPE_VERSION: ['Die Aufbereitung hat eine andere Version', fixRecipe],
  EPOCH_LENGTH: ['Die Fenster der Aufbereitung können nicht geschnitten werden'],
  EPOCH_ROUNDED: ['Fenster beginnen zwischen zwei Messwerten; es gilt der nähere'],
  INPUT_SHAPE: ['Die Eingabe ist keine ganze Zahl von Fenstern'],
  PLAN_NO_EPOCHS: [
    'Die Aufbereitung schneidet aus dieser Aufnahme kein Fenster',
    'Prüfen Sie die Annotationen und die Länge der Aufnahme, oder nutzen Sie eine andere Aufbereitung',
  ],
  PLAN_RANGE: ['Diese Fenster gibt es nicht'],
  PREPARE_MISMATCH: [
    'Die Aufnahmen passen nicht zusammen',
    'Nennen Sie in der Aufbereitung die Kanäle in „pick“ und die Rate in „resample_hz“, oder verarbeiten Sie die Dateien getrennt',
  ],
  PREPARE_NO_LABELS: [
    'Die Aufbereitung gibt einem Fenster keine Klasse',
    'Ergänzen Sie in der Aufbereitung „labels“ oder „label“ unter „epochs“',
  ],
  // Calibration and results
  CALIBRATION_BALANCE: [
    'Die Fenster haben keine Klassen: Die Kalibrierung stimmt nur, wenn alle Klassen etwa gleich oft vorkommen',
  ],
  CALIBRATION_CLASSES: ['Ein Median trennt genau zwei Klassen, und dieses Modell hat nicht zwei'],
  CALIBRATION_EMPTY: ['Es gibt kein Fenster mit einem Signal, das zur Kalibrierung dienen könnte'],
  CALIBRATION_FEW: ['Die Kalibrierung beruht auf wenigen Fenstern'],
  CALIBRATION_MODEL: [
    'Diese Kalibrierung passt nicht zum Modell oder zu einer ganzen Aufnahme',
    'Für Modelle mit zwei Klassen eignet sich der Median',
  ],
  CALIBRATION_ONE_CLASS: [
    'Eine Kalibrierung mit Fenstern einer einzigen Klasse entfernt ihren Unterschied zu den anderen',
    'Kalibrieren Sie alle Aufnahmen einer Person zusammen, oder gar nicht',
  ],
  CALIBRATION_RULE: ['Diese Kalibrierung gibt es nicht'],
  REPORT_HASH: ['Die Prüfsumme der Aufnahme ist noch nicht vollständig berechnet'],
  RESULTS_INCOMPLETE: [
    'Nur eine vollständige Klassifikation kann gespeichert werden',
    'Klassifizieren Sie zuerst bis zum Ende',
  ],
  RESULT_FORMAT: ['In diesem Format können die Ergebnisse nicht geschrieben werden'],
  RESULT_NO_ANSWER: [
    'Für manche Fenster hat das Modell keine Antwort: Was es aus ihnen berechnet, ist nicht endlich',
    'Diese Fenster sind in den Ergebnissen bezeichnet und werden nicht gezählt; prüfen Sie die Amplitude der Aufnahme',
  ],
  RESULT_SHAPE: ['Für jedes Fenster und jede Klasse muss es eine Wahrscheinlichkeit geben'],
  // Live
  HEADSET_LOST: [
    'Die Verbindung zum Headset ist abgebrochen',
    'Prüfen Sie den Akku, bringen Sie das Headset näher, und starten Sie noch einmal',
  ],
  HEADSET_SILENT: [
    'Das Headset antwortet nicht',
    'Schalten Sie es ein, bringen Sie es näher, und verbinden Sie es noch einmal',
  ],
  STREAM_ALIGN: [
    'Live kann nicht angeglichen werden: Dafür braucht es alle Fenster einer Person',
    'Trainieren Sie für Live ein Modell ohne Angleichung',
  ],
  STREAM_CHANNELS: [
    'Der Quelle oder der Aufbereitung fehlen Kanäle, die das Modell braucht, oder Kanäle sind doppelt',
    'Nutzen Sie eine Quelle mit diesen Elektroden, oder ein Modell, das andere braucht',
  ],
  STREAM_INPUT: ['Es kamen nicht gleich viele Messwerte von jedem Kanal'],
  STREAM_OPTION: ['Eine Einstellung für Live ist ungültig'],
  STREAM_RATE: ['Die Aufbereitung ergibt nicht die Abtastrate, die das Modell braucht'],
  STREAM_ROOM: [
    'Zu viele Messwerte warten darauf, dass Fenster vollständig werden',
    'Lassen Sie weniger Fenster warten, oder wählen Sie kleinere Schritte',
  ],
  STREAM_STEP: ['Fenster und ihr Schritt müssen mindestens einen Messwert lang sein'],
  STREAM_USED: ['Ein Datenstrom läuft nur einmal', 'Starten Sie noch einmal'],
  STREAM_ZERO_PHASE: [
    'Ein nullphasiges Filter kann nicht live rechnen: Es braucht spätere Messwerte',
    'Nutzen Sie eine Aufbereitung mit kausalem Filter',
  ],
};
