import type { Words } from '../index.js';
import { plural } from './numbers.js';

export const privacy: Words['privacy'] = {
  label: 'Datenschutz',
  title: 'Datenschutz',
  requestsLeft: (n, isAnyOpen) =>
    `${plural(n, 'Anfrage hat', 'Anfragen haben')} diese Seite verlassen, seit die Aufnahme geöffnet wurde${isAnyOpen ? '' : ' (noch ist keine offen)'}.`,
  sealed:
    'Aufnahmen werden in einem Rahmen geöffnet, der von seinem ersten Byte an keine Verbindungen hat: Der Browser selbst verweigert jede Anfrage, auch an den eigenen Server. Auch die Hülle darum, die die Teile dieser Seite holt, schließt ihre Verbindungen, bevor eine Aufnahme geöffnet wird.',
  sealedWithShell:
    'Die Verbindungen sind geschlossen: Der Browser selbst verweigert jede Anfrage dieser Seite, auch an den eigenen Server.',
  seen: 'Gezählt und aufgeführt ist, was der Browser dieser Seite, ihren Workern und der Hülle meldet. Was er nicht meldet, steht in docs/PRIVACY.md.',
  blocked: (n) => `${n === 1 ? 'Ein Versuch wurde' : `${n} Versuche wurden`} verhindert:`,
  inlineCode: 'eingebetteter Code',
  readInPlace:
    'Aufnahmen werden an ihrem Ort gelesen und nie auf einen Server kopiert. Nach dem Schließen der Seite ist nichts gespeichert, außer einem laufenden Training, wenn Sie es erlauben: Seine verschlüsselte Kopie bleibt in diesem Browser und wird gelöscht, wenn das Training endet.',
  stored: 'Auf diesem Gerät gespeichert',
  storedItem: (what, size) => `${what}: ${size}`,
  nothingStored: 'In diesem Browser ist nichts gespeichert.',
  erase: 'Alles löschen',
  confirmErase: (what) =>
    `Damit wird ${what} in diesem Browser endgültig gelöscht. Andere Seiten, auch dieses Servers, behalten, was sie gespeichert haben.`,
  eraseNow: 'Löschen',
  eraseNot: 'Behalten',
  looking: 'Wird nachgesehen.',
  policy: 'Geltende Richtlinie und Rechenmodule',
  backend: (backend, why) => `Modul ${backend}: ${why}.`,
  engineStarting: 'Die Rechenmodule starten.',
  stores: {
    training: () => 'Ein unterbrochenes Training: seine Aufnahmen und sein letzter Stand',
    database: (name) => `Datenbank ${name}`,
    cache: (name) => `Kopie dieser Seite für den Gebrauch ohne Netz (${name})`,
  },
};
