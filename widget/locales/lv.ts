import type { Texts } from './texts.ts'

export const lv: Texts = {
  direction: 'ltr',
  frameTitle: 'Kartes dati',
  missing: 'Aizpildiet kartes datus',
  labels: {
    number: 'Kartes numurs',
    expiry: 'Derīga līdz',
    code: 'CVV',
    name: 'Vārds uz kartes',
    postalCode: 'Pasta indekss',
  },
  optional: '(neobligāti)',
  expiryHint: 'MM / GG',
  help: {
    codeBack: '{name}: 3 cipari kartes aizmugurē',
    codeFront: '{name}: 4 cipari kartes priekšpusē',
  },
  choice: { label: 'Karšu tīkls', announcement: 'Karte darbojas divos tīklos. Varat izvēlēties vienu.' },
  errors: {
    number: {
      missing: 'Ievadiet kartes numuru',
      incomplete: 'Ievadiet visu kartes numuru',
      wrong: 'Pārbaudiet kartes numuru',
    },
    expiry: {
      missing: 'Ievadiet derīguma termiņu',
      incomplete: 'Ievadiet mēnesi un gadu',
      wrong: 'Pārbaudiet derīguma termiņu',
      past: 'Kartes termiņš ir beidzies',
    },
    code: {
      missing: 'Ievadiet CVV kodu',
      incomplete: 'Ievadiet visu CVV kodu',
      wrong: 'Pārbaudiet CVV kodu',
    },
    name: {
      missing: 'Ievadiet vārdu uz kartes',
      wrong: 'Pārbaudiet vārdu uz kartes',
    },
    postalCode: { wrong: 'Pārbaudiet pasta indeksu' },
  },
  processing: 'Notiek apstrāde',
  failures: {
    card_invalid: 'Pārbaudiet kartes datus.',
    declined: 'Karte noraidīta. Izmēģiniet citu karti.',
    network: 'Nav savienojuma. Mēģiniet vēlreiz.',
    rate_limited: 'Pārāk daudz mēģinājumu. Uzgaidiet.',
    refused: 'Šī veidlapa vēl nepieņem kartes.',
    unavailable: 'Neizdevās. Mēģiniet vēlreiz.',
  },
}
