import { html } from 'lit/html.js';
import type { Strings } from '../index.js';
import { ofChannels } from './counts.js';
import { counted, finePercent as percent, fixed, number, weight } from './numbers.js';

const sublayers = { attention: 'Attention', ffn: 'Feed-Forward' };
const of = (n: number) => counted(n, 'Kopf', 'Köpfen');
const stretch = (fromS: number, toS: number) => `${fixed(fromS, 2)} bis ${fixed(toS, 2)} s`;

export const inside: Strings['inside'] = {
  percent,
  number: weight,
  microvolts: 'µV',
  following: 'Das Fenster wird im Modell berechnet.',
  empty:
    'Klassifizieren Sie zuerst die Aufnahme; dann ist das gewählte Fenster im Modell zu sehen.',
  noWindowNear: (title, onsetS) =>
    `${title} hat kein Fenster nahe ${fixed(onsetS, 1)} s dieser Aufnahme`,
  bar: {
    play: 'Abspielen',
    stop: 'Anhalten',
    previous: 'Voriges Fenster',
    next: 'Nächstes Fenster',
    window: (n, all, from, to, model) =>
      html`<strong>Fenster ${number(n)}</strong> von ${number(all)}<span class="rest"
          >, ${from} bis ${to}, in ${model}</span
        >`,
    reset: (n) => `${counted(n, 'Änderung', 'Änderungen')} zurücknehmen`,
    compare: 'Vergleichen mit',
    none: 'nichts',
    ungated: 'Dasselbe Modell ohne Gates',
    drawn: 'Gezeichnetes Modell',
    gated: (gate) => `mit Gates (${gate})`,
    standard: (block) => `Standard (${block})`,
  },
  drawing: {
    label: (title) => `Der Weg des Fensters durch ${title}`,
    timeRunsDown: (durationS) => `Zeit ↓ ${fixed(durationS, 1)} s`,
    aboveZero: 'über null',
    belowZero: 'unter null',
    token: 'Token',
    head: (head, block) => `Kopf ${head}, Block ${block}`,
    gate: (sublayer, block) => `Gate nach ${sublayers[sublayer]}, Block ${block}`,
    sublayer: (sublayer, block) => `${sublayers[sublayer]}, Block ${block}`,
    opening: (open, isSet) =>
      isSet
        ? `zu ${percent(open)} offen, von Hand gestellt; Escape stellt den Wert des Modells wieder her`
        : `im Mittel zu ${percent(open)} offen, vom Modell gestellt`,
    setByHand: 'von Hand',
    stream: 'Residuum',
    others: (n) => `${n} andere`,
    compared: (share, hasChanges) =>
      `${hasChanges ? 'Vergleich, unverändert' : 'Vergleich'}: ${share}`,
  },
  stations: {
    signal: 'Fenster',
    standardized: 'Normiert',
    tokens: 'Tokens',
    attention: 'Attention',
    ffn: 'Feed-Forward',
    gate: 'Gate',
    sum: 'Summe',
    pooled: 'Vereint',
    classes: 'Ergebnis',
    ofBlock: (title, block) => `${title}, Block ${block}`,
    gateAfter: (sublayer, block) => `Gate nach ${sublayers[sublayer]}, Block ${block}: Ventile`,
    sumAfter: (sublayer, block) => `Summe nach ${sublayers[sublayer]}, Block ${block}`,
    output: (block) => `Block ${block}`,
    layer: (n, name) => `Schicht ${n}: ${name}`,
    place: (n, all) => `${n} von ${all}`,
  },
  sentences: {
    signal: (durationS, nChannels, nDrawn) =>
      `Das Fenster: ${fixed(durationS, 1)} s aus ${ofChannels(nChannels)}${nDrawn < nChannels ? `, ${nDrawn} davon gezeichnet` : ''}, gefiltert, wie das Modell es verlangt. Die Zeit läuft von oben nach unten.`,
    standardized: (isDone) =>
      isDone
        ? 'Mittelwert und Größe werden entfernt, damit die Amplitude insgesamt keinen Einfluss hat.'
        : 'Dieses Modell normiert das Signal nicht.',
    tokens: (n, width, durationS) =>
      `Das Modell zerlegt ${fixed(durationS, 1)} s in ${counted(n, 'Token', 'Tokens')}: Jedes ist eine Liste von ${width} Zahlen zu einem Zeitabschnitt.`,
    attention: (nHeads, nOff) =>
      nOff === nHeads
        ? 'Alle Köpfe sind abgeschaltet: Kein Token liest aus anderen.'
        : `Jedes Token liest aus anderen: Je breiter ein Band, desto größer das Gewicht der Attention. Mittel aus ${of(nHeads - nOff)}${nOff ? `, ${nOff} abgeschaltet` : ''}.`,
    gate: (sublayer, open, isSet, keepsStream) => {
      const what = keepsStream ? 'vom Residualstrom' : `von der Ausgabe von ${sublayers[sublayer]}`;
      return `Das Gate lässt ${percent(open)} ${what} durch${isSet ? ', von Hand gestellt' : ' (im Mittel)'}. Ziehen Sie am Ventil, um zu sehen, wie sich das Ergebnis ändert.`;
    },
    sum: (sublayer, isOff) =>
      isOff
        ? `Die Ausgabe von ${sublayers[sublayer]} wird ausgelassen.`
        : `Die Ausgabe von ${sublayers[sublayer]} wird zum Residualstrom addiert. Dieses Modell hat keine Gates.`,
    ffn: (width) => `Ein kleines Netz mit ${width} Einheiten bearbeitet jedes Token für sich.`,
    output: (block, all) =>
      `Die Tokens nach Block ${block} von ${all}: ihre früheren Werte plus die Ausgaben von Attention und Feed-Forward.`,
    layer: (n, name, size) => `Schicht ${n}, ${name}: ${size}.`,
    pooled: (pool, width) => {
      const how: Record<string, string | undefined> = {
        mean: 'zu einer Liste gemittelt',
        max: 'auf eine Liste ihrer größten Werte reduziert',
        flatten: 'zu einer Liste aneinandergefügt',
        cls: 'bis auf das Klassen-Token verworfen, eine Liste',
      };
      return `Alle Tokens werden ${how[pool] ?? 'zu einer Liste verbunden'} (${width} Zahlen).`;
    },
    classes: (label, share, isPooled) =>
      `${isPooled ? 'Eine gewichtete Summe der vereinten Liste' : 'Die letzte Schicht'} gibt jeder Klasse ihren Wert. Ergebnis: ${label}, ${percent(share)}.`,
    regression: (isPooled) =>
      isPooled
        ? 'Eine gewichtete Summe der vereinten Liste ist die Ausgabe.'
        : 'Der Wert der letzten Schicht ist die Ausgabe.',
    row: (first, last, when, read) =>
      `${first === last ? `Token ${first}` : `Tokens ${first} bis ${last}`} (${when ? stretch(when.fromS, when.toS) : 'Klassen-Token'}): liest ${read ? `am meisten aus Token ${read.token}, ${percent(read.share)}` : 'nichts, denn alle Köpfe sind abgeschaltet'}.`,
  },
  detail: {
    close: 'Schließen',
    arithmetic: {
      score: 'Die Rechnung: ein Attention-Gewicht',
      gate: 'Die Rechnung: ein Wert des Gates',
      logit: 'Die Rechnung: ein Logit',
    },
    tokens: (shape, reach) => `Tokens: ${shape}, Werte bis ±${weight(reach)}`,
    colours: (reach) =>
      `Grün liegt über null, violett darunter; volle Farbe bei ±${weight(reach)}. Jede Spalte ist ein Token, die Zeit läuft von links nach rechts.`,
    layer: (n, layer, shape, reach) =>
      `Ausgabe von Schicht ${n}, ${layer}: ${shape}, Werte bis ±${weight(reach)}`,
    layerFacts: (shape, reach, rms) =>
      `Bilder × Zeilen × Schritte × Karten: ${shape}; Werte bis ±${weight(reach)}, quadratisches Mittel ${weight(rms)}. Dieses Modell hat keine Köpfe und keine Gates, die sich abschalten ließen.`,
  },
  tables: {
    channels: 'Kanäle dieses Fensters',
    channelsHead: (unit) => {
      const inUnit = (name: string) => (unit ? `${name}, ${unit}` : name);
      return [
        'Kanal',
        inUnit('Mittel'),
        inUnit('Standardabweichung'),
        inUnit('Kleinster'),
        inUnit('Größter'),
      ];
    },
    tokens: 'Tokens und ihre Merkmale',
    token: 'Token',
    feature: (n) => `Merkmal ${n}`,
    layer: 'Werte dieser Schicht',
    map: 'Karte',
    step: (n) => `Schritt ${n}`,
    shown: (rows, ofRows, cols, ofCols) =>
      `${rows} von ${ofRows} Zeilen und ${cols} von ${ofCols} Spalten.`,
    pooled: 'Zahlen der vereinten Liste',
    place: 'Merkmal',
    value: 'Wert',
    firstOf: (n, all) => `Die ersten ${n} von ${all}.`,
    result: 'Ergebnis nach Klassen',
    class: 'Klasse',
    logit: 'Logit',
    probability: 'Wahrscheinlichkeit',
    before: 'Vor den Änderungen',
  },
  sizes: {
    samples: (nChannels, nTimes) => `${nChannels} Kanäle × ${nTimes} Abtastwerte`,
    tokens: (n, width) => `${n} Tokens × ${width} Merkmale`,
    features: (n) => `${n} Merkmale`,
    values: (n) => `${n} Werte`,
    oneValue: '1 Wert',
    frames: (n) => `${n} Bilder`,
    rows: (n) => `${n} Zeilen`,
    steps: (n) => `${n} Schritte`,
    maps: (n) => `${n} Karten`,
  },
  switches: {
    output: (was, is) => `Ausgabe ${weight(was)}${is === null ? '' : ` → ${weight(is)}`}`,
    original: (label, share) =>
      html`<strong>${label} ${percent(share)}</strong>, nichts ist verändert.`,
    compared: (label, share, other, there) =>
      html`<strong>${label} ${percent(share)}</strong>; ${other}: ${percent(there)}.`,
    outcome: (label, before, after, points, parts) => {
      const sign = points > 0 ? '+' : points < 0 ? '−' : '±';
      const share = (value: number) => `${fixed(100 * value, 1)} %`;
      return html`<strong>${label} ${share(before)} → ${share(after)}</strong>
        (${sign}${fixed(Math.abs(points), 1)} Prozentpunkte): ${parts.join(', ')}.`;
    },
    parts: {
      attention: sublayers.attention,
      ffn: sublayers.ffn,
      head: (head, block) => `Kopf ${head} von Block ${block} aus`,
      heads: (heads, block) =>
        `Köpfe ${heads.slice(0, -1).join(', ')} und ${heads.at(-1)} von Block ${block} aus`,
      leftOut: (what, block) => `${what} von Block ${block} ausgelassen`,
      gate: (what, block, open) => `Gate nach ${what} von Block ${block} bei ${percent(open)}`,
    },
  },
  layer: {
    classToken: 'Klassen-Token',
    stretch,
  },
  heads: {
    title: 'Köpfe',
    note: 'In jedem Kopf liest jedes Token aus anderen. Zeilen lesen, Spalten werden gelesen; je stärker die Farbe, desto mehr. Die Attention zeigt, woher Werte kommen, nicht, was für das Ergebnis zählte.',
    window: (token) =>
      `Das Fenster mit dem, was Token ${token} liest. Pfeiltasten wählen das Token.`,
    reads: (token, when, head, most) =>
      html`<strong>Token ${token}</strong> (${when}), Kopf ${head}, liest am meisten aus
        ${most.map(({ token: read, share }) => `Token ${read} (${percent(share)})`).join(', ')}.`,
    group: 'Kopf',
    head: (n) => `Kopf ${n}`,
    picture: (n, size) => `Kopf ${n}: ${size} mal ${size} Gewichte`,
    table: {
      summary: (token) => `Attention von Token ${token} als Tabelle`,
      label: 'Attention eines Tokens',
      token: 'Token',
      madeOf: 'Zeit',
      caption: (token, nShown, nTokens, nMap) =>
        [
          `Was Token ${token} liest.`,
          nShown === null ? '' : ` Die ersten ${nShown} von ${nTokens} Tokens.`,
          nMap === null ? '' : ` Oben sind ${nTokens} Tokens zu ${nMap} Gruppen summiert.`,
        ].join(''),
    },
  },
  gates: {
    formulas: {
      input: 'g = σ(W x) · x + y: der Anteil des Residualstroms, der bleibt',
      output: 'g = x + σ(W x − b) · y: der Anteil der neuen Werte, der hereinkommt',
      highway: 'g = s · x + (1 − s) · y: der Anteil der neuen Werte, der hereinkommt',
      sigtanh: 'g = x + σ(W y − b) · tanh(U y): der Anteil der neuen Werte, der hereinkommt',
      gru: 'g = (1 − z) · x + z · h: der Anteil der neuen Werte, der hereinkommt',
    },
    noneNote: 'Ein Standardblock addiert die neuen Werte, wie sie sind, zum Residualstrom: x + y.',
    title: 'Öffnung der Gates für jedes Token',
    note: (formula) => `${formula}. Balken: Mittel über die Merkmale jedes Tokens, 0 bis 100 %.`,
    afterAttention: 'nach Attention',
    afterFfn: 'nach Feed-Forward',
    picture: (where, least, most) =>
      `Gate ${where}: zu ${percent(least)} bis ${percent(most)} offen`,
    range: (least, most, token, own) =>
      `${percent(least)} bis ${percent(most)}; Token ${token}: ${percent(own)}`,
    summary: 'Gates als Tabelle',
    label: 'Gates',
    token: 'Token',
    open: (where) => `Offen ${where}`,
  },
  stream: {
    title: 'Der Residualstrom und was jeder Teil addiert',
    in: 'Residuum am Eingang',
    read: 'Eingabe der Köpfe',
    normed: 'Normalisiert',
    attention: 'Ausgabe der Attention',
    between: 'Residuum nach Attention',
    hidden: 'Verborgene Schicht',
    ffn: 'Ausgabe von Feed-Forward',
    out: 'Residuum am Ausgang',
    picture: (title, shape, rms) => `${title}: ${shape}, quadratisches Mittel ${weight(rms)}`,
    size: (shape, rms) => `${shape} · Effektivwert ${weight(rms)}`,
  },
  sum: {
    logitOf: 'Logit von',
    byHead: 'In Kopf',
    reads: 'Lesendes Token',
    forToken: 'Für Token',
    isRead: 'Gelesenes Token',
    ofFeature: 'Von Merkmal',
    head: (n) => `Kopf ${n}`,
    token: (n) => `Token ${n}`,
    feature: (n) => `Merkmal ${n}`,
    impossible: 'Diese Summe lässt sich für dieses Modell nicht ausschreiben.',
    factors: {
      score: ['Query', 'Key'],
      gate: ['Gewicht', 'Wert'],
      logit: ['Vereint', 'Gewicht'],
    },
    term: 'Summand',
    product: 'Produkt',
    soFar: 'Summe bisher',
    label: 'Die Summe, Summand für Summand',
    sumOf: (n) => `Summe von ${n} Produkten`,
    same: (engine) => `Stimmt mit dem Modell überein: ${engine}.`,
    other: (engine) =>
      `Das Modell hat ${engine}. Abgeschaltete Teile und Summanden für Abstand, Fenster und Masken fehlen in dieser Summe.`,
    steps: {
      score: (width) => `÷ √${width}: der Score`,
      softmax: (nTokens) => `Softmax über ${nTokens} Tokens: das Gewicht`,
      bias: 'mit dem Bias',
      shareOfStream: 'σ: der Anteil des Residualstroms',
      oneMinus: '1 − σ: wie offen',
      open: 'σ: wie offen',
      logit: 'mit dem Bias: das Logit',
    },
    spoken: {
      score: 'Gewicht = Softmax von Query mal Key durch die Wurzel der Key-Breite',
      logit: 'Logit = Gewicht mal Vereintes plus Bias',
      gate: (products, hasBias) =>
        `Öffnung = Sigma von ${products.join(' plus ')}${hasBias ? ' mit dem Bias' : ''}`,
    },
  },
};
