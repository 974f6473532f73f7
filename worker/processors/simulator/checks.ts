import { declineCodes } from '#contract/transactions/responseCodes'

/** 9980000NN is declined with RNN at once. 9990000NN is approved and returned with RNN on the second banking day. */
const family = /^99([89])0000(\d\d)$/

/** The largest check that is approved, in hundredths of the currency unit. */
export const checkLimitHundredths = 500_000n

export interface CheckTrigger {
  readonly when: 'now' | 'later'
  readonly code: string
}

/** The trigger of a bank account number. A return code outside the table triggers nothing. */
export const checkTrigger = (account: string): CheckTrigger | undefined => {
  const [, digit, number] = family.exec(account) ?? []
  const code = `R${number}`
  if (!Object.hasOwn(declineCodes, code)) return undefined
  return { when: digit === '8' ? 'now' : 'later', code }
}
