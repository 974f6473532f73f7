import * as v from 'valibot'

/** `approved`, beside each `responseCode` of a response. */
export const approved = () =>
  v.pipe(
    v.boolean(),
    v.description(
      'Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later.',
    ),
  )
