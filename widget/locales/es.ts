import type { Texts } from './texts.ts'

export const es: Texts = {
  direction: 'ltr',
  frameTitle: 'Datos de la tarjeta',
  missing: 'Complete los datos de la tarjeta',
  labels: {
    number: 'Número de tarjeta',
    expiry: 'Caducidad',
    code: 'CVV',
    name: 'Nombre en la tarjeta',
    postalCode: 'Código postal',
  },
  optional: '(opcional)',
  expiryHint: 'MM / AA',
  help: {
    codeBack: '{name}: 3 cifras al dorso de la tarjeta',
    codeFront: '{name}: 4 cifras en la parte delantera',
  },
  choice: { label: 'Pagar con', announcement: 'Esta tarjeta funciona con dos redes. Puede elegir una.' },
  errors: {
    number: {
      missing: 'Introduzca el número de tarjeta',
      incomplete: 'Introduzca el número completo',
      wrong: 'Revise el número de tarjeta',
    },
    expiry: {
      missing: 'Introduzca la fecha de caducidad',
      incomplete: 'Introduzca el mes y el año',
      wrong: 'Revise la fecha de caducidad',
      past: 'La tarjeta ha caducado',
    },
    code: {
      missing: 'Introduzca el CVV',
      incomplete: 'Introduzca el CVV completo',
      wrong: 'Revise el CVV',
    },
    name: {
      missing: 'Introduzca el nombre en la tarjeta',
      wrong: 'Revise el nombre en la tarjeta',
    },
    postalCode: { wrong: 'Revise el código postal' },
  },
  processing: 'Procesando',
  failures: {
    card_invalid: 'Revise los datos de la tarjeta.',
    declined: 'Tarjeta rechazada. Pruebe con otra.',
    network: 'Sin conexión. Inténtelo de nuevo.',
    rate_limited: 'Demasiados intentos. Espere un minuto.',
    refused: 'El formulario aún no admite tarjetas.',
    unavailable: 'No ha funcionado. Inténtelo de nuevo.',
  },
}
