import type { Texts } from './texts.ts'

export const nb: Texts = {
  direction: 'ltr',
  frameTitle: 'Kortopplysninger',
  missing: 'Fyll ut kortopplysningene',
  labels: {
    number: 'Kortnummer',
    expiry: 'Utløpsdato',
    code: 'CVC',
    name: 'Navn på kortet',
    postalCode: 'Postnummer',
  },
  optional: '(valgfritt)',
  expiryHint: 'MM / ÅÅ',
  help: {
    codeBack: '{name}: 3 sifre på baksiden av kortet',
    codeFront: '{name}: 4 sifre på forsiden av kortet',
  },
  choice: { label: 'Betal med', announcement: 'Kortet virker med to nettverk. Du kan velge ett.' },
  errors: {
    number: {
      missing: 'Skriv inn kortnummeret',
      incomplete: 'Skriv inn hele kortnummeret',
      wrong: 'Sjekk kortnummeret',
    },
    expiry: {
      missing: 'Skriv inn utløpsdatoen',
      incomplete: 'Skriv inn måned og år',
      wrong: 'Sjekk utløpsdatoen',
      past: 'Kortet er utløpt',
    },
    code: {
      missing: 'Skriv inn CVC-koden',
      incomplete: 'Skriv inn hele CVC-koden',
      wrong: 'Sjekk CVC-koden',
    },
    name: {
      missing: 'Skriv inn navnet på kortet',
      wrong: 'Sjekk navnet på kortet',
    },
    postalCode: { wrong: 'Sjekk postnummeret' },
  },
  processing: 'Behandler',
  failures: {
    card_invalid: 'Sjekk kortopplysningene.',
    declined: 'Kortet ble avvist. Prøv et annet kort.',
    network: 'Ingen forbindelse. Prøv igjen.',
    rate_limited: 'For mange forsøk. Vent et minutt.',
    refused: 'Skjemaet kan ikke ta imot kort ennå.',
    unavailable: 'Det gikk ikke. Prøv igjen.',
  },
}
