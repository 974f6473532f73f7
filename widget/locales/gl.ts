import type { Texts } from './texts.ts'

export const gl: Texts = {
  direction: 'ltr',
  frameTitle: 'Datos da tarxeta',
  missing: 'Complete os datos da tarxeta',
  labels: {
    number: 'Número da tarxeta',
    expiry: 'Caducidade',
    code: 'CVV',
    name: 'Nome na tarxeta',
    postalCode: 'Código postal',
  },
  optional: '(opcional)',
  expiryHint: 'MM / AA',
  help: {
    codeBack: '{name}: 3 cifras no reverso da tarxeta',
    codeFront: '{name}: 4 cifras no anverso da tarxeta',
  },
  choice: { label: 'Pagar con', announcement: 'Esta tarxeta funciona con dúas redes. Pode escoller unha.' },
  errors: {
    number: {
      missing: 'Introduza o número da tarxeta',
      incomplete: 'Introduza o número completo',
      wrong: 'Comprobe o número da tarxeta',
    },
    expiry: {
      missing: 'Introduza a data de caducidade',
      incomplete: 'Introduza o mes e o ano',
      wrong: 'Comprobe a data de caducidade',
      past: 'A tarxeta caducou',
    },
    code: {
      missing: 'Introduza o CVV',
      incomplete: 'Introduza o CVV completo',
      wrong: 'Comprobe o CVV',
    },
    name: {
      missing: 'Introduza o nome da tarxeta',
      wrong: 'Comprobe o nome da tarxeta',
    },
    postalCode: { wrong: 'Comprobe o código postal' },
  },
  processing: 'Procesando',
  failures: {
    card_invalid: 'Comprobe os datos da tarxeta.',
    declined: 'Tarxeta rexeitada. Probe con outra.',
    network: 'Sen conexión. Ténteo de novo.',
    rate_limited: 'Demasiados intentos. Agarde un minuto.',
    refused: 'O formulario aínda non admite tarxetas.',
    unavailable: 'Non funcionou. Ténteo de novo.',
  },
}
