/** An account in one mode, which every WHERE contains. The modes of an account share no rows. */
export interface Owner {
  readonly account: string
  readonly mode: 'test' | 'live'
}
