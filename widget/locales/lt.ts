import type { Texts } from './texts.ts'

export const lt: Texts = {
  direction: 'ltr',
  frameTitle: 'Kortelės duomenys',
  missing: 'Užpildykite kortelės duomenis',
  labels: {
    number: 'Kortelės numeris',
    expiry: 'Galioja iki',
    code: 'CVV',
    name: 'Vardas ant kortelės',
    postalCode: 'Pašto kodas',
  },
  optional: '(neprivaloma)',
  expiryHint: 'MM / YY',
  help: {
    codeBack: '{name}: 3 skaitmenys kortelės nugarėlėje',
    codeFront: '{name}: 4 skaitmenys kortelės priekyje',
  },
  choice: { label: 'Kortelių tinklas', announcement: 'Kortelė veikia dviejuose tinkluose. Galite pasirinkti vieną.' },
  errors: {
    number: {
      missing: 'Įveskite kortelės numerį',
      incomplete: 'Įveskite visą kortelės numerį',
      wrong: 'Patikrinkite kortelės numerį',
    },
    expiry: {
      missing: 'Įveskite galiojimo datą',
      incomplete: 'Įveskite mėnesį ir metus',
      wrong: 'Patikrinkite galiojimo datą',
      past: 'Kortelė nebegalioja',
    },
    code: {
      missing: 'Įveskite CVV kodą',
      incomplete: 'Įveskite visą CVV kodą',
      wrong: 'Patikrinkite CVV kodą',
    },
    name: {
      missing: 'Įveskite vardą ant kortelės',
      wrong: 'Patikrinkite vardą ant kortelės',
    },
    postalCode: { wrong: 'Patikrinkite pašto kodą' },
  },
  processing: 'Apdorojama',
  failures: {
    card_invalid: 'Patikrinkite kortelės duomenis.',
    declined: 'Kortelė atmesta. Bandykite kitą kortelę.',
    network: 'Nėra ryšio. Bandykite dar kartą.',
    rate_limited: 'Per daug bandymų. Palaukite minutę.',
    refused: 'Ši forma dar nepriima kortelių.',
    unavailable: 'Nepavyko. Bandykite dar kartą.',
  },
}
