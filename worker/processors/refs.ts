import type { Intent, Ref } from './processor.ts'

/** Creates the members of a Ref that all processors share. Without an original the caller sets `root` later. */
export const createRef = (processor: string, { op, account, original }: Intent): Ref => ({
  processor,
  account: account.id,
  op,
  root: original?.root ?? op,
})
