import type { Texts } from './texts.ts'

export const hr: Texts = {
  direction: 'ltr',
  frameTitle: 'Podaci o kartici',
  missing: 'Ispunite podatke o kartici',
  labels: {
    number: 'Broj kartice',
    expiry: 'Vrijedi do',
    code: 'CVV',
    name: 'Ime na kartici',
    postalCode: 'Poštanski broj',
  },
  optional: '(opcionalno)',
  expiryHint: 'MM / GG',
  help: {
    codeBack: '{name}: 3 znamenke na poleđini kartice',
    codeFront: '{name}: 4 znamenke na prednjoj strani',
  },
  choice: { label: 'Kartična mreža', announcement: 'Kartica radi u dvije mreže. Možete odabrati jednu.' },
  errors: {
    number: {
      missing: 'Unesite broj kartice',
      incomplete: 'Unesite cijeli broj kartice',
      wrong: 'Provjerite broj kartice',
    },
    expiry: {
      missing: 'Unesite datum isteka',
      incomplete: 'Unesite mjesec i godinu',
      wrong: 'Provjerite datum isteka',
      past: 'Kartica je istekla',
    },
    code: {
      missing: 'Unesite CVV',
      incomplete: 'Unesite cijeli CVV',
      wrong: 'Provjerite CVV',
    },
    name: {
      missing: 'Unesite ime s kartice',
      wrong: 'Provjerite ime s kartice',
    },
    postalCode: { wrong: 'Provjerite poštanski broj' },
  },
  processing: 'Obrada u tijeku',
  failures: {
    card_invalid: 'Provjerite podatke o kartici.',
    declined: 'Kartica odbijena. Pokušajte s drugom.',
    network: 'Veza je prekinuta. Pokušajte ponovno.',
    rate_limited: 'Previše pokušaja. Pričekajte minutu.',
    refused: 'Obrazac još ne prima kartice.',
    unavailable: 'Nije uspjelo. Pokušajte ponovno.',
  },
}
