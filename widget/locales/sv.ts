import type { Texts } from './texts.ts'

export const sv: Texts = {
  direction: 'ltr',
  frameTitle: 'Kortuppgifter',
  missing: 'Fyll i kortuppgifterna',
  labels: {
    number: 'Kortnummer',
    expiry: 'Giltigt till',
    code: 'CVC',
    name: 'Namn på kortet',
    postalCode: 'Postnummer',
  },
  optional: '(valfritt)',
  expiryHint: 'MM / ÅÅ',
  help: {
    codeBack: '{name}: 3 siffror på kortets baksida',
    codeFront: '{name}: 4 siffror på kortets framsida',
  },
  choice: { label: 'Betala med', announcement: 'Kortet fungerar med två nätverk. Du kan välja ett.' },
  errors: {
    number: {
      missing: 'Ange kortnumret',
      incomplete: 'Ange hela kortnumret',
      wrong: 'Kontrollera kortnumret',
    },
    expiry: {
      missing: 'Ange utgångsdatumet',
      incomplete: 'Ange månad och år',
      wrong: 'Kontrollera utgångsdatumet',
      past: 'Kortet har gått ut',
    },
    code: {
      missing: 'Ange CVC-koden',
      incomplete: 'Ange hela CVC-koden',
      wrong: 'Kontrollera CVC-koden',
    },
    name: {
      missing: 'Ange namnet på kortet',
      wrong: 'Kontrollera namnet på kortet',
    },
    postalCode: { wrong: 'Kontrollera postnumret' },
  },
  processing: 'Behandlas',
  failures: {
    card_invalid: 'Kontrollera kortuppgifterna.',
    declined: 'Kortet nekades. Prova ett annat kort.',
    network: 'Ingen anslutning. Försök igen.',
    rate_limited: 'För många försök. Vänta en minut.',
    refused: 'Formuläret kan inte ta emot kort än.',
    unavailable: 'Det gick inte. Försök igen.',
  },
}
