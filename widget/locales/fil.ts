import type { Texts } from './texts.ts'

export const fil: Texts = {
  direction: 'ltr',
  frameTitle: 'Detalye ng card',
  missing: 'Kumpletuhin ang detalye ng card',
  labels: {
    number: 'Numero ng card',
    expiry: 'Expiry',
    code: 'CVV',
    name: 'Pangalan sa card',
    postalCode: 'Postal code',
  },
  optional: '(opsyonal)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: 3 digit sa likod ng card', codeFront: '{name}: 4 na digit sa harap ng card' },
  choice: {
    label: 'Magbayar gamit ang',
    announcement: 'Gumagana ang card na ito sa dalawang network. Puwede kang pumili ng isa.',
  },
  errors: {
    number: {
      missing: 'Ilagay ang numero ng card',
      incomplete: 'Ilagay ang buong numero ng card',
      wrong: 'Suriin ang numero ng card',
    },
    expiry: {
      missing: 'Ilagay ang petsa ng pag-expire',
      incomplete: 'Ilagay ang buwan at taon',
      wrong: 'Suriin ang petsa ng pag-expire',
      past: 'Expired na ang card na ito',
    },
    code: { missing: 'Ilagay ang CVV', incomplete: 'Ilagay ang buong CVV', wrong: 'Suriin ang CVV' },
    name: { missing: 'Ilagay ang pangalan sa card', wrong: 'Suriin ang pangalan sa card' },
    postalCode: { wrong: 'Suriin ang postal code' },
  },
  processing: 'Pinoproseso',
  failures: {
    card_invalid: 'Suriin ang detalye ng card.',
    declined: 'Tinanggihan ang card. Sumubok ng iba.',
    network: 'Walang koneksyon. Subukan ulit.',
    rate_limited: 'Maraming subok. Maghintay ng 1 minuto.',
    refused: 'Hindi pa tumatanggap ng card ang form.',
    unavailable: 'Hindi ito gumana. Subukan ulit.',
  },
}
