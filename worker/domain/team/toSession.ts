import { endpoints } from '#contract/endpoints'
import { roleAllows } from '#contract/team/roles'
import type { SessionRecord } from '../../store/team/consoleSessions.ts'
import { sessionLimits } from './sessionLimits.ts'

const time = (ms: number): string => new Date(ms).toISOString()

/** A session as the console's page reads it. */
export const toSession = ({
  sessionId,
  memberId,
  name,
  email,
  role,
  refundLimit,
  started,
  confirmed,
  account,
}: SessionRecord) => ({
  id: sessionId,
  member: { id: memberId, name, email, role, refundLimit: refundLimit === null ? null : refundLimit / 100 },
  account: { id: account.id, name: account.settings.name, modes: ['live', 'test'] },
  expires: time(started + sessionLimits.longest),
  confirmedUntil: time(confirmed + sessionLimits.fresh),
  /** The operations that the member's role may call. The page hides others. */
  operations: endpoints.filter((endpoint) => roleAllows(role, endpoint)).map(({ name }) => name),
})
