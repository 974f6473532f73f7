import type { Texts } from './texts.ts'

export const ro: Texts = {
  direction: 'ltr',
  frameTitle: 'Datele cardului',
  missing: 'Completați datele cardului',
  labels: {
    number: 'Numărul cardului',
    expiry: 'Expiră la',
    code: 'CVV',
    name: 'Numele de pe card',
    postalCode: 'Cod poștal',
  },
  optional: '(opțional)',
  expiryHint: 'LL / AA',
  help: {
    codeBack: '{name}: 3 cifre pe spatele cardului',
    codeFront: '{name}: 4 cifre pe fața cardului',
  },
  choice: { label: 'Plătiți cu', announcement: 'Cardul funcționează cu două rețele. Puteți alege una.' },
  errors: {
    number: {
      missing: 'Introduceți numărul cardului',
      incomplete: 'Introduceți tot numărul cardului',
      wrong: 'Verificați numărul cardului',
    },
    expiry: {
      missing: 'Introduceți data expirării',
      incomplete: 'Introduceți luna și anul',
      wrong: 'Verificați data expirării',
      past: 'Cardul a expirat',
    },
    code: {
      missing: 'Introduceți codul CVV',
      incomplete: 'Introduceți tot codul CVV',
      wrong: 'Verificați codul CVV',
    },
    name: {
      missing: 'Introduceți numele de pe card',
      wrong: 'Verificați numele de pe card',
    },
    postalCode: { wrong: 'Verificați codul poștal' },
  },
  processing: 'Se procesează',
  failures: {
    card_invalid: 'Verificați datele cardului.',
    declined: 'Card refuzat. Încercați alt card.',
    network: 'Fără conexiune. Încercați din nou.',
    rate_limited: 'Prea multe încercări. Așteptați un minut.',
    refused: 'Formularul nu acceptă încă carduri.',
    unavailable: 'Nu a reușit. Încercați din nou.',
  },
}
