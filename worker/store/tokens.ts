import type { Database } from './database.ts'
import { sql } from './database.ts'
import type { Owner } from './owner.ts'
import type { Reach } from './reach.ts'
import { withinReach } from './reach.ts'

/** A fresh token's row. The card is sealed; what stands in clear may be shown to anybody. */
export interface NewToken {
  readonly id: string
  readonly secretHash: string
  readonly method: 'creditCard' | 'check'
  readonly sealedPan: string
  readonly sealedCvv: string | null
  readonly network: string
  readonly last4: string
  /** How many digits the number has, to mask it at its own length. */
  readonly digits: number
  /** MMYY, or '' for a bank account. */
  readonly expiry: string
  readonly fingerprint: string
  readonly preferredNetwork: string | null
  /** Milliseconds since 1970. */
  readonly created: number
  readonly expires: number
}

export const insertToken = async (database: Database, owner: Owner, key: string, token: NewToken): Promise<void> => {
  await database.batch([
    sql(
      `INSERT INTO tokens (id, account, mode, key, secretHash, method, sealedPan, sealedCvv, network, last4, digits,
                           expiry, fingerprint, preferredNetwork, created, expires)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      token.id,
      owner.account,
      owner.mode,
      key,
      token.secretHash,
      token.method,
      token.sealedPan,
      token.sealedCvv,
      token.network,
      token.last4,
      token.digits,
      token.expiry,
      token.fingerprint,
      token.preferredNetwork,
      token.created,
      token.expires,
    ),
  ])
}

/** Clears what expired tokens sealed, at most `limit` of them. Answers how many. */
export const clearExpiredTokens = async (
  database: Database,
  reach: Reach,
  nowMs: number,
  limit: number,
): Promise<number> => {
  const within = withinReach(reach)
  const rows = await database.rows(
    sql(
      `UPDATE tokens SET sealedPan = NULL, sealedCvv = NULL
       WHERE id IN (SELECT id FROM tokens WHERE sealedPan IS NOT NULL AND expires <= ? AND ${within.sql} LIMIT ?)
       RETURNING id`,
      nowMs,
      ...within.values,
      limit,
    ),
  )
  return rows.length
}
