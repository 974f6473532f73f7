import { eventsOfRows } from '../events/rowEvents.ts'
import type { WalletEntryRow } from './walletEntries.ts'

/** What events keep of a payment method: what a read of it shows, and whose it is. Nothing of what is sealed. */
const columns = [
  'id',
  'customer',
  'network',
  'last4',
  'digits',
  'expiry',
  'isDefault',
  'address',
  'created',
] as const satisfies readonly (keyof WalletEntryRow | 'customer')[]

/** A payment method as its events keep it. */
export type WalletSnapshot = Omit<WalletEntryRow, 'isDefault' | 'address'> & {
  readonly customer: string
  readonly isDefault: 0 | 1
  /** An object, as JSON. */
  readonly address: string
}

export const walletEvent = eventsOfRows('walletEntries', columns)
