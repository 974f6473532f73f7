import type { Texts } from './texts.ts'

export const frCA: Texts = {
  direction: 'ltr',
  frameTitle: 'Renseignements de la carte',
  missing: 'Remplissez les champs de la carte',
  labels: {
    number: 'Numéro de la carte',
    expiry: 'Expiration',
    code: 'CVV',
    name: 'Nom sur la carte',
    postalCode: 'Code postal',
  },
  optional: '(facultatif)',
  expiryHint: 'MM / AA',
  help: {
    codeBack: '{name}\u00a0: 3 chiffres au dos de la carte',
    codeFront: '{name}\u00a0: 4 chiffres au recto de la carte',
  },
  choice: { label: 'Payer avec', announcement: 'Cette carte fonctionne avec deux réseaux. Vous pouvez en choisir un.' },
  errors: {
    number: {
      missing: 'Entrez le numéro de la carte',
      incomplete: 'Entrez le numéro complet de la carte',
      wrong: 'Vérifiez le numéro de la carte',
    },
    expiry: {
      missing: 'Entrez la date d’expiration',
      incomplete: 'Entrez le mois et l’année',
      wrong: 'Vérifiez la date d’expiration',
      past: 'Cette carte est expirée',
    },
    code: {
      missing: 'Entrez le CVV',
      incomplete: 'Entrez le CVV au complet',
      wrong: 'Vérifiez le CVV',
    },
    name: {
      missing: 'Entrez le nom sur la carte',
      wrong: 'Vérifiez le nom sur la carte',
    },
    postalCode: { wrong: 'Vérifiez le code postal' },
  },
  processing: 'Traitement en cours',
  failures: {
    card_invalid: 'Vérifiez les champs de la carte.',
    declined: 'Carte refusée. Essayez une autre carte.',
    network: 'Aucune connexion. Réessayez.',
    rate_limited: 'Trop de tentatives. Attendez une minute.',
    refused: 'Ce formulaire n’est pas encore activé.',
    unavailable: 'Cela n’a pas fonctionné. Réessayez.',
  },
}
