import type { Api } from '../../api/api.ts'
import { ApiError } from '../../api/apiError.ts'
import { nextCursor } from '../../api/nextCursor.ts'
import type { TeamSession } from './team.ts'

const path = '/v1/team/sessions'

/** All sessions that the member may see, of all pages. */
const readSessions = async (api: Api): Promise<TeamSession[]> => {
  const sessions: TeamSession[] = []
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor !== null && { cursor }) }
    const response: Response = await api.send('GET', path, { query })
    sessions.push(...((await response.json()) as { sessions: readonly TeamSession[] }).sessions)
    cursor = nextCursor(response.headers.get('link'))
  } while (cursor !== null)
  return sessions
}

/** Ends sessions. One that has ended in the meantime is no error. */
export const endSessions = async (api: Api, isEnded: (session: TeamSession) => boolean): Promise<void> => {
  for (const { id } of (await readSessions(api)).filter(isEnded)) {
    try {
      await api.send('DELETE', `${path}/${encodeURIComponent(id)}`)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
  }
}
