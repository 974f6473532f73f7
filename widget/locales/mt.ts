import type { Texts } from './texts.ts'

export const mt: Texts = {
  direction: 'ltr',
  frameTitle: 'Dettalji tal-karta',
  missing: 'Imla d-dettalji tal-karta',
  labels: {
    number: 'Numru tal-karta',
    expiry: 'Skadenza',
    code: 'CVV',
    name: 'Isem fuq il-karta',
    postalCode: 'Kodiċi postali',
  },
  optional: '(fakultattiv)',
  expiryHint: 'XX / SS',
  help: { codeBack: '{name}: 3 ċifri fuq wara tal-karta', codeFront: '{name}: 4 ċifri fuq quddiem tal-karta' },
  choice: { label: 'Ħallas bi', announcement: 'Din il-karta taħdem ma’ żewġ netwerks. Tista’ tagħżel wieħed.' },
  errors: {
    number: {
      missing: 'Daħħal in-numru tal-karta',
      incomplete: 'Daħħal in-numru sħiħ tal-karta',
      wrong: 'Iċċekkja n-numru tal-karta',
    },
    expiry: {
      missing: 'Daħħal id-data ta’ skadenza',
      incomplete: 'Daħħal ix-xahar u s-sena',
      wrong: 'Iċċekkja d-data ta’ skadenza',
      past: 'Din il-karta skadiet',
    },
    code: { missing: 'Daħħal is-CVV', incomplete: 'Daħħal is-CVV sħiħ', wrong: 'Iċċekkja s-CVV' },
    name: { missing: 'Daħħal l-isem fuq il-karta', wrong: 'Iċċekkja l-isem fuq il-karta' },
    postalCode: { wrong: 'Iċċekkja l-kodiċi postali' },
  },
  processing: 'Qed jiġi pproċessat',
  failures: {
    card_invalid: 'Iċċekkja d-dettalji tal-karta.',
    declined: 'Il-karta ma ġietx aċċettata. Uża oħra.',
    network: 'M’hemmx konnessjoni. Erġa’ pprova.',
    rate_limited: 'Wisq tentattivi. Stenna minuta.',
    refused: 'Din il-formola għadha ma taċċettax karti.',
    unavailable: 'Ma rnexxiex. Erġa’ pprova.',
  },
}
