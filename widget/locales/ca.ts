import type { Texts } from './texts.ts'

export const ca: Texts = {
  direction: 'ltr',
  frameTitle: 'Dades de la targeta',
  missing: 'Completeu les dades de la targeta',
  labels: {
    number: 'Número de targeta',
    expiry: 'Caducitat',
    code: 'CVV',
    name: 'Nom a la targeta',
    postalCode: 'Codi postal',
  },
  optional: '(opcional)',
  expiryHint: 'MM / AA',
  help: {
    codeBack: '{name}: 3 xifres al dors de la targeta',
    codeFront: '{name}: 4 xifres al davant de la targeta',
  },
  choice: { label: 'Pagar amb', announcement: 'La targeta funciona amb dues xarxes. En podeu triar una.' },
  errors: {
    number: {
      missing: 'Introduïu el número de targeta',
      incomplete: 'Introduïu el número sencer',
      wrong: 'Comproveu el número de targeta',
    },
    expiry: {
      missing: 'Introduïu la data de caducitat',
      incomplete: 'Introduïu el mes i l’any',
      wrong: 'Comproveu la data de caducitat',
      past: 'La targeta ha caducat',
    },
    code: {
      missing: 'Introduïu el CVV',
      incomplete: 'Introduïu el CVV sencer',
      wrong: 'Comproveu el CVV',
    },
    name: {
      missing: 'Introduïu el nom de la targeta',
      wrong: 'Comproveu el nom de la targeta',
    },
    postalCode: { wrong: 'Comproveu el codi postal' },
  },
  processing: 'S’està processant',
  failures: {
    card_invalid: 'Comproveu les dades de la targeta.',
    declined: 'Targeta rebutjada. Proveu-ne una altra.',
    network: 'Sense connexió. Torneu-ho a provar.',
    rate_limited: 'Massa intents. Espereu un minut.',
    refused: 'El formulari encara no admet targetes.',
    unavailable: 'No ha funcionat. Torneu-ho a provar.',
  },
}
