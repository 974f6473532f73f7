import type { Intent, Ref } from './processor.ts'

/** The part of a Ref that is the same for every processor. Where the original is not known yet, the caller corrects `root`. */
export const createRef = (processor: string, { op, account, original }: Intent): Ref => ({
  processor,
  account: account.id,
  op,
  root: original?.root ?? op,
})
