import type { Texts } from './texts.ts'

export const sl: Texts = {
  direction: 'ltr',
  frameTitle: 'Podatki o kartici',
  missing: 'Izpolnite podatke o kartici',
  labels: {
    number: 'Številka kartice',
    expiry: 'Velja do',
    code: 'CVV',
    name: 'Ime na kartici',
    postalCode: 'Poštna številka',
  },
  optional: '(neobvezno)',
  expiryHint: 'MM / LL',
  help: {
    codeBack: '{name}: 3 števke na hrbtni strani kartice',
    codeFront: '{name}: 4 števke na sprednji strani kartice',
  },
  choice: { label: 'Kartično omrežje', announcement: 'Kartica deluje v dveh omrežjih. Izberete lahko eno.' },
  errors: {
    number: {
      missing: 'Vnesite številko kartice',
      incomplete: 'Vnesite celo številko kartice',
      wrong: 'Preverite številko kartice',
    },
    expiry: {
      missing: 'Vnesite datum veljavnosti',
      incomplete: 'Vnesite mesec in leto',
      wrong: 'Preverite datum veljavnosti',
      past: 'Kartica je potekla',
    },
    code: {
      missing: 'Vnesite CVV',
      incomplete: 'Vnesite celoten CVV',
      wrong: 'Preverite CVV',
    },
    name: {
      missing: 'Vnesite ime na kartici',
      wrong: 'Preverite ime na kartici',
    },
    postalCode: { wrong: 'Preverite poštno številko' },
  },
  processing: 'Obdelava',
  failures: {
    card_invalid: 'Preverite podatke o kartici.',
    declined: 'Kartica zavrnjena. Poskusite z drugo.',
    network: 'Ni povezave. Poskusite znova.',
    rate_limited: 'Preveč poskusov. Počakajte minuto.',
    refused: 'Obrazec še ne sprejema kartic.',
    unavailable: 'Ni uspelo. Poskusite znova.',
  },
}
