import type { Texts } from './texts.ts'

export const fr: Texts = {
  direction: 'ltr',
  frameTitle: 'Données de la carte',
  missing: 'Complétez les données de la carte',
  labels: {
    number: 'Numéro de carte',
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
      missing: 'Saisissez le numéro de carte',
      incomplete: 'Saisissez le numéro de carte complet',
      wrong: 'Vérifiez le numéro de carte',
    },
    expiry: {
      missing: 'Saisissez la date d’expiration',
      incomplete: 'Saisissez le mois et l’année',
      wrong: 'Vérifiez la date d’expiration',
      past: 'Cette carte a expiré',
    },
    code: {
      missing: 'Saisissez le CVV',
      incomplete: 'Saisissez le CVV complet',
      wrong: 'Vérifiez le CVV',
    },
    name: {
      missing: 'Saisissez le nom sur la carte',
      wrong: 'Vérifiez le nom sur la carte',
    },
    postalCode: { wrong: 'Vérifiez le code postal' },
  },
  processing: 'Traitement en cours',
  failures: {
    card_invalid: 'Vérifiez les données de la carte.',
    declined: 'Carte refusée. Essayez-en une autre.',
    network: 'Pas de connexion. Réessayez.',
    rate_limited: 'Trop d’essais. Patientez une minute.',
    refused: 'Ce formulaire n’est pas encore activé.',
    unavailable: 'Cela n’a pas fonctionné. Réessayez.',
  },
}
