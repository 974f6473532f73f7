import { customerInitiated } from './source.ts'
import type { Source } from './source.ts'

/** Cash that the shopper has handed over. It is only recorded. */
export const cashSource: Source = {
  from: {
    kind: 'given',
    columns: {
      method: 'cash',
      cardId: null,
      sealedPan: null,
      wrappedPanKey: null,
      network: null,
      last4: null,
      digits: null,
      expiry: null,
      fingerprint: null,
      cardRange: null,
      source: null,
      customer: null,
      wallet: null,
      preferredNetwork: null,
    },
  },
  credential: customerInitiated,
  open: () => Promise.resolve({ instrument: { kind: 'cash' }, avs: {} }),
}
