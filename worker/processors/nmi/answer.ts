/** An answer of `transact.php`. */
export interface NmiAnswer {
  readonly response: 'approved' | 'declined' | 'error'
  /** Three digits. */
  readonly code: string
  readonly text: string
  readonly transactionId: string | null
  readonly authCode: string | null
  readonly avs: string | null
  readonly cvv: string | null
}

const responses: ReadonlyMap<string | null, NmiAnswer['response']> = new Map([
  ['1', 'approved'],
  ['2', 'declined'],
  ['3', 'error'],
])

/** The largest answer that is read, in bytes. NMI's have about 200. */
export const maxAnswerBytes = 16_384

const orNull = (pattern: RegExp, value: string | null): string | null =>
  value !== null && pattern.test(value) ? value : null

/**
 * Reads an answer strictly: one that is cut off, doubled or not of this form is null, since what happened is unknown then. `response_code`
 * is the last member of each answer without a stored customer, so that a half answer lacks it.
 */
export const parseAnswer = (body: string): NmiAnswer | null => {
  const members = new URLSearchParams(body.trim())
  const one = (name: string): string | null => {
    const values = members.getAll(name)
    return values.length === 1 ? values[0]! : null
  }
  const response = responses.get(one('response'))
  const code = orNull(/^\d{3}$/, one('response_code'))
  const text = one('responsetext')
  const transactionId = one('transactionid')
  if (response === undefined || code === null || text === null || transactionId === null) return null
  if (!/^\d{0,20}$/.test(transactionId)) return null
  return {
    response,
    code,
    text: text.slice(0, 200),
    transactionId: transactionId === '' ? null : transactionId,
    authCode: orNull(/^[0-9A-Za-z]{1,6}$/, one('authcode')),
    avs: orNull(/^[0-9A-Z]$/, one('avsresponse')),
    cvv: orNull(/^[A-Z]$/, one('cvvresponse')),
  }
}
