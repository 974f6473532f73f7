import type { Texts } from './texts.ts'

export const it: Texts = {
  direction: 'ltr',
  frameTitle: 'Dati della carta',
  missing: 'Completa i dati della carta',
  labels: {
    number: 'Numero della carta',
    expiry: 'Scadenza',
    code: 'CVV',
    name: 'Nome sulla carta',
    postalCode: 'CAP',
  },
  optional: '(facoltativo)',
  expiryHint: 'MM / AA',
  help: {
    codeBack: '{name}: 3 cifre sul retro della carta',
    codeFront: '{name}: 4 cifre sul fronte della carta',
  },
  choice: { label: 'Paga con', announcement: 'Questa carta funziona con due circuiti. Puoi sceglierne uno.' },
  errors: {
    number: {
      missing: 'Inserisci il numero della carta',
      incomplete: 'Inserisci il numero completo',
      wrong: 'Controlla il numero della carta',
    },
    expiry: {
      missing: 'Inserisci la data di scadenza',
      incomplete: 'Inserisci mese e anno',
      wrong: 'Controlla la data di scadenza',
      past: 'Questa carta è scaduta',
    },
    code: {
      missing: 'Inserisci il CVV',
      incomplete: 'Inserisci il CVV completo',
      wrong: 'Controlla il CVV',
    },
    name: {
      missing: 'Inserisci il nome sulla carta',
      wrong: 'Controlla il nome sulla carta',
    },
    postalCode: { wrong: 'Controlla il CAP' },
  },
  processing: 'Elaborazione in corso',
  failures: {
    card_invalid: 'Controlla i dati della carta.',
    declined: 'Carta rifiutata. Prova con un’altra.',
    network: 'Nessuna connessione. Riprova.',
    rate_limited: 'Troppi tentativi. Attendi un minuto.',
    refused: 'Il modulo non accetta ancora carte.',
    unavailable: 'Operazione non riuscita. Riprova.',
  },
}
