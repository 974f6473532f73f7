import type { Texts } from './texts.ts'

export const cy: Texts = {
  direction: 'ltr',
  frameTitle: 'Manylion y cerdyn',
  missing: 'Cwblhewch fanylion y cerdyn',
  labels: {
    number: 'Rhif y cerdyn',
    expiry: 'Dod i ben',
    code: 'CVV',
    name: 'Enw ar y cerdyn',
    postalCode: 'Cod post',
  },
  optional: '(dewisol)',
  expiryHint: 'MM / BB',
  help: { codeBack: '{name}: 3 digid ar gefn y cerdyn', codeFront: '{name}: 4 digid ar flaen y cerdyn' },
  choice: { label: 'Talu gyda', announcement: 'Mae’r cerdyn hwn yn gweithio gyda dau rwydwaith. Gallwch ddewis un.' },
  errors: {
    number: { missing: 'Rhowch rif y cerdyn', incomplete: 'Rhowch rif llawn y cerdyn', wrong: 'Gwiriwch rif y cerdyn' },
    expiry: {
      missing: 'Rhowch y dyddiad dod i ben',
      incomplete: 'Rhowch y mis a’r flwyddyn',
      wrong: 'Gwiriwch y dyddiad dod i ben',
      past: 'Mae’r cerdyn hwn wedi dod i ben',
    },
    code: { missing: 'Rhowch y CVV', incomplete: 'Rhowch y CVV llawn', wrong: 'Gwiriwch y CVV' },
    name: { missing: 'Rhowch yr enw ar y cerdyn', wrong: 'Gwiriwch yr enw ar y cerdyn' },
    postalCode: { wrong: 'Gwiriwch y cod post' },
  },
  processing: 'Yn prosesu',
  failures: {
    card_invalid: 'Gwiriwch fanylion y cerdyn.',
    declined: 'Gwrthodwyd y cerdyn. Rhowch un arall.',
    network: 'Dim cysylltiad. Rhowch gynnig arall arni.',
    rate_limited: 'Gormod o ymdrechion. Arhoswch funud.',
    refused: 'Nid yw’r ffurflen yn derbyn cardiau eto.',
    unavailable: 'Ni weithiodd hynny. Ceisiwch eto.',
  },
}
