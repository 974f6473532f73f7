import type { walletNetworks } from '#contract/customers/customers'
import { defineColumns, flag, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OptionalTexts } from './customerColumns.ts'

export const addressColumn = json<OptionalTexts>()

/** The display data of a wallet entry. */
const display = {
  network: enumText<(typeof walletNetworks)[number]>(),
  last4: text,
  /** Number of digits, for the mask. */
  digits: integer,
  /** MMYY, or '' for a bank account. */
  expiry: text,
  isDefault: flag,
  address: addressColumn,
  /** Milliseconds since 1970. */
  created: integer,
} as const

export const walletEntryColumns = defineColumns({ id: text, ...display })

export type WalletEntryRow = RowOf<typeof walletEntryColumns>

/** The columns of an entry in events: those of the API resource and its customer. No sealed value. */
export const walletSnapshotColumns = defineColumns({ id: text, customer: text, ...display })

/** All columns, including those of a deleted entry. */
export const exportedEntryColumns = defineColumns({ id: text, ...display, deleted: nullable(integer) })

/** A sealed card without a token. */
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

/** The instrument's columns, equal in entries, tokens and transactions. */
export const sealedInstrumentColumns = `method, ${sealedCardColumns.list()}, preferredNetwork`
