import type { Texts } from './texts.ts'

export const da: Texts = {
  direction: 'ltr',
  frameTitle: 'Kortoplysninger',
  missing: 'Udfyld kortoplysningerne',
  labels: {
    number: 'Kortnummer',
    expiry: 'Udløb',
    code: 'CVC',
    name: 'Navn på kortet',
    postalCode: 'Postnummer',
  },
  optional: '(valgfrit)',
  expiryHint: 'MM / ÅÅ',
  help: {
    codeBack: '{name}: 3 cifre på bagsiden af kortet',
    codeFront: '{name}: 4 cifre på forsiden af kortet',
  },
  choice: { label: 'Betal med', announcement: 'Kortet virker med to netværk. Du kan vælge et.' },
  errors: {
    number: {
      missing: 'Indtast kortnummeret',
      incomplete: 'Indtast hele kortnummeret',
      wrong: 'Tjek kortnummeret',
    },
    expiry: {
      missing: 'Indtast udløbsdatoen',
      incomplete: 'Indtast måned og år',
      wrong: 'Tjek udløbsdatoen',
      past: 'Kortet er udløbet',
    },
    code: {
      missing: 'Indtast CVC-koden',
      incomplete: 'Indtast hele CVC-koden',
      wrong: 'Tjek CVC-koden',
    },
    name: {
      missing: 'Indtast navnet på kortet',
      wrong: 'Tjek navnet på kortet',
    },
    postalCode: { wrong: 'Tjek postnummeret' },
  },
  processing: 'Behandles',
  failures: {
    card_invalid: 'Tjek kortoplysningerne.',
    declined: 'Kortet blev afvist. Prøv et andet kort.',
    network: 'Ingen forbindelse. Prøv igen.',
    rate_limited: 'For mange forsøg. Vent et minut.',
    refused: 'Formularen kan ikke tage imod kort endnu.',
    unavailable: 'Det lykkedes ikke. Prøv igen.',
  },
}
