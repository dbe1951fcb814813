import type { Strings } from '../index.js';
import { plural } from './numbers.js';

export const privacy: Strings['privacy'] = {
  label: 'Datenschutz',
  title: 'Datenschutz',
  requestsLeft: (n, isAnyOpen) =>
    `${plural(n, 'Anfrage hat', 'Anfragen haben')} diese Seite verlassen, seit die Aufnahme geöffnet wurde${isAnyOpen ? '' : ' (noch ist keine offen)'}.`,
  sealed:
    'Aufnahmen werden in einem Rahmen geöffnet, der nie eine Netzverbindung hatte: Der Browser blockiert jede Anfrage daraus, auch an den eigenen Server. Die äußere Seite, die die Teile von eegate lädt, schließt ihre Verbindungen, bevor eine Aufnahme geöffnet wird.',
  sealedWithShell:
    'Die Verbindungen sind geschlossen: Der Browser blockiert jede Anfrage dieser Seite, auch an den eigenen Server.',
  seen: 'Die Liste zeigt, was der Browser dieser Seite, ihren Workern und der äußeren Seite meldet. Was Browser nicht melden, steht in der Dokumentation (docs/PRIVACY.md im Quelltext).',
  blocked: (n) => `${n === 1 ? 'Ein Versuch wurde' : `${n} Versuche wurden`} verhindert:`,
  inlineCode: 'eingebetteter Code',
  readInPlace:
    'Aufnahmen werden an ihrem Ort gelesen und nie auf einen Server kopiert. Nach dem Schließen der Seite ist nichts gespeichert, außer einem laufenden Training, wenn Sie es erlauben: Seine verschlüsselte Kopie bleibt in diesem Browser und wird gelöscht, wenn das Training endet.',
  stored: 'Auf diesem Gerät gespeichert',
  storedItem: (what, size) => `${what}: ${size}`,
  nothingStored: 'In diesem Browser ist nichts gespeichert.',
  erase: 'Alles löschen',
  confirmErase: (what, hasRun) =>
    `Damit wird ${what} in diesem Browser endgültig gelöscht${hasRun ? ', auch die Kopie eines Trainings, das vielleicht in einem anderen Tab läuft' : ''}. Daten anderer Seiten, auch dieses Servers, sind nicht betroffen.`,
  eraseNow: 'Löschen',
  eraseNot: 'Behalten',
  looking: 'Wird geprüft.',
  policy: 'Geltende Richtlinie und Rechenmodule',
  backend: (backend, why) => `Modul ${backend}: ${why}.`,
  whyBackend: (why) =>
    ({
      'as requested': 'wie verlangt',
      'relaxed SIMD is supported, the faster build':
        'Relaxed SIMD ist verfügbar, das schnellere Modul',
      'SIMD is supported, but not relaxed SIMD': 'SIMD ist verfügbar, Relaxed SIMD aber nicht',
    })[why] ?? why,
  engineStarting: 'Die Rechenmodule starten.',
  stores: {
    training: () => 'Ein unterbrochenes Training: seine Aufnahmen und sein letzter Stand',
    database: (name) => `Datenbank ${name}`,
    cache: (name) => `Kopie dieser Seite für die Nutzung ohne Netz (${name})`,
  },
};
