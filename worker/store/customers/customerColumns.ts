import { defineColumns, integer, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** An address or metadata: the members that have a value. */
export type OptionalTexts = Readonly<Record<string, string | undefined>>

/** What a merchant stores about a customer. A member without a value is an empty text. */
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

/** What events keep of a customer: what a read of it shows. */
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
  /** How many payment methods are saved. */
  stored: integer,
  updated: integer,
} as const

export const customerColumns = defineColumns(allColumns)

export type CustomerRow = RowOf<typeof customerColumns>

/** With those of a deleted customer. */
export const exportedCustomerColumns = defineColumns({ ...allColumns, deleted: nullable(integer) })
