import type { Texts } from './texts.ts'

export const de: Texts = {
  direction: 'ltr',
  frameTitle: 'Kartendaten',
  missing: 'Vervollständigen Sie die Kartendaten',
  labels: {
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    code: 'CVV',
    name: 'Name auf der Karte',
    postalCode: 'Postleitzahl',
  },
  optional: '(optional)',
  expiryHint: 'MM / JJ',
  help: {
    codeBack: '{name}: 3 Ziffern auf der Rückseite',
    codeFront: '{name}: 4 Ziffern auf der Vorderseite',
  },
  choice: { label: 'Bezahlen mit', announcement: 'Diese Karte hat zwei Netzwerke. Sie können eines wählen.' },
  errors: {
    number: {
      missing: 'Geben Sie die Kartennummer ein',
      incomplete: 'Geben Sie die ganze Kartennummer ein',
      wrong: 'Prüfen Sie die Kartennummer',
    },
    expiry: {
      missing: 'Geben Sie das Ablaufdatum ein',
      incomplete: 'Geben Sie Monat und Jahr ein',
      wrong: 'Prüfen Sie das Ablaufdatum',
      past: 'Diese Karte ist abgelaufen',
    },
    code: { missing: 'Geben Sie die CVV ein', incomplete: 'Geben Sie die ganze CVV ein', wrong: 'Prüfen Sie die CVV' },
    name: { missing: 'Geben Sie den Namen auf der Karte ein', wrong: 'Prüfen Sie den Namen auf der Karte' },
    postalCode: { wrong: 'Prüfen Sie die Postleitzahl' },
  },
  processing: 'Wird verarbeitet',
  failures: {
    card_invalid: 'Prüfen Sie die Kartendaten.',
    declined: 'Karte abgelehnt. Nehmen Sie eine andere.',
    network: 'Keine Verbindung. Bitte erneut versuchen.',
    rate_limited: 'Zu viele Versuche. Bitte kurz warten.',
    refused: 'Das Formular nimmt noch keine Karten an.',
    unavailable: 'Nicht geklappt. Bitte erneut versuchen.',
  },
}
