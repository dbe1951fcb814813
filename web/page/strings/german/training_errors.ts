// What goes wrong in training and in comparisons, and what the check of the labels finds.
import type { ErrorCode } from '../../../worker/error_codes.js';
import type { CodeText } from '../english/errors.js';

const moreData = 'Fügen Sie Aufnahmen oder Fenster dieser Klasse hinzu';

export const trainingErrors: Partial<Record<ErrorCode, CodeText>> = {
  AUDIT_CLASS_MISSING: ['Eine Klasse hat in einer der Teilmengen kein Fenster'],
  AUDIT_DUPLICATE: ['Fenster mit verschiedenen Klassen enthalten dieselben Messwerte'],
  AUDIT_IMBALANCE: [
    'Die Klassen sind sehr verschieden häufig: Nutzen Sie Gewichte der Klassen, und urteilen Sie nach der balancierten Genauigkeit',
  ],
  AUDIT_ONE_CLASS: [
    'Alle Fenster des Trainings haben dieselbe Klasse: Es gibt nichts zu unterscheiden',
  ],
  AUDIT_ONE_SUBJECT: [
    'Alle Fenster stammen von einer Person: Das Ergebnis gilt nur für diese Person',
  ],
  AUDIT_OVERLAP: [
    'Fenster verschiedener Teilmengen teilen sich Messwerte: Das Modell würde an dem geprüft, was es schon gesehen hat',
  ],
  AUDIT_RECENTRED: [
    'Manche Aufnahmen haben nur Fenster einer Klasse: Das Rezentrieren entfernt, was sie unterscheidet',
    'Nutzen Sie Aufnahmen mit Fenstern aller Klassen oder ein Modell, das nicht rezentriert',
  ],
  AUDIT_SAME_RECORDING: [
    'Eine Aufnahme ist mehrmals angegeben: Wird sie zurückgehalten, so würde das Modell an dem geprüft, was es schon gesehen hat',
  ],
  AUDIT_SHIFTED: ['Die Klassen passen besser, wenn sie gegen die Fenster verschoben werden'],
  AUDIT_SUBJECT_IN_TWO_SETS: [
    'Personen gehören zu mehr als einer Teilmenge: Das Ergebnis gilt nicht für neue Personen',
  ],
  AUDIT_SWAPPED: [
    'Bei einem Teil der Daten passen die Klassen besser, wenn zwei vertauscht werden',
  ],
  AUDIT_TRAINED_BEFORE: [
    'Die Genauigkeit prüft nichts: Das Modell kann schon mit den Personen trainiert sein, an denen es gemessen wird',
    'Nutzen Sie für die Validierung Aufnahmen anderer Personen',
  ],
  BENCHMARK_FOLDS: [
    'Ohne eine der Teilmengen hat eine Klasse zu wenige Fenster zum Lernen',
    'Läufe auszulassen braucht mehrere Läufe jeder Person, Personen auszulassen mehrere Personen',
  ],
  BENCHMARK_AUC: [
    'In einem Test fehlt eine der Klassen: Für diese Person und im Mittel gibt es keine Fläche unter der ROC-Kurve',
  ],
  BENCHMARK_MODEL: ['Das Wort nach + muss eine Kalibrierung sein'],
  COMPARE_FOLDS: [
    'Ohne eine der Teilmengen hat eine Klasse zu wenige Fenster zum Lernen',
    moreData,
  ],
  EPOCHS_UNTIMED: [
    'Ohne die Aufbereitung ist nicht bekannt, ob sich die Fenster überlappen. Dann wäre die Genauigkeit von Zeitabschnitten zu hoch, da an Gelerntem geprüft würde',
  ],
  FOLDS_OVERLAP: [
    'Die Fenster überlappen sich, sodass gemischte Teilmengen an Gelerntem prüfen: Die Genauigkeit ist zu hoch. Lassen Sie stattdessen ganze Läufe aus',
  ],
  FOLDS_RECENTRED: [
    'Aufnahmen wurden als Ganzes angeglichen und danach geteilt: Die Genauigkeit ist zu hoch. Lassen Sie stattdessen ganze Läufe aus',
  ],
  TRAIN_BAND_POWER: [
    'Die Fenster haben in keinem Band Leistung: Sie sind zu kurz oder zu langsam abgetastet',
  ],
  TRAIN_CHECKPOINT: [
    'Ein Zwischenstand des Trainings fehlt, ist beschädigt oder gehört zu einem anderen Training',
  ],
  TRAIN_CLASSES: ['Ein Fenster hat eine Klasse, die das Modell nicht kennt'],
  TRAIN_DIVERGED: [
    'Das Training divergierte: Seine Zahlen sind nicht mehr endlich',
    'Trainieren Sie mit einer kleineren Lernrate',
  ],
  TRAIN_DROPPED: [
    'Fenster des Trainings, die sich mit denen der Validierung überschneiden, werden ausgelassen',
  ],
  TRAIN_EMPTY: [
    'Es gibt kein Fenster, mit dem trainiert werden kann',
    'Prüfen Sie die Annotationen der Aufnahmen und die Klassen der Aufbereitung',
  ],
  TRAIN_LABELS: [
    'Die Klassen der Fenster sind ungültig, oder eine Klasse hat zu wenige Fenster',
    'Prüfen Sie die Klassen; fügen Sie Aufnahmen hinzu, oder lassen Sie seltene Klassen weg',
  ],
  TRAIN_MEMORY: [
    'Dieses Training braucht mehr Speicher, als es haben kann',
    'Nutzen Sie weniger oder kürzere Fenster, ein kleineres Netz oder kleinere Batches, oder schließen Sie andere Programme und Tabs',
  ],
  TRAIN_NO_VALIDATION: [
    'Für eine Validierung sind es zu wenige Daten: Nichts zeigt, wann das Training enden soll',
  ],
  TRAIN_OPTION: [
    'Eine Einstellung des Trainings ist ungültig oder passt nicht zu den anderen',
    'Ändern Sie diese Einstellung',
  ],
  TRAIN_ORDER: ['Die Schritte des Trainings wurden nicht in ihrer Reihenfolge aufgerufen'],
  TRAIN_OUT_OF_STEP: ['Teile des Trainings sind nicht auf demselben Stand'],
  TRAIN_RANK: [
    'Die Fenster sind zu gleichförmig für einen Klassifikator mit Kovarianzen',
    'Nutzen Sie mehr Kanäle, die weder konstant noch Kopien voneinander sind',
  ],
  TRAIN_RECIPE: ['Die Aufbereitungen der Aufnahmen oder des Modells passen nicht zusammen'],
  TRAIN_SHAPE: ['Die Zahl der Werte passt nicht zu den Fenstern'],
  TRAIN_SPLIT: [
    'Die Daten können so nicht in Training und Prüfung geteilt werden',
    'Wählen Sie eine andere Teilung, oder öffnen Sie mehr oder längere Aufnahmen',
  ],
  TRAIN_START: ['Ein Training beginnt entweder mit einer Konfiguration oder mit einem Modell'],
  TRAIN_SUBJECTS: ['Die Personen sind nicht mit einer ganzen Zahl für jedes Fenster angegeben'],
  TRAIN_TARGETS: ['Jedes Fenster braucht eine Klasse'],
  TRAIN_TASK: [
    'Dieses Modell gibt Zahlen statt Klassen; dafür eignet es sich nicht',
    'Trainieren Sie es mit der Befehlszeile (eegate train) weiter',
  ],
  TRAIN_WEIGHTS: ['Das sind die Gewichte eines anderen Modells'],
};
