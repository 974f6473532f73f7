import type { Texts } from './texts.ts'

export const hu: Texts = {
  direction: 'ltr',
  frameTitle: 'Kártyaadatok',
  missing: 'Adja meg a kártyaadatokat',
  labels: {
    number: 'Kártyaszám',
    expiry: 'Lejárat',
    code: 'CVV',
    name: 'Név a kártyán',
    postalCode: 'Irányítószám',
  },
  optional: '(opcionális)',
  expiryHint: 'HH / ÉÉ',
  help: {
    codeBack: '{name}: 3 számjegy a kártya hátoldalán',
    codeFront: '{name}: 4 számjegy a kártya előlapján',
  },
  choice: { label: 'Kártyahálózat', announcement: 'A kártya két hálózatban is működik. Választhat közülük.' },
  errors: {
    number: {
      missing: 'Adja meg a kártyaszámot',
      incomplete: 'Adja meg a teljes kártyaszámot',
      wrong: 'Ellenőrizze a kártyaszámot',
    },
    expiry: {
      missing: 'Adja meg a lejárati dátumot',
      incomplete: 'Adja meg a hónapot és az évet',
      wrong: 'Ellenőrizze a lejárati dátumot',
      past: 'A kártya lejárt',
    },
    code: {
      missing: 'Adja meg a CVV-kódot',
      incomplete: 'Adja meg a teljes CVV-kódot',
      wrong: 'Ellenőrizze a CVV-kódot',
    },
    name: {
      missing: 'Adja meg a kártyán szereplő nevet',
      wrong: 'Ellenőrizze a kártyán szereplő nevet',
    },
    postalCode: { wrong: 'Ellenőrizze az irányítószámot' },
  },
  processing: 'Feldolgozás',
  failures: {
    card_invalid: 'Ellenőrizze a kártyaadatokat.',
    declined: 'Kártya elutasítva. Próbáljon másikat.',
    network: 'Nincs kapcsolat. Próbálja újra.',
    rate_limited: 'Túl sok próbálkozás. Várjon egy percet.',
    refused: 'Az űrlap még nem fogad kártyát.',
    unavailable: 'Nem sikerült. Próbálja újra.',
  },
}
