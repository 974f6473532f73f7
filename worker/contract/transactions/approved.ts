import * as v from 'valibot'

/** `approved`, beside each `responseCode` of a response. Stays true if the operation is voided or reversed later. */
export const approved = () => v.boolean()
