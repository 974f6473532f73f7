import type { Texts } from './texts.ts'

export const fi: Texts = {
  direction: 'ltr',
  frameTitle: 'Kortin tiedot',
  missing: 'Täytä kortin tiedot',
  labels: {
    number: 'Kortin numero',
    expiry: 'Voimassa',
    code: 'CVC',
    name: 'Nimi kortissa',
    postalCode: 'Postinumero',
  },
  optional: '(valinnainen)',
  expiryHint: 'KK / VV',
  help: {
    codeBack: '{name}: 3 numeroa kortin kääntöpuolella',
    codeFront: '{name}: 4 numeroa kortin etupuolella',
  },
  choice: { label: 'Korttiverkko', announcement: 'Kortti toimii kahdessa verkossa. Voit valita niistä toisen.' },
  errors: {
    number: {
      missing: 'Anna kortin numero',
      incomplete: 'Anna kortin koko numero',
      wrong: 'Tarkista kortin numero',
    },
    expiry: {
      missing: 'Anna voimassaoloaika',
      incomplete: 'Anna kuukausi ja vuosi',
      wrong: 'Tarkista voimassaoloaika',
      past: 'Kortti on vanhentunut',
    },
    code: {
      missing: 'Anna CVC-koodi',
      incomplete: 'Anna koko CVC-koodi',
      wrong: 'Tarkista CVC-koodi',
    },
    name: {
      missing: 'Anna kortissa oleva nimi',
      wrong: 'Tarkista kortissa oleva nimi',
    },
    postalCode: { wrong: 'Tarkista postinumero' },
  },
  processing: 'Käsitellään',
  failures: {
    card_invalid: 'Tarkista kortin tiedot.',
    declined: 'Kortti hylättiin. Kokeile toista korttia.',
    network: 'Ei yhteyttä. Yritä uudelleen.',
    rate_limited: 'Liian monta yritystä. Odota minuutti.',
    refused: 'Lomake ei vielä ota kortteja vastaan.',
    unavailable: 'Se ei onnistunut. Yritä uudelleen.',
  },
}
