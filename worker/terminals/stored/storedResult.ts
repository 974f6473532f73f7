import type { DeviceResult } from '#contract/terminals/device'

interface ResultMembers {
  readonly session: string
  readonly state: DeviceResult['state']
  readonly responseCode: string
  readonly responseText: string
  readonly approved: string | null
  /** Milliseconds since 1970, by the account's clock. */
  readonly at: number
}

/** The result of the last session. Version 1 has the same members and no version number. */
export interface StoredResult extends ResultMembers {
  readonly version: 2
}

/** The result of the last session, for a device that reconnects and for a repeated request. */
export interface LastResult {
  readonly result: DeviceResult
  readonly at: number
}

export const encodeResult = ({ result, at }: LastResult): StoredResult => ({
  version: 2,
  session: result.session,
  state: result.state,
  responseCode: result.responseCode,
  responseText: result.responseText,
  approved: result.approved,
  at,
})

export const decodeResult = (stored: ResultMembers): LastResult => ({
  result: {
    session: stored.session,
    state: stored.state,
    responseCode: stored.responseCode,
    responseText: stored.responseText,
    approved: stored.approved,
  },
  at: stored.at,
})
