import type { Texts } from './texts.ts'

export const ga: Texts = {
  direction: 'ltr',
  frameTitle: 'Sonraí an chárta',
  missing: 'Comhlánaigh sonraí an chárta',
  labels: {
    number: 'Uimhir an chárta',
    expiry: 'Dáta éaga',
    code: 'CVV',
    name: 'Ainm ar an gcárta',
    postalCode: 'Cód poist',
  },
  optional: '(roghnach)',
  expiryHint: 'MM / BB',
  help: { codeBack: '{name}: 3 dhigit ar chúl an chárta', codeFront: '{name}: 4 dhigit ar aghaidh an chárta' },
  choice: { label: 'Íoc le', announcement: 'Oibríonn an cárta seo le dhá líonra. Is féidir leat ceann a roghnú.' },
  errors: {
    number: {
      missing: 'Cuir isteach uimhir an chárta',
      incomplete: 'Cuir isteach uimhir iomlán an chárta',
      wrong: 'Seiceáil uimhir an chárta',
    },
    expiry: {
      missing: 'Cuir isteach an dáta éaga',
      incomplete: 'Cuir isteach an mhí agus an bhliain',
      wrong: 'Seiceáil an dáta éaga',
      past: 'Tá an cárta seo imithe in éag',
    },
    code: { missing: 'Cuir isteach an CVV', incomplete: 'Cuir isteach an CVV iomlán', wrong: 'Seiceáil an CVV' },
    name: { missing: 'Cuir isteach an t-ainm ar an gcárta', wrong: 'Seiceáil an t-ainm ar an gcárta' },
    postalCode: { wrong: 'Seiceáil an cód poist' },
  },
  processing: 'Á phróiseáil',
  failures: {
    card_invalid: 'Seiceáil sonraí an chárta.',
    declined: 'Diúltaíodh don chárta. Úsáid cárta eile.',
    network: 'Níl aon cheangal ann. Bain triail eile as.',
    rate_limited: 'An iomarca iarrachtaí. Fan nóiméad.',
    refused: 'Ní ghlacann an fhoirm seo le cártaí go fóill.',
    unavailable: 'Níor oibrigh sé sin. Bain triail eile as.',
  },
}
