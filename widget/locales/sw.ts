import type { Texts } from './texts.ts'

export const sw: Texts = {
  direction: 'ltr',
  frameTitle: 'Maelezo ya kadi',
  missing: 'Kamilisha maelezo ya kadi',
  labels: {
    number: 'Nambari ya kadi',
    expiry: 'Kuisha muda',
    code: 'CVV',
    name: 'Jina kwenye kadi',
    postalCode: 'Msimbo wa posta',
  },
  optional: '(hiari)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: tarakimu 3 nyuma ya kadi', codeFront: '{name}: tarakimu 4 mbele ya kadi' },
  choice: { label: 'Lipa kupitia', announcement: 'Kadi hii inafanya kazi na mitandao miwili. Unaweza kuchagua mmoja.' },
  errors: {
    number: {
      missing: 'Weka nambari ya kadi',
      incomplete: 'Weka nambari kamili ya kadi',
      wrong: 'Kagua nambari ya kadi',
    },
    expiry: {
      missing: 'Weka tarehe ya kuisha muda',
      incomplete: 'Weka mwezi na mwaka',
      wrong: 'Kagua tarehe ya kuisha muda',
      past: 'Muda wa kadi hii umeisha',
    },
    code: { missing: 'Weka CVV', incomplete: 'Weka CVV kamili', wrong: 'Kagua CVV' },
    name: { missing: 'Weka jina lililo kwenye kadi', wrong: 'Kagua jina lililo kwenye kadi' },
    postalCode: { wrong: 'Kagua msimbo wa posta' },
  },
  processing: 'Inachakata',
  failures: {
    card_invalid: 'Kagua maelezo ya kadi.',
    declined: 'Kadi imekataliwa. Jaribu kadi nyingine.',
    network: 'Hakuna muunganisho. Jaribu tena.',
    rate_limited: 'Majaribio mengi mno. Subiri dakika moja.',
    refused: 'Fomu hii bado haipokei kadi.',
    unavailable: 'Haikufanikiwa. Jaribu tena.',
  },
}
