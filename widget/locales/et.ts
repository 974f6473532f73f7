import type { Texts } from './texts.ts'

export const et: Texts = {
  direction: 'ltr',
  frameTitle: 'Kaardi andmed',
  missing: 'Täitke kaardi andmed',
  labels: {
    number: 'Kaardi number',
    expiry: 'Kehtib kuni',
    code: 'CVV',
    name: 'Nimi kaardil',
    postalCode: 'Postiindeks',
  },
  optional: '(valikuline)',
  expiryHint: 'KK / AA',
  help: {
    codeBack: '{name}: 3 numbrit kaardi tagaküljel',
    codeFront: '{name}: 4 numbrit kaardi esiküljel',
  },
  choice: { label: 'Kaardivõrk', announcement: 'Kaart töötab kahes võrgus. Võite valida ühe.' },
  errors: {
    number: {
      missing: 'Sisestage kaardi number',
      incomplete: 'Sisestage kogu kaardi number',
      wrong: 'Kontrollige kaardi numbrit',
    },
    expiry: {
      missing: 'Sisestage kehtivusaeg',
      incomplete: 'Sisestage kuu ja aasta',
      wrong: 'Kontrollige kehtivusaega',
      past: 'Kaart on aegunud',
    },
    code: {
      missing: 'Sisestage CVV-kood',
      incomplete: 'Sisestage kogu CVV-kood',
      wrong: 'Kontrollige CVV-koodi',
    },
    name: {
      missing: 'Sisestage kaardil olev nimi',
      wrong: 'Kontrollige kaardil olevat nime',
    },
    postalCode: { wrong: 'Kontrollige postiindeksit' },
  },
  processing: 'Töötlemine',
  failures: {
    card_invalid: 'Kontrollige kaardi andmeid.',
    declined: 'Kaart lükati tagasi. Proovige teist.',
    network: 'Ühendus puudub. Proovige uuesti.',
    rate_limited: 'Liiga palju katseid. Oodake minut.',
    refused: 'See vorm ei võta veel kaarte vastu.',
    unavailable: 'See ei õnnestunud. Proovige uuesti.',
  },
}
