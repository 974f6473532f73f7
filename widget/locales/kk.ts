import type { Texts } from './texts.ts'

export const kk: Texts = {
  direction: 'ltr',
  frameTitle: 'Карта деректері',
  missing: 'Карта деректерін толтырыңыз',
  labels: { number: 'Карта нөмірі', expiry: 'Мерзімі', code: 'CVV', name: 'Картадағы аты-жөні', postalCode: 'Индекс' },
  optional: '(міндетті емес)',
  expiryHint: 'АА / ЖЖ',
  help: { codeBack: '{name}: картаның арт жағындағы 3 цифр', codeFront: '{name}: картаның бет жағындағы 4 цифр' },
  choice: { label: 'Төлем желісі', announcement: 'Бұл карта екі желіде жұмыс істейді. Біреуін таңдай аласыз.' },
  errors: {
    number: {
      missing: 'Карта нөмірін енгізіңіз',
      incomplete: 'Карта нөмірін толық енгізіңіз',
      wrong: 'Карта нөмірін тексеріңіз',
    },
    expiry: {
      missing: 'Карта мерзімін енгізіңіз',
      incomplete: 'Ай мен жылды енгізіңіз',
      wrong: 'Карта мерзімін тексеріңіз',
      past: 'Бұл картаның мерзімі біткен',
    },
    code: { missing: 'CVV кодын енгізіңіз', incomplete: 'CVV кодын толық енгізіңіз', wrong: 'CVV кодын тексеріңіз' },
    name: { missing: 'Картадағы аты-жөнін енгізіңіз', wrong: 'Картадағы аты-жөнін тексеріңіз' },
    postalCode: { wrong: 'Индексті тексеріңіз' },
  },
  processing: 'Өңделуде',
  failures: {
    card_invalid: 'Карта деректерін тексеріңіз.',
    declined: 'Карта өтпеді. Басқа картаны енгізіңіз.',
    network: 'Байланыс жоқ. Қайталап көріңіз.',
    rate_limited: 'Әрекет тым көп. Бір минут күтіңіз.',
    refused: 'Форма карталарды әлі қабылдамайды.',
    unavailable: 'Орындалмады. Қайталап көріңіз.',
  },
}
