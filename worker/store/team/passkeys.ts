import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, integer, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { ShardScope } from '../sql/scope.ts'

const passkeyColumns = defineColumns({
  id: text,
  member: text,
  account: text,
  memberName: text,
  /** JWK as JSON. */
  publicKey: text,
  /** Number of the signature algorithm in COSE. */
  algorithm: integer,
  signCount: integer,
})
export type PasskeyRow = RowOf<typeof passkeyColumns>

/** One round trip: a passkey of a member who is not removed. Null if there is none. */
export const findPasskey = async ({ database }: ShardScope, id: string): Promise<PasskeyRow | null> => {
  const row = await database.row(
    sql(
      `SELECT passkeys.id, member, account, members.name AS memberName, publicKey, algorithm, signCount
       FROM passkeys JOIN members ON members.id = member WHERE passkeys.id = ? AND removed IS NULL`,
      id,
    ),
  )
  return row && passkeyColumns.decode(row)
}

/** What a passkey has signed, to be stored. */
export interface PasskeyUse {
  readonly passkey: string
  readonly signCount: number
  /** When the challenge was made, and when it was signed, milliseconds since 1970. */
  readonly challengeMs: number
  readonly at: number
}

/** UPDATE of a passkey that signs. Changes no row if it has signed this challenge or a later one. */
export const usePasskey = ({ passkey, signCount, challengeMs, at }: PasskeyUse): Statement =>
  sql(
    'UPDATE passkeys SET signCount = ?, lastUsed = ?, lastChallenge = ? WHERE id = ? AND lastChallenge < ?',
    signCount,
    at,
    challengeMs,
    passkey,
    challengeMs,
  )

/** A condition: the passkey has not signed this challenge, nor a later one. For statements before `usePasskey` in its batch. */
export const isUnusedChallenge = ({ passkey, challengeMs }: Pick<PasskeyUse, 'passkey' | 'challengeMs'>): Statement =>
  sql('EXISTS (SELECT 1 FROM passkeys WHERE id = ? AND lastChallenge < ?)', passkey, challengeMs)
