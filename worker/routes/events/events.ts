import { getEvent, listAttempts, listEvents, replayEvent } from '#contract/events/eventEndpoints'
import { listAttempts as attempts } from '../../domain/events/listAttempts.ts'
import { getEvent as get } from '../../domain/events/get.ts'
import { listEvents as list } from '../../domain/events/list.ts'
import { replayEvent as replay } from '../../domain/events/replay.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const events = (app: App): void => {
  serve(app, listEvents, ({ query }, services) => list(query, services))
  serve(app, getEvent, ({ params }, services) => get(params.Event, services))
  serve(app, listAttempts, ({ params }, services) => attempts(params.Event, services))
  serve(app, replayEvent, ({ params, body }, services) => replay(params.Event, body, services))
}
