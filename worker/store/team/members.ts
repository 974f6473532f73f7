import type { Role } from '#contract/team/roles'
import { sql } from '../sql/database.ts'
import { isPasskeyCollision } from '../sql/failures.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, enumText, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** A person of an account. */
export const memberColumns = defineColumns({
  id: text,
  name: text,
  email: text,
  role: enumText<Role>(),
  /** Hundredths of a currency unit. Null: no limit. */
  refundLimit: nullable(integer),
  /** Milliseconds since 1970. */
  created: integer,
})
export type MemberRow = RowOf<typeof memberColumns>

/** What a member registers with a passkey. */
export interface NewPasskey {
  /** The credential id in base64url. */
  readonly id: string
  /** JWK as JSON. */
  readonly publicKey: string
  readonly algorithm: number
  readonly signCount: number
  /** When its challenge was made, milliseconds since 1970. */
  readonly challengeMs: number
  /** For the person's list of passkeys. */
  readonly name: string
}

/** Awaits a batch with a new passkey. `passkey_exists` if the passkey is registered already, for anybody; then nothing is stored. */
export const unlessPasskeyExists = async <T>(batch: Promise<T>): Promise<T | 'passkey_exists'> => {
  try {
    return await batch
  } catch (thrown) {
    if (!isPasskeyCollision(thrown)) throw thrown
    return 'passkey_exists'
  }
}

export const insertPasskey = (member: Statement, passkey: NewPasskey, at: number): Statement =>
  sql(
    `INSERT INTO passkeys (id, member, publicKey, algorithm, signCount, created, lastChallenge, name)
     SELECT ?, id, ?, ?, ?, ?, ?, ? FROM members WHERE ${member.sql}`,
    passkey.id,
    passkey.publicKey,
    passkey.algorithm,
    passkey.signCount,
    at,
    passkey.challengeMs,
    passkey.name,
    ...member.values,
  )
