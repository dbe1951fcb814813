import type { Strings } from '../index.js';

export const networks: Strings['networks'] = {
  groups: {
    small: 'Klein, für Minuten von EEG',
    encoders: 'Gewöhnliche Encoder',
    gates: 'Transformer mit Gates, nach Art des Gates',
    others: 'Modelle zum Vergleich',
    covariance: 'Klassifikatoren für Kovarianzen, in einem Schritt angepasst',
  },
  trainedFurther: 'Das geöffnete Modell, weiter trainiert',
  recommended: (title) => `${title} (empfohlen)`,
  presets: {
    small_gated: {
      title: 'Kleines Modell mit Gates',
      sentences:
        'Gelernte Bandpässe messen Leistung, und ein Attention-Block mit Gates gewichtet die Zeitpunkte. Es lernt Rhythmen aus wenigen Minuten EEG.',
    },
    small_standard: {
      title: 'Kleines Standardmodell',
      sentences:
        'Das kleine Modell mit einem gewöhnlichen Attention-Block ohne Gate. Vergleichen Sie beide, um zu sehen, was das Gate beiträgt.',
    },
    flatten_gated: {
      title: 'Kleines Modell mit Gates, das die Zeitfolge behält',
      sentences:
        'Für Antworten zu einer festen Zeit nach einem Reiz: Jeder Zeitpunkt hat in der letzten Schicht eigene Gewichte. Es nutzt womöglich langsame Wellen, darunter Augenbewegungen.',
    },
    patch_gated: {
      title: 'Kleines Patch-Modell',
      sentences:
        'Zerlegt jedes Fenster in Abschnitte von 32 Abtastwerten, die zwei Attention-Blöcke mit Gates vergleichen. Es hat keine eingebauten Filter und braucht daher mehr Daten.',
    },
    conv_gated: {
      title: 'Faltungen und zwei Blöcke mit Gates',
      sentences:
        'Das kleine Modell mit Gates, mit mehr Filtern und mehr Schichten. Es braucht mehr Daten und mehr Zeit.',
    },
    pre_ln: {
      title: 'Encoder, Normierung zuerst',
      sentences:
        'Der heute übliche Encoder, in dem jeder Abtastwert ein Token ist. Sein Aufwand wächst mit dem Quadrat der Fensterlänge.',
    },
    post_ln: {
      title: 'Encoder, Normierung zuletzt',
      sentences:
        'Der Encoder, wie er zuerst veröffentlicht wurde. Er braucht eine Lernrate, die klein beginnt und steigt.',
    },
    vit1d: {
      title: 'Patches mit Klassen-Token',
      sentences:
        'Wie Vision-Transformer liest es Abschnitte des Fensters und sammelt sie in einem Klassen-Token. Ohne eingebautes Wissen über Signale braucht es viele Daten.',
    },
    swin1d: {
      title: 'Attention in verschobenen Fenstern',
      sentences:
        'Jeder Abtastwert sieht nur seine Nachbarn, in Blöcken, die in jeder zweiten Schicht um einen halben Block verschoben sind. Der Aufwand wächst mit der Länge des Fensters, nicht mit ihrem Quadrat.',
    },
    patch_channel: {
      title: 'Patches einzelner Kanäle',
      sentences:
        'Jedes Token ist eine halbe Sekunde eines Kanals; daher unterscheidet es Elektroden nach Namen. Mit vielen Kanälen ist es langsam.',
    },
    gate_gru: {
      title: 'GRU-Gate',
      sentences:
        'Jeder Block entscheidet, was er behält und was er ersetzt, wie die Zelle einer Gated Recurrent Unit. Es war das beste Gate in der Arbeit, die diese Gates für EEG vorschlug.',
    },
    gate_highway: {
      title: 'Highway-Gate',
      sentences:
        'Jeder Block mischt seine Eingabe und seine Ausgabe; die Anteile ergeben eins. Am Anfang des Trainings gibt er seine Eingabe fast unverändert weiter.',
    },
    gate_input: {
      title: 'Input-Gate',
      sentences:
        'Jeder Block kann seine Eingabe abschwächen, bevor er dazu addiert. Das ist das einfachste Gate, ohne Bias.',
    },
    gate_output: {
      title: 'Output-Gate',
      sentences:
        'Jeder Block kann abschwächen, was er addiert. Am Anfang des Trainings addiert er ein Viertel davon.',
    },
    gate_sigtanh: {
      title: 'SigTanh-Gate',
      sentences:
        'Die Werte, die ein Block addiert, sind auf ±1 begrenzt und abgeschwächt. Kein einzelner Block kann ein Token stark ändern.',
    },
    gtrxl_compat: {
      title: 'GRU-Gate wie in GTrXL',
      sentences:
        'Das GRU-Gate mit einem ReLU davor, wie in GTrXL, einem Modell des bestärkenden Lernens. Vergleichen Sie es mit dem GRU-Gate, um zu sehen, ob das ReLU zählt.',
    },
    band_power: {
      title: 'Bandleistung, logistische Regression',
      sentences:
        'Logistische Regression auf der Leistung von fünf Frequenzbändern an jeder Elektrode. Das ist der Vergleichswert: Ein Netz, das nicht besser ist, hat wenig gelernt.',
    },
    eegnet: {
      title: 'EEGNet',
      sentences:
        'Ein kleines Faltungsnetz: Filter über die Zeit, für jedes räumliche Filter, und eine separable Faltung. Es ist der übliche Vergleich für neue Modelle.',
    },
    cnn: {
      title: 'Einfache Faltung',
      sentences:
        'Zehn Filter über die Zeit und alle Elektroden, und die stärkste Antwort jeder Viertelsekunde. Die Arbeit, die dieses Netz nennt, legt es nicht fest; seine Einzelheiten sind daher Annahmen.',
    },
    syncnet: {
      title: 'SyncNet',
      sentences:
        'Seine Filter sind gedämpfte Schwingungen, deren Frequenz, Phase und Stärke an jeder Elektrode gelernt werden. Sie lassen sich unmittelbar ablesen.',
    },
    bilstm_attn: {
      title: 'Bidirektionales LSTM mit Attention',
      sentences:
        'Ein rekurrentes Netz liest das Fenster vorwärts und rückwärts, und Attention gewichtet die Zeitpunkte. Es ist langsam, weil es einen Abtastwert nach dem anderen liest.',
    },
    eeg_channelnet: {
      title: 'EEG-ChannelNet',
      sentences:
        'Ein tiefes Faltungsnetz mit mehreren Zeitskalen und Gruppen von Elektroden. Es ist für 128 Elektroden gemacht und kann kurze Fenster nicht lesen.',
    },
    cram: {
      title: 'CRAM',
      sentences:
        'Faltungen über gleitende Abschnitte des Fensters, danach ein LSTM mit Attention. Es braucht Fenster von mehr als 256 Abtastwerten.',
    },
    tangent_space: {
      title: 'Tangentialraum, logistische Regression',
      sentences:
        'Logistische Regression auf den Kovarianzen der Elektroden, relativ zu ihrem Mittel. Bei wenigen Minuten EEG einer Person ist es oft das beste Verfahren.',
    },
    fgmdm: {
      title: 'Gefilterter Abstand zum Mittel',
      sentences:
        'Abstand zum Mittel, nach Filterung entlang der Richtung, die zwei Klassen am besten trennt. Nur für zwei Klassen.',
    },
    mdm: {
      title: 'Abstand zum Mittel',
      sentences:
        'Das Mittel ihrer Kovarianzen steht für jede Klasse, und ein Fenster gehört zum nächsten Mittel. Sonst wird nichts gelernt; es braucht daher am wenigsten Daten.',
    },
    csp: {
      title: 'Common Spatial Patterns',
      sentences:
        'Sechs Mischungen von Elektroden, deren Leistung sich zwischen den Klassen am meisten unterscheidet. Das schnellste Verfahren, und seine Muster lassen sich am Kopf zeigen.',
    },
    mesh_cascade_small: {
      title: 'Mesh-Kaskade, klein',
      sentences:
        'Ordnet die Elektroden für jeden Abtastwert als Bild an und liest je zehn Bilder mit einem LSTM. Es ist für 64 Elektroden gemacht und langsam.',
    },
  },
};
