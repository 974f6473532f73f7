import type { Texts } from './texts.ts'

export const af: Texts = {
  direction: 'ltr',
  frameTitle: 'Kaartbesonderhede',
  missing: 'Voltooi die kaartbesonderhede',
  labels: { number: 'Kaartnommer', expiry: 'Vervaldatum', code: 'CVV', name: 'Naam op kaart', postalCode: 'Poskode' },
  optional: '(opsioneel)',
  expiryHint: 'MM / JJ',
  help: { codeBack: '{name}: 3 syfers agter op die kaart', codeFront: '{name}: 4 syfers voor op die kaart' },
  choice: { label: 'Betaal met', announcement: 'Hierdie kaart werk met twee netwerke. U kan een kies.' },
  errors: {
    number: {
      missing: 'Voer die kaartnommer in',
      incomplete: 'Voer die hele kaartnommer in',
      wrong: 'Gaan die kaartnommer na',
    },
    expiry: {
      missing: 'Voer die vervaldatum in',
      incomplete: 'Voer maand en jaar in',
      wrong: 'Gaan die vervaldatum na',
      past: 'Hierdie kaart het verval',
    },
    code: { missing: 'Voer die CVV in', incomplete: 'Voer die hele CVV in', wrong: 'Gaan die CVV na' },
    name: { missing: 'Voer die naam op die kaart in', wrong: 'Gaan die naam op die kaart na' },
    postalCode: { wrong: 'Gaan die poskode na' },
  },
  processing: 'Word verwerk',
  failures: {
    card_invalid: 'Gaan die kaartbesonderhede na.',
    declined: 'Kaart geweier. Probeer ’n ander kaart.',
    network: 'Geen verbinding nie. Probeer weer.',
    rate_limited: 'Te veel pogings. Wag ’n minuut.',
    refused: 'Hierdie vorm aanvaar nog nie kaarte nie.',
    unavailable: 'Dit het nie gewerk nie. Probeer weer.',
  },
}
