import type { BackgroundUsage, Control } from './figures.ts'
import { takeInvocations } from './records.ts'
import { connectionRecord, forgetConnection, setProcessorTimes } from './slowProcessor.ts'

interface ControlNeeds {
  readonly database: D1Database
  cron(): Promise<unknown>
  usage(): BackgroundUsage
}

const run = async (control: Control, { database, cron, usage }: ControlNeeds): Promise<unknown> => {
  switch (control.control) {
    case 'cron':
      await cron()
      return {}
    case 'invocations':
      return takeInvocations()
    case 'usage':
      return usage()
    case 'connection':
      return connectionRecord(control.connection)
    case 'times':
      setProcessorTimes(control.connection, control.times)
      forgetConnection(control.connection)
      return {}
    case 'sql':
      return (
        await database
          .prepare(control.sql)
          .bind(...control.values)
          .all()
      ).results
  }
}

/** Null for a request of the gateway. */
export const handleControl = async (request: Request, needs: ControlNeeds): Promise<Response | null> => {
  if (new URL(request.url).pathname !== '/bench') return null
  try {
    return Response.json(await run(await request.json<Control>(), needs))
  } catch (thrown) {
    return Response.json({ error: String(thrown) }, { status: 500 })
  }
}
