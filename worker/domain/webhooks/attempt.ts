/** One attempt as the API shows it, its time in RFC 3339. */
export const shownAttempt = ({
  at,
  status,
  tookMs,
}: {
  readonly at: number
  readonly status: number | null
  readonly tookMs: number
}) => ({ at: new Date(at).toISOString(), status, tookMs })
