import type { Texts } from './texts.ts'

export const hy: Texts = {
  direction: 'ltr',
  frameTitle: 'Քարտի տվյալները',
  missing: 'Լրացրեք քարտի տվյալները',
  labels: { number: 'Քարտի համարը', expiry: 'Ժամկետը', code: 'CVV', name: 'Անունը քարտի վրա', postalCode: 'Ինդեքս' },
  optional: '(ոչ պարտադիր)',
  expiryHint: 'ԱԱ / ՏՏ',
  help: { codeBack: '{name}՝ քարտի հետևի 3 թվանշանը', codeFront: '{name}՝ քարտի առջևի 4 թվանշանը' },
  choice: { label: 'Վճարային ցանցը', announcement: 'Այս քարտը գործում է երկու ցանցում։ Կարող եք ընտրել մեկը։' },
  errors: {
    number: {
      missing: 'Մուտքագրեք քարտի համարը',
      incomplete: 'Մուտքագրեք ամբողջ համարը',
      wrong: 'Ստուգեք քարտի համարը',
    },
    expiry: {
      missing: 'Մուտքագրեք քարտի ժամկետը',
      incomplete: 'Մուտքագրեք ամիսը և տարին',
      wrong: 'Ստուգեք քարտի ժամկետը',
      past: 'Քարտի ժամկետը լրացել է',
    },
    code: { missing: 'Մուտքագրեք CVV կոդը', incomplete: 'Մուտքագրեք ամբողջ CVV կոդը', wrong: 'Ստուգեք CVV կոդը' },
    name: { missing: 'Մուտքագրեք քարտի վրայի անունը', wrong: 'Ստուգեք քարտի վրայի անունը' },
    postalCode: { wrong: 'Ստուգեք ինդեքսը' },
  },
  processing: 'Մշակվում է',
  failures: {
    card_invalid: 'Ստուգեք քարտի տվյալները։',
    declined: 'Քարտը մերժվել է։ Փորձեք այլ քարտ։',
    network: 'Կապ չկա։ Փորձեք կրկին։',
    rate_limited: 'Շատ փորձեր։ Սպասեք մեկ րոպե։',
    refused: 'Այս ձևը դեռ քարտեր չի ընդունում։',
    unavailable: 'Չստացվեց։ Փորձեք կրկին։',
  },
}
