/**
 * The transaction id is already in use. Only the primary key can detect that: the store throws this error, and the domain retries with
 * another id. It is in the contract because both import the contract, and neither may import the other.
 */
export class IdCollision extends Error {
  override readonly name = 'IdCollision'
}
