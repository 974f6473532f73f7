/** Test data or real money. */
export type Mode = 'test' | 'live'

/** GET /session. */
export type Session = {
  /** Its id in the list of sessions. */
  readonly id: string
  readonly member: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly role: 'viewer' | 'support' | 'developer' | 'owner' | (string & {})
    /** The largest credit in currency units without an owner; null without a limit. */
    readonly refundLimit: number | null
  }
  readonly account: { readonly id: string; readonly name: string; readonly modes: readonly Mode[] }
  /** End of the session, RFC 3339. */
  readonly expires: string
  readonly confirmedUntil: string | null
  /** The operations of the API that the role may call. The server decides; the page hides the others. */
  readonly operations: readonly string[]
}
