import type { Texts } from './texts.ts'

export const uk: Texts = {
  direction: 'ltr',
  frameTitle: 'Дані картки',
  missing: 'Заповніть дані картки',
  labels: { number: 'Номер картки', expiry: 'Термін дії', code: 'CVV', name: 'Ім’я на картці', postalCode: 'Індекс' },
  optional: '(необов’язково)',
  expiryHint: 'ММ / РР',
  help: { codeBack: '{name}: 3 цифри на звороті картки', codeFront: '{name}: 4 цифри на лицьовому боці картки' },
  choice: { label: 'Оплата через', announcement: 'Картка підтримує дві платіжні мережі. Можна вибрати одну.' },
  errors: {
    number: {
      missing: 'Введіть номер картки',
      incomplete: 'Введіть номер картки повністю',
      wrong: 'Перевірте номер картки',
    },
    expiry: {
      missing: 'Введіть термін дії',
      incomplete: 'Введіть місяць і рік',
      wrong: 'Перевірте термін дії',
      past: 'Термін дії картки минув',
    },
    code: { missing: 'Введіть CVV', incomplete: 'Введіть CVV повністю', wrong: 'Перевірте CVV' },
    name: { missing: 'Введіть ім’я, як на картці', wrong: 'Перевірте ім’я на картці' },
    postalCode: { wrong: 'Перевірте індекс' },
  },
  processing: 'Обробка',
  failures: {
    card_invalid: 'Перевірте дані картки.',
    declined: 'Картку відхилено. Спробуйте іншу.',
    network: 'Немає з’єднання. Спробуйте ще раз.',
    rate_limited: 'Забагато спроб. Зачекайте хвилину.',
    refused: 'Ця форма ще не приймає картки.',
    unavailable: 'Не вдалося. Спробуйте ще раз.',
  },
}
