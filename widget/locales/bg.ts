import type { Texts } from './texts.ts'

export const bg: Texts = {
  direction: 'ltr',
  frameTitle: 'Данни за картата',
  missing: 'Попълнете данните за картата',
  labels: {
    number: 'Номер на картата',
    expiry: 'Валидна до',
    code: 'CVV',
    name: 'Име върху картата',
    postalCode: 'Пощенски код',
  },
  optional: '(по избор)',
  expiryHint: 'ММ / ГГ',
  help: { codeBack: '{name}: 3 цифри на гърба на картата', codeFront: '{name}: 4 цифри на лицето на картата' },
  choice: { label: 'Плащане с', announcement: 'Тази карта работи с две мрежи. Можете да изберете една.' },
  errors: {
    number: {
      missing: 'Въведете номера на картата',
      incomplete: 'Въведете целия номер на картата',
      wrong: 'Проверете номера на картата',
    },
    expiry: {
      missing: 'Въведете срока на валидност',
      incomplete: 'Въведете месец и година',
      wrong: 'Проверете срока на валидност',
      past: 'Срокът на картата е изтекъл',
    },
    code: { missing: 'Въведете CVV кода', incomplete: 'Въведете целия CVV код', wrong: 'Проверете CVV кода' },
    name: { missing: 'Въведете името върху картата', wrong: 'Проверете името върху картата' },
    postalCode: { wrong: 'Проверете пощенския код' },
  },
  processing: 'Обработва се',
  failures: {
    card_invalid: 'Проверете данните за картата.',
    declined: 'Картата е отхвърлена. Опитайте с друга.',
    network: 'Няма връзка. Опитайте отново.',
    rate_limited: 'Твърде много опити. Изчакайте минута.',
    refused: 'Този формуляр още не приема карти.',
    unavailable: 'Не се получи. Опитайте отново.',
  },
}
