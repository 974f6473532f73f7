import type { walletNetworks } from '#contract/customers/customers'
import { defineColumns, flag, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OptionalTexts } from './customerColumns.ts'

export const addressColumn = json<OptionalTexts>()

/** What of a wallet entry may be shown, beside its id. */
const shown = {
  network: enumText<(typeof walletNetworks)[number]>(),
  last4: text,
  /** How many digits the number has, which the mask repeats. */
  digits: integer,
  /** MMYY, or '' for a bank account. */
  expiry: text,
  isDefault: flag,
  address: addressColumn,
  /** Milliseconds since 1970. */
  created: integer,
} as const

export const walletEntryColumns = defineColumns({ id: text, ...shown })

export type WalletEntryRow = RowOf<typeof walletEntryColumns>

/** What events keep of an entry: what a read of it shows, and its customer. No sealed value. */
export const walletSnapshotColumns = defineColumns({ id: text, customer: text, ...shown })

/** With those of a deleted entry. */
export const exportedEntryColumns = defineColumns({ id: text, ...shown, deleted: nullable(integer) })

/** A card that has no token, sealed. */
export const sealedCardColumns = defineColumns({
  cardId: text,
  sealedPan: text,
  wrappedPanKey: text,
  network: text,
  last4: text,
  digits: integer,
  expiry: text,
  fingerprint: text,
  cardRange: text,
})

export type SealedEntryCard = RowOf<typeof sealedCardColumns>

/** What a payment is made with, of an entry as of a token or a transaction. */
export const sealedInstrumentColumns = `method, ${sealedCardColumns.list()}, preferredNetwork`
