import type { Texts } from './texts.ts'

export const ptBR: Texts = {
  direction: 'ltr',
  frameTitle: 'Dados do cartão',
  missing: 'Preencha os dados do cartão',
  labels: {
    number: 'Número do cartão',
    expiry: 'Validade',
    code: 'CVV',
    name: 'Nome no cartão',
    postalCode: 'CEP',
  },
  optional: '(opcional)',
  expiryHint: 'MM / AA',
  help: {
    codeBack: '{name}: 3 dígitos no verso do cartão',
    codeFront: '{name}: 4 dígitos na frente do cartão',
  },
  choice: { label: 'Pagar com', announcement: 'Este cartão funciona com duas bandeiras. Você pode escolher uma.' },
  errors: {
    number: {
      missing: 'Digite o número do cartão',
      incomplete: 'Digite o número completo do cartão',
      wrong: 'Confira o número do cartão',
    },
    expiry: {
      missing: 'Digite a validade',
      incomplete: 'Digite o mês e o ano',
      wrong: 'Confira a validade',
      past: 'Este cartão venceu',
    },
    code: {
      missing: 'Digite o CVV',
      incomplete: 'Digite o CVV completo',
      wrong: 'Confira o CVV',
    },
    name: {
      missing: 'Digite o nome no cartão',
      wrong: 'Confira o nome no cartão',
    },
    postalCode: { wrong: 'Confira o CEP' },
  },
  processing: 'Processando',
  failures: {
    card_invalid: 'Confira os dados do cartão.',
    declined: 'Cartão recusado. Tente outro cartão.',
    network: 'Sem conexão. Tente de novo.',
    rate_limited: 'Muitas tentativas. Espere um minuto.',
    refused: 'O formulário ainda não aceita cartões.',
    unavailable: 'Não funcionou. Tente de novo.',
  },
}
