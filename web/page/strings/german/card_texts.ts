// What model files say of themselves: the bundled ones, and those that the core and the page write. A file of somebody else stays
// as it is.

type Translated = string | ((...found: string[]) => string);

const sentences: [known: string | RegExp, german: Translated][] = [
  // Inputs of the bundled models
  [
    'the shape of the spectrum at each electrode, above all the alpha rhythm (8 to 13 Hz) at the back of the head; each channel is standardised, so the absolute amplitude says nothing',
    'die Form des Spektrums an jeder Elektrode, vor allem der Alpha-Rhythmus (8 bis 13 Hz) am Hinterkopf; jeder Kanal wird standardisiert, sodass die absolute Amplitude nichts sagt',
  ],
  [
    'which electrodes share their power between 8 and 32 Hz, above all the alpha rhythm at the back of the head',
    'welche Elektroden zwischen 8 und 32 Hz gemeinsame Leistung haben, vor allem der Alpha-Rhythmus am Hinterkopf',
  ],
  [
    'mostly slow potentials below 4 Hz after the cue, which stood at the left or right of the screen: they come from looking at and reacting to the cue as much as from imagining.',
    'vor allem langsame Potentiale unter 4 Hz nach dem Hinweis, der links oder rechts auf dem Bildschirm stand: Sie kommen ebenso vom Hinsehen und von der Reaktion auf den Hinweis wie von der Vorstellung.',
  ],
  [
    'With a band of 4 to 40 Hz the same model is at chance',
    'Mit einem Band von 4 bis 40 Hz ist dasselbe Modell nicht besser als der Zufall',
  ],
  [
    'the power of six spatial filters between 8 and 32 Hz, mostly over the motor cortex and soon after the cue, relative to the recording as a whole (Euclidean alignment uses all windows of a recording, but no label); a small part may be visual, because the cue stood at the left or right of the screen',
    'die Leistung von sechs räumlichen Filtern zwischen 8 und 32 Hz, vor allem über dem motorischen Kortex und bald nach dem Hinweis, im Verhältnis zur ganzen Aufnahme (die euklidische Ausrichtung verwendet alle Fenster einer Aufnahme, aber keine Klassen); ein kleiner Teil kann visuell sein, weil der Hinweis links oder rechts auf dem Bildschirm stand',
  ],
  [
    'the power of rhythms between 4 and 40 Hz over the motor strip, in relation to the recording as a whole (Euclidean alignment needs all epochs of a recording, but no label)',
    'die Leistung der Rhythmen zwischen 4 und 40 Hz über dem motorischen Streifen, im Verhältnis zur ganzen Aufnahme (die euklidische Ausrichtung braucht alle Fenster einer Aufnahme, aber keine Klassen)',
  ],
  // What they were trained with
  [
    'runs 1 (eyes open) and 2 (eyes closed), about one minute each',
    'Durchgänge 1 (Augen offen) und 2 (Augen geschlossen), je etwa eine Minute',
  ],
  [
    'runs 4, 8 and 12 (imagined left or right fist), 0.5 to 3.5 s after the cue',
    'Durchgänge 4, 8 und 12 (linke oder rechte Faust vorgestellt), 0,5 bis 3,5 s nach dem Hinweis',
  ],
  [
    'runs 4, 8 and 12 (imagined left or right fist), 0 to 3 s after the cue',
    'Durchgänge 4, 8 und 12 (linke oder rechte Faust vorgestellt), 0 bis 3 s nach dem Hinweis',
  ],
  [
    'runs 4, 8 and 12 (imagined left or right fist), 0.5 to 3.5 s after the cue; for training also runs 3, 7 and 11 (executed)',
    'Durchgänge 4, 8 und 12 (linke oder rechte Faust vorgestellt), 0,5 bis 3,5 s nach dem Hinweis; für das Training auch 3, 7 und 11 (ausgeführt)',
  ],
  // Their limits
  [
    'Trained on one minute of each state from few healthy volunteers, one recording system.',
    'Trainiert mit einer Minute jedes Zustands von wenigen gesunden Freiwilligen, mit einem Aufnahmesystem.',
  ],
  [
    'People with a weak alpha rhythm, drowsiness, medication, other montages and references are beyond it.',
    'Personen mit schwachem Alpha-Rhythmus, Schläfrigkeit, Medikamente, andere Montagen und Referenzen liegen außerhalb.',
  ],
  [
    'It is meant for recordings that hold both states in about equal shares, with the calibration `recentre`, which needs no labels; without it the threshold is that of the people who were trained on.',
    'Es ist für Aufnahmen gedacht, die beide Zustände etwa gleich oft enthalten, mit der Kalibrierung `recentre`, die keine Klassen braucht; ohne sie ist die Schwelle die der Personen, mit denen trainiert wurde.',
  ],
  [
    'It does not show motor imagery: for the rhythm of the motor cortex there is leftright_rhythm.',
    'Es zeigt keine Bewegungsvorstellung: Für den Rhythmus des motorischen Kortex gibt es leftright_rhythm.',
  ],
  [
    'Trained on few healthy volunteers with one cue and one recording system; single people range from chance to nearly always right.',
    'Trainiert mit wenigen gesunden Freiwilligen, einer Art von Hinweis und einem Aufnahmesystem; einzelne Personen reichen vom Zufall bis fast immer richtig.',
  ],
  [
    'Many people show no usable change of these rhythms: single people range from chance to nearly always right.',
    'Viele Personen zeigen keine brauchbare Änderung dieser Rhythmen: Einzelne reichen vom Zufall bis fast immer richtig.',
  ],
  [
    /^A recording needs a dozen (?:windows|epochs) or more for its alignment\.$/,
    'Eine Aufnahme braucht für ihre Ausrichtung mindestens ein Dutzend Fenster.',
  ],
  [
    'Few healthy volunteers, one recording system.',
    'Wenige gesunde Freiwillige, ein Aufnahmesystem.',
  ],
  [
    'For research and teaching; not a medical device.',
    'Für Forschung und Lehre; kein Medizinprodukt.',
  ],
  [
    /^(\d+)-fold cross-validation over people, (\d+) seeds; nobody is in training and test at once$/,
    (folds, seeds) =>
      `${folds}-fache Kreuzvalidierung über Personen, ${seeds === '1' ? 'ein Startwert' : `${seeds} Startwerte`}; niemand ist zugleich in Training und Test`,
  ],
  // What the core writes (src/session/train/training_card.cc)
  [
    'The subjects are unknown, and so is the performance on new subjects.',
    'Die Personen sind unbekannt, und damit auch, wie gut es bei neuen Personen ist.',
  ],
  [
    /^Trained on (\d+) (?:subjects?|people)\.$/,
    (n) => `Trainiert mit ${n === '1' ? 'einer Person' : `${n} Personen`}.`,
  ],
  [
    /^(\d+) of (\d+) (subjects|files) set aside for validation$/,
    (n, all, kind) =>
      `für die Validierung zurückgehalten: ${n} von ${all} ${kind === 'files' ? 'Aufnahmen' : 'Personen'}`,
  ],
  [
    'the last epochs of every recording and label set aside for validation',
    'für die Validierung zurückgehalten: die letzten Epochen jeder Aufnahme und Klasse',
  ],
  [
    'Nothing was set aside for validation: how good it is on other data is unknown.',
    'Nichts wurde für die Validierung zurückgehalten: Wie gut es bei anderen Daten ist, ist unbekannt.',
  ],
  [
    /^The figures come from (\d+) other subjects?, whose data also chose the best epoch: expect a lower performance on subjects that were not used for that\.$/,
    (n) =>
      `Die Zahlen stammen von ${n === '1' ? 'einer anderen Person' : `${n} anderen Personen`}, nach deren Daten auch die beste Epoche gewählt wurde: Bei Personen, die dafür nicht verwendet wurden, ist weniger zu erwarten.`,
  ],
  [
    'The figures come from subjects that the earlier model may have been trained on, by its card: they are no test.',
    'Die Zahlen stammen von Personen, mit denen das frühere Modell nach seiner Karte trainiert sein kann: Sie prüfen nichts.',
  ],
  [
    'Whether the earlier model was trained on them is not known: its card names nobody.',
    'Ob das frühere Modell mit ihnen trainiert wurde, ist nicht bekannt: Seine Karte nennt niemanden.',
  ],
  [
    'The figures come from the same subjects as the training and do not apply to new subjects.',
    'Die Zahlen stammen von denselben Personen wie das Training und gelten nicht für neue Personen.',
  ],
  // What the page writes (strings/file_texts.ts)
  [
    /^Cross-validated: each of (\d+) people was left out in turn and predicted by a model trained on the others; mean over people, 95 % interval (\d+ %) to (\d+ %)\.$/,
    (n, low, high) =>
      `Kreuzvalidiert: Jede von ${n} Personen wurde reihum ausgelassen und von einem Modell vorhergesagt, das mit den anderen trainiert war; Mittel über die Personen, 95-%-Intervall ${low} bis ${high}.`,
  ],
  [
    'The accuracy is that of the models of the cross-validation; this one was trained on all of them.',
    'Die Genauigkeit ist die der Modelle der Kreuzvalidierung; dieses wurde mit allen trainiert.',
  ],
];

/** A text that holds a sentence that is not known stays as it is, so that no text is half translated. */
export function translatedCard(text: string): string {
  const parts = text.split(/(?<=\.) (?=[A-Z])/).map(translated);
  return parts.every((part) => part !== null) ? parts.join(' ') : text;
}

function translated(sentence: string): string | null {
  for (const [known, german] of sentences) {
    const found = typeof known === 'string' ? known === sentence && [] : known.exec(sentence);
    if (found) return typeof german === 'string' ? german : german(...found.slice(1));
  }
  return null;
}
