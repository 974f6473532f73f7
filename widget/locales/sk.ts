import type { Texts } from './texts.ts'

export const sk: Texts = {
  direction: 'ltr',
  frameTitle: 'Údaje o karte',
  missing: 'Doplňte údaje o karte',
  labels: {
    number: 'Číslo karty',
    expiry: 'Platnosť do',
    code: 'CVV',
    name: 'Meno na karte',
    postalCode: 'PSČ',
  },
  optional: '(nepovinné)',
  expiryHint: 'MM / RR',
  help: {
    codeBack: '{name}: 3 číslice na zadnej strane karty',
    codeFront: '{name}: 4 číslice na prednej strane karty',
  },
  choice: { label: 'Platobná sieť', announcement: 'Karta funguje v dvoch sieťach. Jednu si môžete vybrať.' },
  errors: {
    number: {
      missing: 'Zadajte číslo karty',
      incomplete: 'Zadajte celé číslo karty',
      wrong: 'Skontrolujte číslo karty',
    },
    expiry: {
      missing: 'Zadajte platnosť karty',
      incomplete: 'Zadajte mesiac a rok',
      wrong: 'Skontrolujte platnosť karty',
      past: 'Platnosť karty uplynula',
    },
    code: {
      missing: 'Zadajte CVV',
      incomplete: 'Zadajte celé CVV',
      wrong: 'Skontrolujte CVV',
    },
    name: {
      missing: 'Zadajte meno na karte',
      wrong: 'Skontrolujte meno na karte',
    },
    postalCode: { wrong: 'Skontrolujte PSČ' },
  },
  processing: 'Spracúva sa',
  failures: {
    card_invalid: 'Skontrolujte údaje o karte.',
    declined: 'Karta zamietnutá. Skúste inú kartu.',
    network: 'Bez pripojenia. Skúste to znova.',
    rate_limited: 'Priveľa pokusov. Počkajte minútu.',
    refused: 'Formulár zatiaľ neprijíma karty.',
    unavailable: 'Nepodarilo sa to. Skúste to znova.',
  },
}
