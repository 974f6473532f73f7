import type { Texts } from './texts.ts'

export const pl: Texts = {
  direction: 'ltr',
  frameTitle: 'Dane karty',
  missing: 'Uzupełnij dane karty',
  labels: {
    number: 'Numer karty',
    expiry: 'Ważna do',
    code: 'CVV',
    name: 'Imię i nazwisko',
    postalCode: 'Kod pocztowy',
  },
  optional: '(opcjonalnie)',
  expiryHint: 'MM / RR',
  help: {
    codeBack: '{name}: 3 cyfry na odwrocie karty',
    codeFront: '{name}: 4 cyfry z przodu karty',
  },
  choice: { label: 'Sieć płatnicza', announcement: 'Karta działa w dwóch sieciach. Możesz wybrać jedną.' },
  errors: {
    number: {
      missing: 'Podaj numer karty',
      incomplete: 'Podaj cały numer karty',
      wrong: 'Sprawdź numer karty',
    },
    expiry: {
      missing: 'Podaj datę ważności',
      incomplete: 'Podaj miesiąc i rok',
      wrong: 'Sprawdź datę ważności',
      past: 'Karta straciła ważność',
    },
    code: {
      missing: 'Podaj kod CVV',
      incomplete: 'Podaj cały kod CVV',
      wrong: 'Sprawdź kod CVV',
    },
    name: {
      missing: 'Podaj imię i nazwisko z karty',
      wrong: 'Sprawdź imię i nazwisko z karty',
    },
    postalCode: { wrong: 'Sprawdź kod pocztowy' },
  },
  processing: 'Przetwarzanie',
  failures: {
    card_invalid: 'Sprawdź dane karty.',
    declined: 'Karta odrzucona. Użyj innej karty.',
    network: 'Brak połączenia. Spróbuj ponownie.',
    rate_limited: 'Za dużo prób. Odczekaj minutę.',
    refused: 'Formularz nie przyjmuje jeszcze kart.',
    unavailable: 'Nie udało się. Spróbuj ponownie.',
  },
}
