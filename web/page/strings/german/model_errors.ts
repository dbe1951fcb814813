// What goes wrong with the files and the input of models, with weights of other programs, and with explanations.
import type { ErrorCode } from '../../../worker/error_codes.js';
import type { CodeText } from '../english/errors.js';

const openModel = 'Öffnen Sie ein Modell im Format safetensors';
const otherModel = 'Nutzen Sie ein anderes Modell, oder eine neuere Version dieser Seite';
const checkConfig = 'Prüfen Sie die Konfiguration; sie muss sagen, wie das Modell gebaut war';
const copyAgain = 'Kopieren Sie die Modelldatei noch einmal, oder schreiben Sie sie neu';

export const modelErrors: Partial<Record<ErrorCode, CodeText>> = {
  MODEL_CONFIG_MISSING: [
    'Der Konfiguration des Modells fehlt eine Angabe',
    'Nutzen Sie ein anderes Modell, oder eine neuere Version dieser Seite',
  ],
  MODEL_FORMAT_MISSING: ['Die Gewichte sagen nicht, zu welchem Modell sie gehören', openModel],
  MODEL_FORMAT_UNKNOWN: ['Die Datei hat ein Modellformat, das diese Version nicht kennt'],
  MODEL_INPUT_NONFINITE: ['Die Eingabe enthält Werte, die nicht endlich sind'],
  MODEL_META_JSON: ['Eine Angabe der Modelldatei ist kein gültiges JSON'],
  MODEL_META_MISSING: ['Der Modelldatei fehlt eine Angabe', openModel],
  MODEL_NONFINITE: ['Gewichte des Modells sind nicht endlich'],
  MODEL_PICKLE_REFUSED: [
    'Das ist ein Pickle, ein zip-Archiv oder eine HDF5-Datei, nicht safetensors',
    openModel,
  ],
  MODEL_QUANTIZED: [
    'Ein Modell mit 8-Bit-Gewichten hat keine Gradienten: Es kann weder trainiert noch mit ihnen erklärt werden',
    'Nutzen Sie das Modell, aus dem es entstand; Elektroden oder Zeitpunkte zu entfernen erklärt auch dieses',
  ],
  MODEL_SELFTEST: [
    'Auf diesem Gerät gibt das Modell nicht die Ergebnisse, die in ihm gespeichert sind',
    'Das Modell wurde nach seinem Selbsttest geändert oder für ein anderes Rechenmodul geschrieben',
  ],
  MODEL_TENSOR_MISSING: ['Der Modelldatei fehlt ein Tensor ihrer Konfiguration'],
  MODEL_TENSOR_SHAPE: ['Ein Tensor hat eine andere Form, als die Konfiguration angibt'],
  MODEL_TENSOR_UNKNOWN: ['Die Modelldatei hat einen Tensor, den ihre Konfiguration nicht nutzt'],
  MODEL_TOO_LARGE: [
    'Das Modell ist größer, als ein Worker fassen kann',
    'Nutzen Sie weniger oder schmalere Schichten, oder kürzere Fenster',
  ],
  MODEL_8_BITS: [
    'Das Modell kann hier nicht mit 8 Bit rechnen',
    'Nutzen Sie die Gewichte in 16 Bit, oder eine neuere Version des Programms',
  ],
  MODEL_CHANNELS: [
    'Die Kanäle passen nicht zu diesem Modell',
    'Die Kanäle müssen in der Reihenfolge der Daten benannt und Elektroden sein',
  ],
  MODEL_CONFIG_CONFLICT: ['Angaben der Konfiguration des Modells widersprechen sich'],
  MODEL_CONFIG_TYPE: [
    'Eine Angabe der Konfiguration des Modells hat nicht die richtige Art',
    otherModel,
  ],
  MODEL_CONFIG_UNKNOWN: ['Die Konfiguration des Modells enthält ein unbekanntes Feld', otherModel],
  MODEL_CONFIG_VALUE: ['Eine Angabe der Konfiguration des Modells ist ungültig', otherModel],
  MODEL_F64: ['Ein Tensor wurde von 64 auf 32 Bit gerundet'],
  MODEL_META_VALUE: ['Eine Angabe über die Daten des Modells ist ungültig oder fehlt'],
  MODEL_PATTERNS: ['Das Modell hat keine Quellen mit einem Ort am Kopf'],
  MODEL_PRESET: ['Ein Netz mit diesem Namen gibt es hier nicht'],
  MODEL_RECIPE: ['Die Aufbereitung dieses Modells kann nicht ausgeführt werden'],
  MODEL_SELFTEST_INCOMPLETE: ['Dem Selbsttest des Modells fehlt einer seiner zwei Tensoren'],
  MODEL_SELFTEST_SHAPE: [
    'Der Selbsttest hat nicht die Form der Eingabe und der Ausgabe des Modells',
  ],
  MODEL_TENSOR_DTYPE: ['Ein Tensor hat Zahlen einer Art, die Gewichte nicht haben'],
  MODEL_TIMES: [
    'Die Fenster haben nicht die Länge, die das Modell braucht',
    'Schneiden Sie Fenster der verlangten Länge',
  ],
  MODEL_VALUE: ['Ein Gewicht hat einen Wert, der dort nicht vorkommen kann'],
  // safetensors
  ST_DTYPE_UNSUPPORTED: ['Ein Tensor hat Zahlen einer Art, die für Gewichte nicht gelesen wird'],
  ST_DUPLICATE: ['Die Modelldatei enthält denselben Namen zweimal'],
  ST_HEADER_LENGTH: ['Der Kopf der Modelldatei reicht über ihr Ende hinaus', copyAgain],
  ST_HEADER_TOO_LARGE: ['Der Kopf der Modelldatei ist zu groß'],
  ST_JSON: ['Der Kopf der Modelldatei ist kein gültiges JSON', copyAgain],
  ST_METADATA: ['Die Angaben im Kopf der Modelldatei sind keine Texte'],
  ST_OFFSETS: ['Die Tensoren der Modelldatei überschneiden sich oder lassen eine Lücke', copyAgain],
  ST_SIZE: ['Die Größe eines Tensors passt nicht zu seiner Form und Art', copyAgain],
  ST_TENSOR_INFO: [
    'Tensoren sind in der Modelldatei nicht richtig beschrieben, oder es sind zu viele',
  ],
  ST_TOO_SMALL: ['Die Datei ist für eine safetensors-Datei zu klein', copyAgain],
  ST_TRAILING: ['Die Tensoren enden nicht dort, wo die Datei endet', copyAgain],
  ST_UNKNOWN_KEY: ['Zu einem Tensor gibt es Angaben, die nicht bekannt sind'],
  ST_UTF8: ['Der Kopf der Modelldatei ist kein Text in UTF-8', copyAgain],
  // Weights of other programs
  EXPORT_UNSUPPORTED: [
    'Dieses Modell kann nicht als ONNX-Datei gespeichert werden',
    'Führen Sie es mit eegate aus, oder trainieren Sie eines, das gespeichert werden kann',
  ],
  IMPORT_NOT_NEEDED: ['Das ist schon eine Modelldatei von eegate', 'Öffnen Sie sie, wie sie ist'],
  IMPORT_SHAPE: ['Ein Tensor hat nicht die verlangte Form', checkConfig],
  IMPORT_TENSOR_MISSING: ['Der Datei fehlt ein Tensor dieses Modells', checkConfig],
  IMPORT_TENSOR_UNKNOWN: [
    'Die Datei enthält einen Tensor, für den das Modell keinen Platz hat',
    checkConfig,
  ],
  IMPORT_UNKNOWN: [
    'Diese Gewichte gehören zu keinem Modell, das eegate erkennt',
    'Eine Konfiguration muss sagen, was die Gewichte sind',
  ],
  IMPORT_UNSUPPORTED: [
    'Das Modell hat eine Eigenschaft, für die eegate keine Entsprechung hat',
    'Führen Sie es mit seinem eigenen Programm aus, oder trainieren Sie in eegate ein neues',
  ],
  // Explanations
  ABLATE_MODEL: ['Nur Transformer haben Köpfe und Gates, die abgeschaltet werden können'],
  ABLATE_PART: ['Dieser Teil des Modells kann nicht abgeschaltet werden'],
  EXPLAIN_MEMORY: [
    'Es sind zu viele Tokens, um zu speichern, welches auf welches achtet',
    'Nutzen Sie kürzere Fenster, oder integrierte Gradienten, die wenig Speicher brauchen',
  ],
  EXPLAIN_METHOD: ['Diese Methode der Erklärung gibt es nicht'],
  EXPLAIN_NO_ATTENTION: [
    'Dieses Netz hat zwischen Tokens keine Attention, der gefolgt werden könnte',
    'Nutzen Sie integrierte Gradienten, oder entfernen Sie Elektroden oder Zeitpunkte; das geht bei jedem Netz',
  ],
  EXPLAIN_OPTION: ['Eine Einstellung der Erklärung ist ungültig'],
  EXPLAIN_TARGET: ['Diese Klasse hat das Modell nicht'],
  EXPLAIN_NONFINITE: [
    'Was das Modell für dieses Fenster berechnet, ist nicht endlich; es gibt nichts zu erklären',
    'Prüfen Sie die Amplitude der Aufnahme, oder erklären Sie ein anderes Fenster',
  ],
  INSPECT_OPTION: ['Eine Einstellung für den Blick in das Modell ist ungültig'],
};
