import type { Texts } from './texts.ts'

export const is: Texts = {
  direction: 'ltr',
  frameTitle: 'Kortaupplýsingar',
  missing: 'Fylltu út kortaupplýsingarnar',
  labels: {
    number: 'Kortanúmer',
    expiry: 'Gildir til',
    code: 'CVC',
    name: 'Nafn á korti',
    postalCode: 'Póstnúmer',
  },
  optional: '(valfrjálst)',
  expiryHint: 'MM / ÁÁ',
  help: {
    codeBack: '{name}: 3 tölustafir aftan á kortinu',
    codeFront: '{name}: 4 tölustafir framan á kortinu',
  },
  choice: { label: 'Greiða með', announcement: 'Kortið virkar í tveimur kortakerfum. Þú getur valið annað þeirra.' },
  errors: {
    number: {
      missing: 'Sláðu inn kortanúmerið',
      incomplete: 'Sláðu inn allt kortanúmerið',
      wrong: 'Athugaðu kortanúmerið',
    },
    expiry: {
      missing: 'Sláðu inn gildistímann',
      incomplete: 'Sláðu inn mánuð og ár',
      wrong: 'Athugaðu gildistímann',
      past: 'Kortið er útrunnið',
    },
    code: {
      missing: 'Sláðu inn CVC-númerið',
      incomplete: 'Sláðu inn allt CVC-númerið',
      wrong: 'Athugaðu CVC-númerið',
    },
    name: {
      missing: 'Sláðu inn nafnið á kortinu',
      wrong: 'Athugaðu nafnið á kortinu',
    },
    postalCode: { wrong: 'Athugaðu póstnúmerið' },
  },
  processing: 'Í vinnslu',
  failures: {
    card_invalid: 'Athugaðu kortaupplýsingarnar.',
    declined: 'Korti hafnað. Prófaðu annað kort.',
    network: 'Engin tenging. Reyndu aftur.',
    rate_limited: 'Of margar tilraunir. Bíddu í mínútu.',
    refused: 'Eyðublaðið tekur ekki enn við kortum.',
    unavailable: 'Það tókst ekki. Reyndu aftur.',
  },
}
