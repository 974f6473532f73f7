import type { Texts } from './texts.ts'

export const el: Texts = {
  direction: 'ltr',
  frameTitle: 'Στοιχεία κάρτας',
  missing: 'Συμπληρώστε τα στοιχεία της κάρτας',
  labels: { number: 'Αριθμός κάρτας', expiry: 'Λήξη', code: 'CVV', name: 'Όνομα στην κάρτα', postalCode: 'Τ.Κ.' },
  optional: '(προαιρετικό)',
  expiryHint: 'ΜΜ / ΕΕ',
  help: { codeBack: '{name}: 3 ψηφία πίσω στην κάρτα', codeFront: '{name}: 4 ψηφία μπροστά στην κάρτα' },
  choice: { label: 'Πληρωμή μέσω', announcement: 'Αυτή η κάρτα ανήκει σε δύο δίκτυα. Μπορείτε να επιλέξετε ένα.' },
  errors: {
    number: {
      missing: 'Συμπληρώστε τον αριθμό κάρτας',
      incomplete: 'Συμπληρώστε όλο τον αριθμό κάρτας',
      wrong: 'Ελέγξτε τον αριθμό κάρτας',
    },
    expiry: {
      missing: 'Συμπληρώστε την ημερομηνία λήξης',
      incomplete: 'Συμπληρώστε μήνα και έτος',
      wrong: 'Ελέγξτε την ημερομηνία λήξης',
      past: 'Η κάρτα έχει λήξει',
    },
    code: { missing: 'Συμπληρώστε το CVV', incomplete: 'Συμπληρώστε όλο το CVV', wrong: 'Ελέγξτε το CVV' },
    name: { missing: 'Συμπληρώστε το όνομα στην κάρτα', wrong: 'Ελέγξτε το όνομα στην κάρτα' },
    postalCode: { wrong: 'Ελέγξτε τον Τ.Κ.' },
  },
  processing: 'Γίνεται επεξεργασία',
  failures: {
    card_invalid: 'Ελέγξτε τα στοιχεία της κάρτας.',
    declined: 'Η κάρτα απορρίφθηκε. Δοκιμάστε άλλη.',
    network: 'Δεν υπάρχει σύνδεση. Δοκιμάστε ξανά.',
    rate_limited: 'Πολλές προσπάθειες. Περιμένετε 1 λεπτό.',
    refused: 'Αυτή η φόρμα δεν δέχεται ακόμη κάρτες.',
    unavailable: 'Κάτι δεν πήγε καλά. Δοκιμάστε ξανά.',
  },
}
