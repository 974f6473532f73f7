import type { EventRow } from '../../store/events/events.ts'
import type { WalletSnapshot } from '../../store/customers/walletEvents.ts'
import { shownEntry } from '../customers/shown.ts'

/** The payment method that an event is about, as a read of it answered then; and whose it is. */
export const shownWalletOf = ({ snapshot }: EventRow) => {
  const { customer, ...entry } = JSON.parse(snapshot) as WalletSnapshot
  const address = JSON.parse(entry.address) as Readonly<Record<string, string>>
  return { ...shownEntry({ ...entry, isDefault: entry.isDefault === 1, address }), customer }
}
