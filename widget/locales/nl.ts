import type { Texts } from './texts.ts'

export const nl: Texts = {
  direction: 'ltr',
  frameTitle: 'Kaartgegevens',
  missing: 'Vul de kaartgegevens in',
  labels: {
    number: 'Kaartnummer',
    expiry: 'Vervaldatum',
    code: 'CVC',
    name: 'Naam op de kaart',
    postalCode: 'Postcode',
  },
  optional: '(optioneel)',
  expiryHint: 'MM / JJ',
  help: {
    codeBack: '{name}: 3 cijfers op de achterkant',
    codeFront: '{name}: 4 cijfers op de voorkant',
  },
  choice: { label: 'Betalen met', announcement: 'Deze kaart werkt met twee netwerken. U kunt er een kiezen.' },
  errors: {
    number: {
      missing: 'Vul het kaartnummer in',
      incomplete: 'Vul het hele kaartnummer in',
      wrong: 'Controleer het kaartnummer',
    },
    expiry: {
      missing: 'Vul de vervaldatum in',
      incomplete: 'Vul maand en jaar in',
      wrong: 'Controleer de vervaldatum',
      past: 'Deze kaart is verlopen',
    },
    code: {
      missing: 'Vul de CVC in',
      incomplete: 'Vul de hele CVC in',
      wrong: 'Controleer de CVC',
    },
    name: {
      missing: 'Vul de naam op de kaart in',
      wrong: 'Controleer de naam op de kaart',
    },
    postalCode: { wrong: 'Controleer de postcode' },
  },
  processing: 'Bezig met verwerken',
  failures: {
    card_invalid: 'Controleer de kaartgegevens.',
    declined: 'Kaart geweigerd. Probeer een andere.',
    network: 'Geen verbinding. Probeer het opnieuw.',
    rate_limited: 'Te veel pogingen. Wacht een minuut.',
    refused: 'Dit formulier neemt nog geen kaarten aan.',
    unavailable: 'Dat is niet gelukt. Probeer het opnieuw.',
  },
}
