import type { Texts } from './texts.ts'

export const sr: Texts = {
  direction: 'ltr',
  frameTitle: 'Подаци о картици',
  missing: 'Попуните податке о картици',
  labels: {
    number: 'Број картице',
    expiry: 'Важи до',
    code: 'CVV',
    name: 'Име на картици',
    postalCode: 'Поштански број',
  },
  optional: '(опционо)',
  expiryHint: 'ММ / ГГ',
  help: { codeBack: '{name}: 3 цифре на полеђини картице', codeFront: '{name}: 4 цифре са предње стране картице' },
  choice: { label: 'Плаћање преко', announcement: 'Ова картица ради са две мреже. Можете да изаберете једну.' },
  errors: {
    number: {
      missing: 'Унесите број картице',
      incomplete: 'Унесите све цифре броја картице',
      wrong: 'Проверите број картице',
    },
    expiry: {
      missing: 'Унесите датум истека',
      incomplete: 'Унесите месец и годину',
      wrong: 'Проверите датум истека',
      past: 'Картица је истекла',
    },
    code: { missing: 'Унесите CVV', incomplete: 'Унесите цео CVV', wrong: 'Проверите CVV' },
    name: { missing: 'Унесите име са картице', wrong: 'Проверите име са картице' },
    postalCode: { wrong: 'Проверите поштански број' },
  },
  processing: 'Обрада је у току',
  failures: {
    card_invalid: 'Проверите податке о картици.',
    declined: 'Картица је одбијена. Пробајте другу.',
    network: 'Нема интернет везе. Покушајте поново.',
    rate_limited: 'Превише покушаја. Сачекајте минут.',
    refused: 'Овај образац још не прима картице.',
    unavailable: 'Није успело. Покушајте поново.',
  },
}
