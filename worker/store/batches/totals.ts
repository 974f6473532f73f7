import { defineColumns, integer, text } from '../sql/row.ts'
import type { Column, RowOf } from '../sql/row.ts'

/** A sum of many amounts, read as text since it may exceed the exact range of doubles. */
export const sum: Column<bigint> = {
  read: (value, name) => BigInt(text.read(value, name)),
  write: (value) => String(value),
}

/** The totals of a batch in one currency. Amounts are minor units. */
export const totalColumns = defineColumns({
  /** ISO 4217 number. */
  currency: integer,
  captures: integer,
  captured: sum,
  credits: integer,
  credited: sum,
})

export type BatchTotal = RowOf<typeof totalColumns>

/** The totals in JSON. */
export type TotalAsText = { readonly [M in keyof BatchTotal]: BatchTotal[M] extends bigint ? string : BatchTotal[M] }

/** An SQL expression: the totals of a row of `batches` as a JSON array of `TotalAsText`. */
export const totalsAsJson = `
  (SELECT json_group_array(json_object('currency', currency, 'captures', captures, 'captured', CAST(captured AS TEXT),
                                       'credits', credits, 'credited', CAST(credited AS TEXT)) ORDER BY currency)
   FROM batchTotals WHERE batch = batches.id)`
