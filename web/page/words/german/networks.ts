import type { Words } from '../index.js';

export const networks: Words['networks'] = {
  groups: {
    small: 'Klein, für Minuten von EEG',
    encoders: 'Gewöhnliche Encoder',
    gates: 'Der Transformer mit Gates, je einer Art',
    others: 'Modelle, mit denen sie verglichen werden',
    covariance: 'Klassifikatoren für Kovarianzen, in einem Schritt angepasst',
  },
  trainedFurther: 'das geöffnete Modell, weiter trainiert',
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
        'Dasselbe mit einem gewöhnlichen Attention-Block ohne Gate. Vergleichen Sie beide, um zu sehen, was das Gate beiträgt.',
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
        'Das erste Modell mit mehr Filtern und mehr Tiefe. Es braucht mehr Daten und mehr Zeit.',
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
        'Eine halbe Sekunde eines Kanals ist ein Token; so kennt es Elektroden beim Namen. Mit vielen Kanälen ist es langsam.',
    },
    gate_gru: {
      title: 'GRU-Gate',
      sentences:
        'Jeder Block entscheidet, was er behält und was er übernimmt, wie die Zelle einer Gated Recurrent Unit. Das beste der Gates in der Arbeit, die sie für EEG vorschlug.',
    },
    gate_highway: {
      title: 'Highway-Gate',
      sentences:
        'Jeder Block mischt, was hereinkam, mit dem, was er berechnet hat; die Anteile ergeben eins. Am Anfang reicht er seine Eingabe fast nur weiter.',
    },
    gate_input: {
      title: 'Input-Gate',
      sentences:
        'Jeder Block kann abschwächen, was hereinkam, bevor er dazu addiert. Das einfachste Gate, ohne Bias.',
    },
    gate_output: {
      title: 'Output-Gate',
      sentences:
        'Jeder Block kann abschwächen, was er addiert. Er beginnt mit einem Viertel davon.',
    },
    gate_sigtanh: {
      title: 'SigTanh-Gate',
      sentences:
        'Was ein Block addiert, ist auf eins begrenzt und abgeschwächt. Kein einzelner Block kann ein Token stark ändern.',
    },
    gtrxl_compat: {
      title: 'GRU-Gate wie in GTrXL',
      sentences:
        'Das GRU-Gate mit einem ReLU davor, wie im Modell des bestärkenden Lernens, aus dem es stammt. Es zeigt, ob diese Einzelheit zählt.',
    },
    band_power: {
      title: 'Bandleistung, logistische Regression',
      sentences:
        'Wie stark fünf Rhythmen an jeder Elektrode sind, mit je einer Zahl gewichtet. Kein Netz: Eines, das es nicht übertrifft, hat wenig gelernt.',
    },
    eegnet: {
      title: 'EEGNet',
      sentences:
        'Ein kleines Faltungsnetz: Filter über die Zeit, für jedes eine Mischung der Elektroden, und eine Zusammenfassung. Das Modell, an dem andere gemessen werden.',
    },
    cnn: {
      title: 'Einfache Faltung',
      sentences:
        'Zehn Filter über die Zeit und alle Elektroden, und die stärkste Antwort jeder Viertelsekunde. Seine Form ist angenommen: Die Arbeit, die es nennt, legt sie nicht fest.',
    },
    syncnet: {
      title: 'SyncNet',
      sentences:
        'Seine Filter sind gedämpfte Schwingungen, deren Frequenz, Phase und Stärke an jeder Elektrode gelernt werden. Sie lassen sich unmittelbar ablesen.',
    },
    bilstm_attn: {
      title: 'Bidirektionales LSTM mit Attention',
      sentences:
        'Ein rekurrentes Netz liest das Fenster vorwärts und rückwärts, und Attention gewichtet die Zeitpunkte. Ein Abtastwert nach dem anderen: Es ist langsam.',
    },
    eeg_channelnet: {
      title: 'EEG-ChannelNet',
      sentences:
        'Ein tiefes Faltungsnetz mit mehreren Zeitskalen und Gruppen von Elektroden. Es ist für 128 Elektroden gemacht und passt nicht zu kleinen Fenstern.',
    },
    cram: {
      title: 'CRAM',
      sentences:
        'Faltungen über gleitende Stücke des Fensters, danach ein LSTM mit Attention. Es braucht Fenster von mehr als 256 Abtastwerten.',
    },
    tangent_space: {
      title: 'Tangentialraum, logistische Regression',
      sentences:
        'Wie stark jede Elektrode ist und welche sich gemeinsam bewegen, relativ zum Mittel, mit je einer Zahl gewichtet. Bei Minuten einer Person oft am besten.',
    },
    fgmdm: {
      title: 'Gefilterter Abstand zum Mittel',
      sentences:
        'Dasselbe entlang der Richtung, die zwei Klassen am besten trennt. Nur für zwei Klassen.',
    },
    mdm: {
      title: 'Abstand zum Mittel',
      sentences:
        'Jede Klasse ist das Mittel ihrer Kovarianzen, und ein Fenster gehört zum nächsten. Sonst wird nichts gelernt; es braucht daher am wenigsten Daten.',
    },
    csp: {
      title: 'Common Spatial Patterns',
      sentences:
        'Sechs Mischungen von Elektroden, deren Leistung sich zwischen den Klassen am meisten unterscheidet. Das schnellste Verfahren, und seine Muster lassen sich am Kopf ablesen.',
    },
    mesh_cascade_small: {
      title: 'Mesh-Kaskade, klein',
      sentences:
        'Legt die Elektroden nach Namen für jeden Abtastwert als Bild aus und liest je zehn Bilder mit einem LSTM. Es ist für 64 Elektroden gemacht und langsam.',
    },
  },
};
