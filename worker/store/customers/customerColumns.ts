import { defineColumns, integer, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** An address or metadata: the members that have a value. */
export type OptionalTexts = Readonly<Record<string, string | undefined>>

/** The members of a customer that the merchant sets. A member without a value is an empty text. */
const memberColumns = {
  firstName: text,
  lastName: text,
  company: text,
  /** The merchant's own number; null for none. Unique among the customers of an account and mode that are not deleted. */
  merchantIdentifier: nullable(text),
  phoneNumber: text,
  emailAddress: text,
  shippingAddress: json<OptionalTexts>(),
  metadata: json<OptionalTexts>(),
} as const

export const customerMemberColumns = defineColumns(memberColumns)

export type CustomerMembers = RowOf<typeof customerMemberColumns>

/** The columns of a customer in events: those of the API resource. */
export const customerSnapshotColumns = defineColumns({ id: text, ...memberColumns })

const newColumns = {
  /** UUIDv7. */
  id: text,
  ...memberColumns,
  /** Milliseconds since 1970. */
  created: integer,
} as const

export const newCustomerColumns = defineColumns(newColumns)

export type NewCustomer = RowOf<typeof newCustomerColumns>

const allColumns = {
  ...newColumns,
  /** Number of saved payment methods. */
  stored: integer,
  updated: integer,
} as const

export const customerColumns = defineColumns(allColumns)

export type CustomerRow = RowOf<typeof customerColumns>

/** All columns, including those of a deleted customer. */
export const exportedCustomerColumns = defineColumns({ ...allColumns, deleted: nullable(integer) })
