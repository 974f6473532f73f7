/** A request that the gateway itself rejects with code 300. Nothing is recorded. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  /** `transactionid` of the response. */
  readonly transactionId: string

  /** @param message `responsetext` without its reference number; never a value of the request but an amount */
  constructor(message: string, transactionId = '') {
    super(message)
    this.transactionId = transactionId
  }
}
