import type { Texts } from './texts.ts'

export const ru: Texts = {
  direction: 'ltr',
  frameTitle: 'Данные карты',
  missing: 'Заполните данные карты',
  labels: { number: 'Номер карты', expiry: 'Годна до', code: 'CVV', name: 'Имя на карте', postalCode: 'Индекс' },
  optional: '(необязательно)',
  expiryHint: 'ММ / ГГ',
  help: { codeBack: '{name}: 3 цифры на обороте карты', codeFront: '{name}: 4 цифры на лицевой стороне' },
  choice: { label: 'Оплата через', announcement: 'Карта работает в двух платёжных системах. Можно выбрать одну.' },
  errors: {
    number: {
      missing: 'Введите номер карты',
      incomplete: 'Введите номер карты полностью',
      wrong: 'Проверьте номер карты',
    },
    expiry: {
      missing: 'Введите срок действия',
      incomplete: 'Введите месяц и год',
      wrong: 'Проверьте срок действия',
      past: 'Срок действия карты истёк',
    },
    code: { missing: 'Введите CVV', incomplete: 'Введите CVV полностью', wrong: 'Проверьте CVV' },
    name: { missing: 'Введите имя, как на карте', wrong: 'Проверьте имя на карте' },
    postalCode: { wrong: 'Проверьте индекс' },
  },
  processing: 'Обработка',
  failures: {
    card_invalid: 'Проверьте данные карты.',
    declined: 'Карта отклонена. Попробуйте другую.',
    network: 'Нет соединения. Попробуйте ещё раз.',
    rate_limited: 'Много попыток. Подождите минуту.',
    refused: 'Эта форма пока не принимает карты.',
    unavailable: 'Не получилось. Попробуйте ещё раз.',
  },
}
