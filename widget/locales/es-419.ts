import type { Texts } from './texts.ts'

export const es419: Texts = {
  direction: 'ltr',
  frameTitle: 'Datos de la tarjeta',
  missing: 'Complete los datos de la tarjeta',
  labels: {
    number: 'Número de tarjeta',
    expiry: 'Vencimiento',
    code: 'CVV',
    name: 'Nombre en la tarjeta',
    postalCode: 'Código postal',
  },
  optional: '(opcional)',
  expiryHint: 'MM / AA',
  help: {
    codeBack: '{name}: 3 dígitos al dorso de la tarjeta',
    codeFront: '{name}: 4 dígitos al frente de la tarjeta',
  },
  choice: { label: 'Pagar con', announcement: 'Esta tarjeta funciona con dos redes. Puede elegir una.' },
  errors: {
    number: {
      missing: 'Ingrese el número de tarjeta',
      incomplete: 'Ingrese el número completo',
      wrong: 'Revise el número de tarjeta',
    },
    expiry: {
      missing: 'Ingrese la fecha de vencimiento',
      incomplete: 'Ingrese el mes y el año',
      wrong: 'Revise la fecha de vencimiento',
      past: 'La tarjeta está vencida',
    },
    code: {
      missing: 'Ingrese el CVV',
      incomplete: 'Ingrese el CVV completo',
      wrong: 'Revise el CVV',
    },
    name: {
      missing: 'Ingrese el nombre en la tarjeta',
      wrong: 'Revise el nombre en la tarjeta',
    },
    postalCode: { wrong: 'Revise el código postal' },
  },
  processing: 'Procesando',
  failures: {
    card_invalid: 'Revise los datos de la tarjeta.',
    declined: 'Tarjeta rechazada. Intente con otra.',
    network: 'Sin conexión. Intente de nuevo.',
    rate_limited: 'Demasiados intentos. Espere un minuto.',
    refused: 'El formulario aún no acepta tarjetas.',
    unavailable: 'No funcionó. Intente de nuevo.',
  },
}
