import type { Texts } from './texts.ts'

export const cs: Texts = {
  direction: 'ltr',
  frameTitle: 'Údaje o kartě',
  missing: 'Doplňte údaje o kartě',
  labels: {
    number: 'Číslo karty',
    expiry: 'Platnost do',
    code: 'CVV',
    name: 'Jméno na kartě',
    postalCode: 'PSČ',
  },
  optional: '(nepovinné)',
  expiryHint: 'MM / RR',
  help: {
    codeBack: '{name}: 3 číslice na zadní straně karty',
    codeFront: '{name}: 4 číslice na přední straně karty',
  },
  choice: { label: 'Platební síť', announcement: 'Karta funguje ve dvou sítích. Jednu si můžete vybrat.' },
  errors: {
    number: {
      missing: 'Zadejte číslo karty',
      incomplete: 'Zadejte celé číslo karty',
      wrong: 'Zkontrolujte číslo karty',
    },
    expiry: {
      missing: 'Zadejte platnost karty',
      incomplete: 'Zadejte měsíc a rok',
      wrong: 'Zkontrolujte platnost karty',
      past: 'Platnost karty vypršela',
    },
    code: {
      missing: 'Zadejte CVV',
      incomplete: 'Zadejte celé CVV',
      wrong: 'Zkontrolujte CVV',
    },
    name: {
      missing: 'Zadejte jméno na kartě',
      wrong: 'Zkontrolujte jméno na kartě',
    },
    postalCode: { wrong: 'Zkontrolujte PSČ' },
  },
  processing: 'Zpracovává se',
  failures: {
    card_invalid: 'Zkontrolujte údaje o kartě.',
    declined: 'Karta zamítnuta. Zkuste jinou kartu.',
    network: 'Bez připojení. Zkuste to znovu.',
    rate_limited: 'Příliš mnoho pokusů. Počkejte minutu.',
    refused: 'Formulář zatím karty nepřijímá.',
    unavailable: 'Nepovedlo se to. Zkuste to znovu.',
  },
}
