/** Whose rows: an account in one of its two modes, which share nothing. Stands in every WHERE. */
export interface Owner {
  readonly account: string
  readonly mode: 'test' | 'live'
}
