import type { Texts } from './texts.ts'

export const ptPT: Texts = {
  direction: 'ltr',
  frameTitle: 'Dados do cartão',
  missing: 'Preencha os dados do cartão',
  labels: {
    number: 'Número do cartão',
    expiry: 'Validade',
    code: 'CVV',
    name: 'Nome no cartão',
    postalCode: 'Código postal',
  },
  optional: '(opcional)',
  expiryHint: 'MM / AA',
  help: {
    codeBack: '{name}: 3 dígitos no verso do cartão',
    codeFront: '{name}: 4 dígitos na frente do cartão',
  },
  choice: { label: 'Pagar com', announcement: 'Este cartão funciona com duas redes. Pode escolher uma.' },
  errors: {
    number: {
      missing: 'Introduza o número do cartão',
      incomplete: 'Introduza o número completo',
      wrong: 'Verifique o número do cartão',
    },
    expiry: {
      missing: 'Introduza a validade',
      incomplete: 'Introduza o mês e o ano',
      wrong: 'Verifique a validade',
      past: 'Este cartão expirou',
    },
    code: {
      missing: 'Introduza o CVV',
      incomplete: 'Introduza o CVV completo',
      wrong: 'Verifique o CVV',
    },
    name: {
      missing: 'Introduza o nome no cartão',
      wrong: 'Verifique o nome no cartão',
    },
    postalCode: { wrong: 'Verifique o código postal' },
  },
  processing: 'A processar',
  failures: {
    card_invalid: 'Verifique os dados do cartão.',
    declined: 'Cartão recusado. Tente outro cartão.',
    network: 'Sem ligação. Tente novamente.',
    rate_limited: 'Muitas tentativas. Aguarde um minuto.',
    refused: 'O formulário ainda não aceita cartões.',
    unavailable: 'Não resultou. Tente novamente.',
  },
}
