import type { Texts } from './texts.ts'

export const srLatn: Texts = {
  direction: 'ltr',
  frameTitle: 'Podaci o kartici',
  missing: 'Popunite podatke o kartici',
  labels: {
    number: 'Broj kartice',
    expiry: 'Važi do',
    code: 'CVV',
    name: 'Ime na kartici',
    postalCode: 'Poštanski broj',
  },
  optional: '(opciono)',
  expiryHint: 'MM / GG',
  help: { codeBack: '{name}: 3 cifre na poleđini kartice', codeFront: '{name}: 4 cifre sa prednje strane kartice' },
  choice: { label: 'Plaćanje preko', announcement: 'Ova kartica radi sa dve mreže. Možete da izaberete jednu.' },
  errors: {
    number: {
      missing: 'Unesite broj kartice',
      incomplete: 'Unesite sve cifre broja kartice',
      wrong: 'Proverite broj kartice',
    },
    expiry: {
      missing: 'Unesite datum isteka',
      incomplete: 'Unesite mesec i godinu',
      wrong: 'Proverite datum isteka',
      past: 'Kartica je istekla',
    },
    code: { missing: 'Unesite CVV', incomplete: 'Unesite ceo CVV', wrong: 'Proverite CVV' },
    name: { missing: 'Unesite ime sa kartice', wrong: 'Proverite ime sa kartice' },
    postalCode: { wrong: 'Proverite poštanski broj' },
  },
  processing: 'Obrada je u toku',
  failures: {
    card_invalid: 'Proverite podatke o kartici.',
    declined: 'Kartica je odbijena. Probajte drugu.',
    network: 'Nema internet veze. Pokušajte ponovo.',
    rate_limited: 'Previše pokušaja. Sačekajte minut.',
    refused: 'Ovaj obrazac još ne prima kartice.',
    unavailable: 'Nije uspelo. Pokušajte ponovo.',
  },
}
