import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** A WHERE condition: the checkout of this id, if it is the owner's. */
export const checkoutById = ({ account, mode }: Owner, id: string): Statement =>
  sql('checkouts.id = ? AND checkouts.account = ? AND checkouts.mode = ?', id, account, mode)
