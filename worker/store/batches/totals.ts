/** What settled in a batch in one currency. Amounts in minor units. */
export interface BatchTotal {
  readonly currency: number
  readonly captures: number
  readonly captured: bigint
  readonly credits: number
  readonly credited: bigint
}

/** The same in JSON: sums of many amounts may be beyond what a double holds exactly, so they travel as text. */
export type TotalAsText = { readonly [M in keyof BatchTotal]: BatchTotal[M] extends bigint ? string : BatchTotal[M] }

/** An expression of SQL: the totals of a row of `batches` as a JSON array of the above. */
export const totalsAsJson = `
  (SELECT json_group_array(json_object('currency', currency, 'captures', captures, 'captured', CAST(captured AS TEXT),
                                       'credits', credits, 'credited', CAST(credited AS TEXT)) ORDER BY currency)
   FROM batchTotals WHERE batch = batches.id)`
