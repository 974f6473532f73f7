/**
 * A transaction id that is taken. Only the primary key knows which ids are free: the store throws this, and the domain tries another id. It
 * is here because both may import the contract, and neither the other.
 */
export class IdCollision extends Error {
  override readonly name = 'IdCollision'
}
