import type { Texts } from './texts.ts'

export const eu: Texts = {
  direction: 'ltr',
  frameTitle: 'Txartelaren datuak',
  missing: 'Osatu txartelaren datuak',
  labels: {
    number: 'Txartel-zenbakia',
    expiry: 'Iraungitzea',
    code: 'CVV',
    name: 'Txarteleko izena',
    postalCode: 'Posta-kodea',
  },
  optional: '(aukerakoa)',
  expiryHint: 'HH / UU',
  help: {
    codeBack: '{name}: 3 digitu txartelaren atzean',
    codeFront: '{name}: 4 digitu txartelaren aurrean',
  },
  choice: { label: 'Txartel-sarea', announcement: 'Txartel honek bi sarerekin funtzionatzen du. Bat aukera dezakezu.' },
  errors: {
    number: {
      missing: 'Idatzi txartel-zenbakia',
      incomplete: 'Idatzi txartel-zenbaki osoa',
      wrong: 'Egiaztatu txartel-zenbakia',
    },
    expiry: {
      missing: 'Idatzi iraungitze-data',
      incomplete: 'Idatzi hilabetea eta urtea',
      wrong: 'Egiaztatu iraungitze-data',
      past: 'Txartela iraungita dago',
    },
    code: {
      missing: 'Idatzi CVV kodea',
      incomplete: 'Idatzi CVV kode osoa',
      wrong: 'Egiaztatu CVV kodea',
    },
    name: {
      missing: 'Idatzi txarteleko izena',
      wrong: 'Egiaztatu txarteleko izena',
    },
    postalCode: { wrong: 'Egiaztatu posta-kodea' },
  },
  processing: 'Prozesatzen',
  failures: {
    card_invalid: 'Egiaztatu txartelaren datuak.',
    declined: 'Ez da onartu. Erabili beste txartel bat.',
    network: 'Ez dago konexiorik. Saiatu berriro.',
    rate_limited: 'Saiakera gehiegi. Itxaron minutu bat.',
    refused: 'Inprimakia ez dago oraindik prest.',
    unavailable: 'Ez du funtzionatu. Saiatu berriro.',
  },
}
