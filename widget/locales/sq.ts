import type { Texts } from './texts.ts'

export const sq: Texts = {
  direction: 'ltr',
  frameTitle: 'Të dhënat e kartës',
  missing: 'Plotësoni të dhënat e kartës',
  labels: {
    number: 'Numri i kartës',
    expiry: 'Skadenca',
    code: 'CVV',
    name: 'Emri në kartë',
    postalCode: 'Kodi postar',
  },
  optional: '(opsional)',
  expiryHint: 'MM / VV',
  help: { codeBack: '{name}: 3 shifra në anën e pasme', codeFront: '{name}: 4 shifra në anën e përparme' },
  choice: { label: 'Paguani me', announcement: 'Kjo kartë punon me dy rrjete. Mund të zgjidhni njërin.' },
  errors: {
    number: {
      missing: 'Shkruani numrin e kartës',
      incomplete: 'Shkruani numrin e plotë të kartës',
      wrong: 'Kontrolloni numrin e kartës',
    },
    expiry: {
      missing: 'Shkruani datën e skadencës',
      incomplete: 'Shkruani muajin dhe vitin',
      wrong: 'Kontrolloni datën e skadencës',
      past: 'Kjo kartë ka skaduar',
    },
    code: { missing: 'Shkruani kodin CVV', incomplete: 'Shkruani kodin e plotë CVV', wrong: 'Kontrolloni kodin CVV' },
    name: { missing: 'Shkruani emrin në kartë', wrong: 'Kontrolloni emrin në kartë' },
    postalCode: { wrong: 'Kontrolloni kodin postar' },
  },
  processing: 'Po përpunohet',
  failures: {
    card_invalid: 'Kontrolloni të dhënat e kartës.',
    declined: 'Karta u refuzua. Provoni një kartë tjetër.',
    network: 'Nuk ka lidhje. Provoni përsëri.',
    rate_limited: 'Shumë përpjekje. Prisni një minutë.',
    refused: 'Ky formular nuk pranon ende karta.',
    unavailable: 'Nuk funksionoi. Provoni përsëri.',
  },
}
